// hostile.mjs [RUNS]: milliseconds that an answer to hostile input takes. Prints the median and the maximum
// of the runs as JSON.
//
// The calls: verify as a URL and as cookies, inspect, explain without a key and with one, which searches for
// the cause.
import { performance } from "node:perf_hooks";
import process from "node:process";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import {
  createCloudFrontVerifier,
  inspectCloudFrontCookies,
  inspectCloudFrontUrl,
} from "cloudfront-sign-webcrypto/verify";
import { median } from "./stats.mjs";

const runs = Number(process.argv[2] ?? 20);
const rsa = {
  name: "RSASSA-PKCS1-v1_5",
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
  hash: "SHA-1",
};
const { publicKey } = await crypto.subtle.generateKey(rsa, true, ["sign", "verify"]);
const keyPairId = "K2JCJMDEHXQW5F";
const restrict = [{ pathPattern: "/open/*a*a*a*a*a*b", restricted: false }, "*"];
const publicKeys = { [keyPairId]: new Uint8Array(await crypto.subtle.exportKey("spki", publicKey)) };
const verifier = createCloudFrontVerifier({ publicKeys, restrict });

const host = "https://d111111abcdef8.cloudfront.net";
/** CloudFront's base64. @param {string | Uint8Array} content */
const encoded = (content) =>
  Buffer.from(content).toString("base64").replace(/\+/g, "-").replace(/=/g, "_").replace(/\//g, "~");
const rest = `&Signature=${encoded(new Uint8Array(256).fill(7))}&Key-Pair-Id=${keyPairId}`;
/** @param {string | Uint8Array} policy */
const withPolicy = (policy) => `${host}/a?Policy=${encoded(policy)}${rest}`;
/** @param {string} resource */
const statement = (resource) =>
  JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": 4e9 } } }],
  });
/** A URL with this path and query and a canned policy. @param {string} text */
const canned = (text) => `${host}/${text}${text.includes("?") ? "&" : "?"}Expires=4000000000${rest}`;

/** @type {Record<string, string>} */
const inputs = {
  "a good shape, nothing hostile": canned("a.jpg?size=1"),
  "a policy of 1 MB": withPolicy("x".repeat(1e6)),
  "a policy of 1 MB of JSON": withPolicy(`[${"1,".repeat(5e5)}1]`),
  "10,000 parameters": canned(`a?${"a=1&".repeat(1e4)}`),
  "3,600 parameters": canned(`a?${"a&".repeat(3600)}`),
  "700 reserved parameters": `${host}/a?${"Expires=1&".repeat(700)}${rest}`,
  "5,000 asterisks": withPolicy(statement("*".repeat(5000))),
  "5,000 asterisks, and what they do not cover": withPolicy(statement(`${host}/${"*".repeat(5000)}b`)),
  "asterisks and letters against 3,500 letters": `${host}/${"a".repeat(3500)}?Policy=${encoded(statement(`${host}/${"*a".repeat(1000)}b`))}${rest}`,
  "an asterisk, and letters that nearly fit": `${host}/${"a".repeat(3500)}?Policy=${encoded(statement(`${host}/*${"a".repeat(1900)}b`))}${rest}`,
  "a path against patterns": canned(`open/${"a".repeat(7000)}`),
  "JSON 5,000 deep": withPolicy("[".repeat(5000)),
  "objects 400 deep": withPolicy('{"Statement":'.repeat(400)),
  "quotes and backslashes": withPolicy('"\\'.repeat(2500)),
  "backslashes in a string": withPolicy(`"${"\\".repeat(5000)}`),
  colons: withPolicy(":".repeat(5000)),
  "invalid UTF-8": withPolicy(new Uint8Array(5000).fill(0xff)),
  "NUL bytes": withPolicy("\0".repeat(5000)),
  "a signature of 7,000 characters": `${host}/a?Expires=4000000000&Signature=${"A".repeat(7000)}&Key-Pair-Id=${keyPairId}`,
  "a signature of underscores": `${host}/a?Expires=4000000000&Signature=${"_".repeat(7000)}&Key-Pair-Id=${keyPairId}`,
  "percent signs": canned("%".repeat(7000)),
  "escapes that are no UTF-8": canned("%ff".repeat(2300)),
  "equals signs": canned(`?${"=".repeat(7000)}`),
  slashes: canned("/".repeat(7000)),
  dots: canned("../".repeat(2300)),
  "dots in names": canned("a.".repeat(3500)),
  "everything that is encoded at times": canned(`${"!$&'()*+,;=:@%20".repeat(400)}`),
  ampersands: canned(`?${"&".repeat(7000)}`),
  "question marks": canned("?".repeat(7000)),
  "lone surrogates": canned("\ud800".repeat(2000)),
  spaces: " ".repeat(8000),
  semicolons: ";".repeat(20000),
  "a host of 8,000": `https://${"a.".repeat(4000)}`,
  digits: `${host}/a?Expires=${"9".repeat(7000)}${rest}`,
};

/**
 * The same parameters as a Cookie header, with a policy twice as long: cookies hold more than a URL.
 * @param {string} input
 */
function asCookies(input) {
  const pairs = (input.split("?")[1] ?? input).split("&").map((pair) => `CloudFront-${pair}`);
  const twice = (/** @type {string} */ _, /** @type {string} */ policy) =>
    `Policy=${policy.slice(0, policy.length & ~3).repeat(2)}`;
  return pairs.map((pair) => pair.replace(/Policy=([^_]{50,7000})_*$/, twice)).join("; ");
}

/** @type {Record<string, (input: string, cookies: string) => unknown>} */
const questions = {
  verifyUrl: (input) => verifier.verifyUrl(input),
  verifyCookies: (_, cookies) => verifier.verifyCookies(`${host}/a`, cookies),
  inspectUrl: (input) => inspectCloudFrontUrl(input),
  inspectCookies: (_, cookies) => inspectCloudFrontCookies(cookies),
  explain: (input) =>
    explainCloudFrontDenial({ url: input, responseBody: input, setCookie: [input], status: 403 }),
  explainWithKey: (input) => explainCloudFrontDenial({ url: input, verifier, status: 403 }),
};

/** @type {Record<string, Record<string, { p50: number, max: number }>>} */
const times = {};
let longest = 0;
for (const [name, input] of Object.entries(inputs)) {
  times[name] = {};
  const cookies = asCookies(input);
  for (const [question, ask] of Object.entries(questions)) {
    /** @type {number[]} */
    const each = [];
    const answer = await ask(input, cookies);
    if (answer && /** @type {{ allowed?: boolean }} */ (answer).allowed)
      throw new Error(`${name} is allowed`);
    for (let run = 0; run < runs; run++) {
      const start = performance.now();
      await ask(input, cookies);
      each.push(performance.now() - start);
    }
    times[name][question] = {
      p50: Number(median(each).toFixed(3)),
      max: Number(Math.max(...each).toFixed(3)),
    };
    longest = Math.max(longest, ...each);
  }
}
console.log(
  JSON.stringify(
    {
      runtime: `Node.js ${process.versions.node}`,
      unit: "ms",
      runs,
      longest: Number(longest.toFixed(3)),
      times,
    },
    null,
    1,
  ),
);
