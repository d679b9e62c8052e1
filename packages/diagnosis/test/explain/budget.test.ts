import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  end,
  host,
  moment,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { ecKeyPairId, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { expect, it, vi } from "vitest";

/** One question has one budget, however often its request is mended and read again. */

/** What is verified, and how many bytes are encoded, all that is hashed among them, while a question is answered. */
async function costOf(url: string): Promise<{ checks: number; bytes: number; ids: string[] }> {
  let bytes = 0;
  const verify = vi.spyOn(crypto.subtle, "verify");
  const { encode } = TextEncoder.prototype;
  vi.spyOn(TextEncoder.prototype, "encode").mockImplementation(function (this: TextEncoder, text) {
    const encoded = encode.call(this, text);
    bytes += encoded.length;
    return encoded;
  });
  try {
    const findings = await explainCloudFrontDenial({ url, time: moment, verifier: verifierOf() });
    return { bytes, checks: verify.mock.calls.length, ids: findings.map(({ id }) => id) };
  } finally {
    vi.restoreAllMocks();
  }
}

const named = {
  RSA: rsaSigner(),
  "P-256": signerOf(keyText("ecp256.pkcs8.pem"), { keyPairId: ecKeyPairId }),
};
const path = "/a+b (1)/ü/v.mp4?x=1&y=%20&z=a/b";

it.each(Object.entries(named))("a signature of %s for another URL, sent twice", async (_name, signer) => {
  // No change of the URL that is tried leads to the one that was signed.
  const signed = await signer.signUrl(`${host}/signed/7f3c`, { dateLessThan: end });
  const query = new URL(signed).search.slice(1);
  const once = await costOf(`${host}${encodeURI(path)}&${query}`);
  expect(once.ids).toContain("signature-mismatch");
  expect(once.checks + once.bytes).toBeGreaterThan(1000);
  expect(once.checks).toBeLessThanOrEqual(1600);
  expect(once.bytes).toBeLessThanOrEqual(1_300_000);
  const [, value = ""] = /Signature=([^&]*)/.exec(query) ?? [];
  // Ten changed letters make another signature of the same length.
  for (const other of [value, value.replace(/.{10}$/, "AAAAAAAAA_")]) {
    const twice = await costOf(`${host}${encodeURI(path)}&${query}&Signature=${other}`);
    expect(twice.ids).toContain("parameter-repeated");
    expect(twice.checks).toBeLessThanOrEqual(1600);
    expect(twice.bytes).toBeLessThanOrEqual(1_300_000);
  }
});

it("a search that only hashes lets other tasks run", async () => {
  const digest = vi.spyOn(crypto.subtle, "digest");
  const signed = await named.RSA.signUrl(`${host}/signed/7f3c`, { dateLessThan: end });
  const { bytes } = await costOf(`${host}/other${new URL(signed).search}`);
  expect(bytes).toBeGreaterThan(100_000);
  expect(digest.mock.calls.length).toBeGreaterThan(5);
});

it("a request with every fault of form", async () => {
  const signed = await named.RSA.signUrl(`${host}/signed/7f3c`, { dateLessThan: end });
  const broken = signed
    .replace("/signed/7f3c", encodeURI(path).replace("?", "?a=1&"))
    .replace(/\?(?=Expires)/, "&")
    .replace("Key-Pair-Id=", "key-pair-id=%22")
    .replace(/Expires=(\d+)/, "Expires=$1000&Expires=$1")
    .replaceAll("&", "&amp;");
  const cost = await costOf(broken);
  expect(cost.ids.length).toBeGreaterThan(3);
  expect(cost.checks).toBeLessThanOrEqual(1600);
  expect(cost.bytes).toBeLessThanOrEqual(1_300_000);
});
