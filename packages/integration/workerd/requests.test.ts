import { generateKeyPairSync, sign } from "node:crypto";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import { serveWorker } from "@cloudfront-sign-webcrypto/testing/workerd/serve";
import { describe, expect, it } from "vitest";
import { builtWorker } from "./support/built-worker.ts";

/**
 * In workerd, what a request has begun ends with that request. A worker whose first request ends while the key is
 * being imported must still answer the second.
 */

const { privateKey, publicKey } = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

/** Signed with node:crypto. */
const signedUrl = ((): string => {
  const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
  const policy = `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}`;
  const signature = sign("sha256", Buffer.from(policy), privateKey).toString("base64");
  const safe = signature.replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");
  return `${url}?Expires=1900000000&Signature=${safe}&Key-Pair-Id=K2JCJMDEHXQW5F&Hash-Algorithm=SHA256`;
})();

const source = `
import { createCloudFrontPresignedUrl, createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
const keyPairId = "K2JCJMDEHXQW5F";
const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
const content = ${JSON.stringify(privateKey)};
const { importKey } = Object.getPrototypeOf(crypto.subtle);
crypto.subtle.importKey = async (...input) => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  return importKey.apply(crypto.subtle, input);
};
const signer = createCloudFrontSigner({ keyPairId, privateKey: content + "# kept" });
const remembering = createCloudFrontSigner({ keyPairId, privateKey: content + "# memo", signatureCacheSize: 10 });
const dateLessThan = 1900000000;
const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: ${JSON.stringify(publicKey)} } });
const signed = ${JSON.stringify(signedUrl)};
const ways = {
  "/kept": () => signer.signUrl(url, { dateLessThan }),
  "/memo": () => remembering.signUrl(url, { dateLessThan }),
  "/made-in-the-request": () =>
    createCloudFrontSigner({ keyPairId, privateKey: content }).signUrl(url, { dateLessThan }),
  "/one-shot": () => createCloudFrontPresignedUrl({
    policy: { url, expireTimeEpochMs: dateLessThan * 1000 },
    key: { keyPairId, content: content + "# one-shot" },
  }),
  "/verify": async () => JSON.stringify((await verifier.verifyUrl(signed)).allowed),
};
export default {
  fetch: async (request) => {
    const { pathname, search } = new URL(request.url);
    const signed = ways[pathname]();
    return new Response(search === "?leave" ? "left" : await signed);
  },
};
`;

const file = builtWorker(source);

describe.each(["workerd", "workerd-oldest"])("%s", (name) => {
  it.each(["/kept", "/memo", "/made-in-the-request", "/one-shot", "/verify"])(
    "answers the second request when the first ends during the import: %s",
    async (path) => {
      const { origin, end } = await serveWorker(file, name);
      try {
        expect(await (await fetch(`${origin}${path}?leave`)).text()).toBe("left");
        const answer = async () =>
          (await fetch(origin + path, { signal: AbortSignal.timeout(pollTimeout) })).text();
        for (let i = 0; i < 2; i++) expect(await answer()).toMatch(/^true$|&Hash-Algorithm=SHA256$/);
      } finally {
        end();
      }
    },
  );
});
