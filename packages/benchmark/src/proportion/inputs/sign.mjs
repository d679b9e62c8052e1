// The functions that sign.
import {
  clearCloudFrontSignedCookies,
  cloudFrontUrl,
  createCloudFrontPresignedUrl,
  createCloudFrontSignedCookies,
  createCloudFrontSigner,
} from "cloudfront-sign-webcrypto";
import { cut, optionInputs, urlInputs, urlLimit } from "../input.mjs";
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
  ...optionInputs("signer.signUrl", (terms) => quickSigner.signUrl(url, { dateLessThan, ...terms }), {
    ipAddress: "192.0.2.0/24",
    dateLessThan: "2090-01-01T00:00:00Z",
    dateGreaterThan: "2020-01-01T00:00:00Z",
  }),
  ...optionInputs("signer.signUrl", (terms) => quickSigner.signUrl(url, { expiresIn: "1h", ...terms }), {
    expiresIn: "1h",
    cacheWindow: "1h",
  }),
  ...optionInputs(
    "createCloudFrontPresignedUrl",
    (policy) => createCloudFrontPresignedUrl({ policy: { url, expireTimeEpochMs, ...policy }, key }),
    { ipRange: "192.0.2.1" },
  ),
  ...optionInputs(
    "createCloudFrontSigner",
    (options) => createCloudFrontSigner({ keyPairId, privateKey, ...options }),
    { keyPairId, hashAlgorithm: "SHA256" },
  ),
  { name: "cloudFrontUrl: key", sample: "a b", ask: (text) => cloudFrontUrl(host, text) },
  ...optionInputs("cloudFrontUrl", (options) => cloudFrontUrl(host, "a", options), { download: "é.pdf" }),
  ...optionInputs("cloudFrontUrl: query", (query) => cloudFrontUrl(host, "a", { query }), { a: "a&b" }),
  ...optionInputs("SignedCookies.toSetCookie", (attributes) => cookies.toSetCookie(attributes), {
    domain: "example.com",
    path: "/a",
    sameSite: "None",
  }),
  ...optionInputs(
    "clearCloudFrontSignedCookies",
    (attributes) => clearCloudFrontSignedCookies({ path: "/", ...attributes }),
    { domain: "example.com", path: "/a" },
  ),
];
