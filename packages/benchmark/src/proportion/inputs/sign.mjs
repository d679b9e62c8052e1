// The functions that sign.
import {
  clearCloudFrontSignedCookies,
  cloudFrontUrl,
  createCloudFrontPresignedUrl,
  createCloudFrontSignedCookies,
  createCloudFrontSigner,
} from "cloudfront-sign-webcrypto";
import { cut, urlInputs, urlLimit } from "../input.mjs";
import {
  dateLessThan,
  grant,
  host,
  keyPairId,
  policyForEveryUrl,
  privateKey,
  quickSigner,
  signer,
  statement,
} from "../material.mjs";

/** @typedef {import("../input.mjs").Input} Input */

const terms = { dateLessThan };
const url = `${host}/a`;
const key = { keyPairId, content: privateKey };
const expireTimeEpochMs = dateLessThan * 1000;
/** @param {object} value whatever a caller without types passes @returns {any} */
const untyped = (value) => value;

/** @param {AsyncIterable<unknown>} all */
async function last(all) {
  let one;
  for await (one of all);
  return one;
}

const cookies = await signer.signCookies({ resource: "https://cdn.example.com/*", dateLessThan });

/** A path twice as long as a pattern that nearly covers it. @param {string} pattern */
const nearlyCovered = (pattern) => `${host}/${"a".repeat(pattern.length * 2)}`;

