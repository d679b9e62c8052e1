// The functions that verify, inspect and explain.

import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import {
  createCloudFrontVerifier,
  inspectCloudFrontCookies,
  inspectCloudFrontUrl,
} from "cloudfront-sign-webcrypto/verify";
import { cookieLimit, cut, optionInputs, requestLimit, urlInputs } from "../input.mjs";
import {
  cannedParameters,
  encoded,
  host,
  keyPairId,
  publicKeys,
  restrictingVerifier,
  signedParameters,
  statement,
  verifier,
} from "../material.mjs";

/** @typedef {import("../input.mjs").Input} Input */

const url = `${host}/a`;
const rest = cannedParameters.slice(cannedParameters.indexOf("&"));
/** @param {string} parameters */
const asCookies = (parameters) =>
  parameters
    .split("&")
    .map((parameter) => `CloudFront-${parameter}`)
    .join("; ");

/**
 * The places for a filling in the parameters of a request; `room` is the share that base64 leaves.
 * @type {[name: string, room: number, (filling: string) => string][]}
 */
const parameters = [
  ["Policy", 1, (text) => `Policy=${text}${rest}`],
  ["a policy's text", 0.5, (text) => `Policy=${encoded(text)}${rest}`],
  ["a policy's resource", 0.25, (text) => `Policy=${encoded(statement(text))}${rest}`],
  ["Signature", 1, (text) => `Expires=4000000000&Signature=${text}&Key-Pair-Id=${keyPairId}`],
  ["Key-Pair-Id", 1, (text) => `Expires=4000000000&Signature=AAAA&Key-Pair-Id=${text}`],
  ["Expires", 1, (text) => `Expires=${text}${rest}`],
  ["other parameters", 1, (text) => `${text}&${cannedParameters}`],
  ["Hash-Algorithm", 1, (text) => `${cannedParameters}&Hash-Algorithm=${text}`],
];

/** @type {(name: string, ask: (parameters: string) => unknown, limit: number) => Input[]} */
const parameterInputs = (name, ask, limit) =>
  parameters.map(([place, room, make]) => ({
    name: `${name}: ${place}`,
    sample: "a",
    limit: limit - 700,
    room,
    ask: (filling) => ask(make(filling)),
  }));

/** @type {(name: string, ask: (cookies: any) => unknown) => Input[]} */
const cookieInputs = (name, ask) => [
  { name: `${name}: Cookie header`, sample: asCookies(cannedParameters), ask },
  {
    name: `${name}: Cookie header as long as is read`,
    sample: asCookies(cannedParameters),
    limit: cookieLimit,
    ask,
  },
  { name: `${name}: value in an object`, sample: "a", ask: (text) => ask({ "CloudFront-Policy": text }) },
  { name: `${name}: name in an object`, sample: "a", ask: (text) => ask({ [text]: "a" }) },
  {
    name: `${name}: names in an object`,
    sample: "a",
    prepare: (text) => {
      const cookies = Object.fromEntries(cut(text, 20).map((value, i) => [`CloudFront-${i}`, value]));
      return () => ask(cookies);
    },
  },
  ...parameterInputs(name, (text) => ask(asCookies(text)), cookieLimit),
];

/**
 * Asks a question, with the members that it needs.
 * @type {(more: object) => (question: object) => unknown}
 */
const explainWith = (more) => (question) => explainCloudFrontDenial({ url, ...more, ...question });

/** @type {[place: string, sample: string, make: (filling: string) => string][]} */
const signedPlaces = [
  ["host", "cdn.example.com", (text) => `https://${text}/a?${cannedParameters}`],
  ["path", "a", (text) => `${host}/${text}?${cannedParameters}`],
  ["fragment", "a", (text) => `${url}?${cannedParameters}#${text}`],
  [
    "a redirect to",
    "a",
    (text) => `https://a.example/?u=${text}&to=${encodeURIComponent(`${url}?${cannedParameters}`)}`,
  ],
  ["URL Defense of", "a", (text) => `https://urldefense.com/v3/__${url}?${text}&${cannedParameters}__;Kw!!a`],
];

