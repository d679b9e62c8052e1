import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { refusedSignUrls, refusedUrls } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { platformObject } from "@cloudfront-sign-webcrypto/testing/support/platform-object.ts";
import { end, host, keyPairId, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontPresignedUrl, createCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import { getSignedUrl as signAsCloudFrontSign } from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import { getSignedUrl as signAsSdk } from "cloudfront-sign-webcrypto/aws-sdk";

const pem = keyText("rsa2048.pkcs8.pem");
const pair = { keyPairId, privateKey: pem };
const oneShot = {
  policy: { url: `${host}/a.jpg`, expireTimeEpochMs: end * 1000 },
  key: { keyPairId, content: pem },
};
const resource = { resource: `${host}/*`, dateLessThan: end };
const cookies = "cookies: are the promise of signed cookies; await it";
const unawaited: readonly Fault[] = [
  {
    given: "response.json(signer.signCookies(options)), without await",
    run: () => Response.json(recorder().signer.signCookies(resource)),
    message: cookies,
  },
  {
    given: "`${signer.signCookieSets([options])}`, without await",
    run: () => `${recorder().signer.signCookieSets([resource])}`,
    message: cookies,
  },
  {
    given: "JSON.stringify(createCloudFrontSignedCookies(input)), without await",
    run: () => JSON.stringify(createCloudFrontSignedCookies(oneShot)),
    message: cookies,
  },
  {
    given: "JSON.stringify({ grant: signer.grant(options) }), without await",
    run: () => JSON.stringify({ grant: recorder().signer.grant(resource) }),
    message: "grant: is the promise of a grant; await it",
  },
  {
    given: "JSON.stringify({ url: signer.signUrl(url, options) }), without await",
    run: () => JSON.stringify({ url: recorder().signer.signUrl(`${host}/a.jpg`, { dateLessThan: end }) }),
  },
  {
    given: "`<a href=${createCloudFrontPresignedUrl(input)}>`, without await",
    run: () => `<a href=${createCloudFrontPresignedUrl(oneShot)}>`,
  },
  {
    given: "/aws-sdk, response.json({ url: getSignedUrl(input) }), without await",
    run: () => Response.json({ url: signAsSdk({ url: `${host}/a.jpg`, dateLessThan: end * 1000, ...pair }) }),
  },
  {
    given: "/aws-cloudfront-sign, new URL(getSignedUrl(url, options)), without await",
    run: () => {
      const keyOptions = { keypairId: keyPairId, privateKeyString: pem, expireTime: end * 1000 };
      return new URL(signAsCloudFrontSign(`${host}/a.jpg`, keyOptions) as never);
    },
  },
].map((one) => ({
  message: "url: is the promise of a signed URL; await it",
  ...one,
  code: "ERR_OPTION_INVALID",
}));

/** What `signUrls` signs, and its options. */
export const signUrlsFaults: readonly Fault[] = [
  ...unawaited,
  refusedSignUrls(
    "concurrency: 0",
    { concurrency: 0 },
    "ERR_OPTION_INVALID",
    "concurrency: is 0; pass a number, 1 or more",
  ),
  refusedSignUrls(
    'concurrency: "10"',
    { concurrency: "10" },
    "ERR_OPTION_INVALID",
    "concurrency: is a string; pass a number, 1 or more",
  ),
  refusedSignUrls(
    "concurrency: Number.NaN",
    { concurrency: Number.NaN },
    "ERR_OPTION_INVALID",
    "concurrency: is NaN; pass a number, 1 or more",
  ),
  refusedSignUrls(
    "signal: new AbortController()",
    { signal: platformObject("AbortController") },
    "ERR_OPTION_INVALID",
    "signal: is an AbortController, not an AbortSignal; pass the signal of an AbortController",
  ),
  refusedSignUrls(
    "signal: true",
    { signal: true },
    "ERR_OPTION_INVALID",
    "signal: is a boolean, not an AbortSignal; pass the signal of an AbortController",
  ),
  refusedSignUrls(
    'onError: "ignore"',
    { onError: "ignore" },
    "ERR_OPTION_INVALID",
    'onError: is a string; pass "throw" or "yield"',
  ),
  refusedSignUrls(
    "onError: true",
    { onError: true },
    "ERR_OPTION_INVALID",
    'onError: is a boolean; pass "throw" or "yield"',
  ),
  refusedUrls(
    'signUrls("https://…", terms)',
    "https://d111111abcdef8.cloudfront.net/a.jpg",
    "ERR_OPTION_INVALID",
    "urls: is a string; pass an iterable of URLs, such as an array; signUrl signs one URL",
  ),
  refusedUrls(
    'signUrls(new URL("https://…"), terms)',
    platformObject("URL"),
    "ERR_OPTION_INVALID",
    "urls: is a URL; pass an iterable of URLs, such as an array; signUrl signs one URL",
  ),
  refusedUrls(
    "signUrls(undefined, terms)",
    undefined,
    "ERR_OPTION_INVALID",
    "urls: is undefined; pass an iterable of URLs, such as an array; signUrl signs one URL",
  ),
  refusedUrls(
    "signUrls(fetchUrls(), terms), with a Promise",
    Promise.resolve([]),
    "ERR_OPTION_INVALID",
    "urls: is a Promise; await it",
  ),
  refusedUrls(
    "signUrls({}, terms)",
    {},
    "ERR_OPTION_INVALID",
    "urls: is an object; pass an iterable of URLs, such as an array; signUrl signs one URL",
  ),
];