/** @type {Input[]} */
export const signInputs = [
  ...urlInputs("signer.signUrl", (text) => signer.signUrl(text, terms)),
  ...urlInputs("signer.signUrl with a resource", (text) =>
    quickSigner.signUrl(text, { policy: policyForEveryUrl }),
  ),
  ...urlInputs("signer.signUrls", (text) => last(signer.signUrls([text], terms))),
  ...urlInputs("signer.grant: resource", (text) => signer.grant({ resource: text, dateLessThan }), {
    without: ["fragment"],
  }),
  ...urlInputs(
    "signer.signCookies: resource",
    (text) => signer.signCookies({ resource: text, dateLessThan }),
    {
      without: ["fragment"],
    },
  ),
  ...urlInputs("grant.signUrl", (text) => grant.signUrl(text)),
  ...urlInputs("grant.covers", (text) => grant.covers(text)),
  ...urlInputs("createCloudFrontPresignedUrl: url", (text) =>
    createCloudFrontPresignedUrl({ policy: { url: text, expireTimeEpochMs }, key }),
  ),
  ...urlInputs(
    "createCloudFrontSignedCookies: url",
    (text) => createCloudFrontSignedCookies({ policy: { url: text, expireTimeEpochMs }, key }),
    { without: ["fragment"] },
  ),
  ...urlInputs("cloudFrontUrl: origin", (text) => cloudFrontUrl(text, "a"), {
    without: ["path", "query", "fragment", "host"],
  }).map((input) => ({ ...input, sample: host })),
  {
    name: "signer.signCookies: list of resources",
    sample: "a",
    ask: (filling) =>
      quickSigner.signCookieSets(
        cut(filling, 100).map((text, i) => ({ resource: `${host}/${i}/${text}`, dateLessThan })),
      ),
  },
  {
    name: "signer.signUrls: list of URLs",
    sample: "a",
    ask: (filling) =>
      last(
        quickSigner.signUrls(
          cut(filling, 100).map((text) => `${host}/${text}`),
          terms,
        ),
      ),
  },
  {
    name: "grant.covers: pattern and URL",
    sample: "*a",
    limit: urlLimit / 2 - host.length,
    prepare: async (filling) => {
      const patterned = await quickSigner.grant({ resource: `${host}/${filling}`, dateLessThan });
      return () => patterned.covers(nearlyCovered(filling));
    },
  },
  {
    name: "signer.signUrl: resource and URL",
    sample: "*a",
    limit: urlLimit / 2 - host.length,
    ask: (filling) =>
      quickSigner.signUrl(nearlyCovered(filling), { resource: `${host}/${filling}`, dateLessThan }),
  },
  {
    name: "signer.grant: policy",
    sample: statement(url),
    ask: (policy) => quickSigner.grant({ policy }),
  },
  {
    name: "signer.grant: resource in a policy",
    sample: url,
    ask: (filling) => quickSigner.grant({ policy: statement(filling) }),
  },
  {
    name: "signer.signUrl: pattern in a policy",
    sample: "*a",
    limit: urlLimit / 2 - host.length,
    ask: (filling) =>
      quickSigner.signUrl(nearlyCovered(filling), { policy: statement(`${host}/${filling}`) }),
  },
  {
    name: "signer.signUrl: ipAddress",
    sample: "192.0.2.0/24",
    ask: (ipAddress) => quickSigner.signUrl(url, { dateLessThan, ipAddress }),
  },
  {
    name: "signer.signUrl: dateLessThan",
    sample: "2090-01-01T00:00:00Z",
    ask: (text) => quickSigner.signUrl(url, { dateLessThan: text }),
  },
  {
    name: "signer.signUrl: dateGreaterThan",
    sample: "2020-01-01T00:00:00Z",
    ask: (text) => quickSigner.signUrl(url, { dateLessThan, dateGreaterThan: text }),
  },
  {
    name: "signer.signUrl: expiresIn",
    sample: "1h",
    ask: (text) => quickSigner.signUrl(url, untyped({ expiresIn: text })),
  },
  {
    name: "signer.signUrl: cacheWindow",
    sample: "1h",
    ask: (text) => quickSigner.signUrl(url, untyped({ expiresIn: "1h", cacheWindow: text })),
  },
  { name: "signer.signUrl: name of a term", ask: (text) => quickSigner.signUrl(url, untyped({ [text]: 1 })) },
  {
    name: "createCloudFrontPresignedUrl: ipRange",
    sample: "192.0.2.1",
    ask: (ipRange) => createCloudFrontPresignedUrl({ policy: { url, expireTimeEpochMs, ipRange }, key }),
  },
  {
    name: "createCloudFrontPresignedUrl: name of an option",
    ask: (text) => createCloudFrontPresignedUrl(untyped({ policy: { [text]: 1 }, key })),
  },
  {
    name: "createCloudFrontSigner: keyPairId",
    sample: keyPairId,
    ask: (text) => createCloudFrontSigner({ keyPairId: text, privateKey }),
  },
  {
    name: "createCloudFrontSigner: hashAlgorithm",
    sample: "SHA256",
    ask: (text) => createCloudFrontSigner(untyped({ keyPairId, privateKey, hashAlgorithm: text })),
  },
  {
    name: "createCloudFrontSigner: name of an option",
    ask: (text) => createCloudFrontSigner(untyped({ keyPairId, privateKey, [text]: 1 })),
  },
  { name: "cloudFrontUrl: key", sample: "a b", ask: (text) => cloudFrontUrl(host, text) },
  {
    name: "cloudFrontUrl: download",
    sample: "é.pdf",
    ask: (download) => cloudFrontUrl(host, "a", { download }),
  },
  {
    name: "cloudFrontUrl: value in query",
    sample: "a&b",
    ask: (text) => cloudFrontUrl(host, "a", { query: { a: text } }),
  },
  {
    name: "cloudFrontUrl: name in query",
    sample: "a&b",
    ask: (text) => cloudFrontUrl(host, "a", { query: { [text]: "a" } }),
  },
  {
    name: "SignedCookies.toSetCookie: domain",
    sample: "example.com",
    ask: (domain) => cookies.toSetCookie({ domain }),
  },
  { name: "SignedCookies.toSetCookie: path", sample: "/a", ask: (path) => cookies.toSetCookie({ path }) },
  {
    name: "SignedCookies.toSetCookie: sameSite",
    sample: "None",
    ask: (sameSite) => cookies.toSetCookie(untyped({ sameSite })),
  },
  {
    name: "SignedCookies.toSetCookie: name of an attribute",
    ask: (text) => cookies.toSetCookie(untyped({ [text]: 1 })),
  },
  {
    name: "clearCloudFrontSignedCookies: domain",
    sample: "example.com",
    ask: (domain) => clearCloudFrontSignedCookies({ domain, path: "/" }),
  },
  {
    name: "clearCloudFrontSignedCookies: path",
    sample: "/a",
    ask: (path) => clearCloudFrontSignedCookies({ path }),
  },
];