/** @type {(name: string, more: object) => Input[]} */
const explanations = (name, more) => {
  const explain = explainWith(more);
  return [
    ...urlInputs(`${name}: url`, (text) => explain({ url: text })),
    ...signedPlaces.map(([place, sample, make]) => ({
      name: `${name}: ${place} of a signed url`,
      sample,
      limit: requestLimit - 700,
      ask: (/** @type {string} */ text) => explain({ url: make(text) }),
    })),
    ...parameterInputs(`${name}: url`, (text) => explain({ url: `${url}?${text}` }), requestLimit),
    ...cookieInputs(`${name}: cookies`, (cookies) => explain({ cookies })),
  ];
};

/**
 * The places for a filling in a paste.
 * @type {[place: string, before: string, after: string][]}
 */
const pastedPlaces = [
  ["text", "", ""],
  ["URL", `${url}?${cannedParameters}&`, ""],
  ["link of Markdown", `[a](${url}?${cannedParameters}&`, ")"],
  ["URL in quotes", `"${url}?${cannedParameters}&`, '"'],
  ["argument of curl", "curl ", ` '${url}'`],
  ["argument of curl for cmd.exe", 'curl ^"', `^" "${url}"`],
  ["script of PowerShell", "", ` Invoke-WebRequest -Uri "${url}"`],
  ["JSON", `{"url":"${url}","a":`, "}"],
  ["arguments of fetch", `fetch("${url}", "`, '")'],
  ["Cookie header", `Cookie: ${asCookies(cannedParameters)}`, ""],
  ["Set-Cookie line", "Set-Cookie: CloudFront-Policy=a; ", ""],
  ["names and values", "{ 'CloudFront-Policy': ", " }"],
  ["request of curl -v", "> GET /a HTTP/2\n> Host: a.example\n> a: ", "\n>\n< HTTP/2 403\n"],
  ["response of curl -v", "> GET /a HTTP/2\n> Host: a.example\n>\n< HTTP/2 403\n< a: ", "\n<\n<Error>"],
  ["body of a response", "HTTP/2 403\n\n", ""],
  ["lines before a response", "", "\nHTTP/2 403\n\n<Error>"],
];

/**
 * The places for a filling in lists of a question.
 * @type {[place: string, sample: string, make: (filling: string) => object][]}
 */
const lists = [
  ["line in setCookie", "a=b", (text) => ({ setCookie: [text] })],
  ["attributes in setCookie", "Path=/", (text) => ({ setCookie: [`CloudFront-Policy=a; ${text}`] })],
  ["lines in setCookie", "a=b", (text) => ({ setCookie: cut(text, 20) })],
  ["hostname", "cdn.example.com", (text) => ({ hostnames: [text] })],
  ["hostnames", "cdn.example.com", (text) => ({ hostnames: cut(text, 20) })],
];

const explain = explainWith({});
const signed = `${url}?${cannedParameters}`;

/** @type {Input[]} */
export const verifyInputs = [
  ...urlInputs("verifier.verifyUrl", (text) => verifier.verifyUrl(text)),
  ...urlInputs("verifier.verifyUrl with restrict", (text) => restrictingVerifier.verifyUrl(text), {
    limit: requestLimit,
  }),
  ...urlInputs("verifier.isRestricted", (text) => restrictingVerifier.isRestricted(text), {
    limit: requestLimit,
  }),
  ...urlInputs("verifier.verifyCookies: url", (text) =>
    verifier.verifyCookies(text, asCookies(cannedParameters)),
  ),
  ...urlInputs("verifier.verifyRequest: url", (text) =>
    verifier.verifyRequest({ url: text, headers: new Headers() }),
  ),
  ...parameterInputs("verifier.verifyUrl", (text) => verifier.verifyUrl(`${url}?${text}`), requestLimit),
  ...cookieInputs("verifier.verifyCookies", (cookies) => verifier.verifyCookies(url, cookies)),
  {
    name: "verifier.verifyRequest: Cookie header",
    sample: asCookies(cannedParameters),
    ask: (cookie) =>
      verifier.verifyRequest({ url, headers: { get: (name) => (name === "cookie" ? cookie : null) } }),
  },
  {
    name: "verifier.verifyUrl: pattern of a signed policy, and URL",
    sample: "*a",
    limit: requestLimit - 700,
    room: 0.4,
    prepare: (filling) => {
      const parameters = signedParameters(statement(`${host}/${filling}`));
      const signed = `${host}/${"a".repeat(filling.length)}?${parameters}`;
      return () => verifier.verifyUrl(signed);
    },
  },
  ...optionInputs("verifier.verifyUrl", (options) => verifier.verifyUrl(signed, options), {
    ipAddress: "192.0.2.1",
  }),
  {
    name: "verifier.isSignatureValid: keyPairId",
    sample: keyPairId,
    ask: (id) => verifier.isSignatureValid(id, "SHA1", new Uint8Array(256), new Uint8Array(9)),
  },
  {
    name: "createCloudFrontVerifier: pathPattern",
    sample: "/a/*",
    ask: (text) => createCloudFrontVerifier({ publicKeys, restrict: [text] }),
  },
  {
    name: "createCloudFrontVerifier: keyPairId",
    sample: keyPairId,
    ask: (text) => createCloudFrontVerifier({ publicKeys: { [text]: publicKeys[keyPairId] ?? "" } }),
  },
  ...optionInputs(
    "createCloudFrontVerifier",
    (options) => createCloudFrontVerifier({ publicKeys, ...options }),
    {},
  ),
  ...urlInputs("inspectCloudFrontUrl", (text) => inspectCloudFrontUrl(text)),
  ...parameterInputs("inspectCloudFrontUrl", (text) => inspectCloudFrontUrl(`${url}?${text}`), requestLimit),
  ...urlInputs("inspectCloudFrontCookies: url", (text) =>
    inspectCloudFrontCookies(asCookies(cannedParameters), text),
  ),
  ...cookieInputs("inspectCloudFrontCookies", (cookies) => inspectCloudFrontCookies(cookies)),
  ...explanations("explainCloudFrontDenial", {}),
  ...explanations("explainCloudFrontDenial with a key", { verifier }),
  {
    name: "explainCloudFrontDenial: pattern of a policy, and URL",
    sample: "*a",
    limit: requestLimit - 700,
    room: 0.4,
    prepare: (filling) => {
      const parameters = signedParameters(statement(`${host}/${filling}b`));
      const signed = `${host}/${"a".repeat(filling.length)}?${parameters}`;
      return () => explain({ url: signed });
    },
  },
  {
    name: "explainCloudFrontDenial: pattern of a policy in cookies, and URL",
    sample: "*a",
    limit: requestLimit,
    prepare: (filling) => {
      const cookies = asCookies(signedParameters(statement(`${host}/${filling}b`)));
      const long = `${host}/${"a".repeat(filling.length)}`;
      return () => explain({ url: long, cookies });
    },
  },
  ...optionInputs("explainCloudFrontDenial", explain, { responseBody: "a", ipAddress: "192.0.2.1" }),
  ...lists.map(([place, sample, make]) => ({
    name: `explainCloudFrontDenial with a key: ${place}`,
    sample,
    ask: (/** @type {string} */ text) => explainWith({ verifier, url: signed })(make(text)),
  })),
  ...pastedPlaces.map(([place, before, after]) => ({
    name: `readPastedRequest: ${place}`,
    limit: 100_000 - before.length - after.length,
    ask: (/** @type {string} */ text) => readPastedRequest(before + text + after),
  })),
  { name: "readPastedRequest: longer text", ask: (text) => readPastedRequest(text) },
  {
    name: "readPastedRequest: requestedUrl",
    sample: url,
    ask: (requestedUrl) => readPastedRequest(cannedParameters, { requestedUrl }),
  },
];
