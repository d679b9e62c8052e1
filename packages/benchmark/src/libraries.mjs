// libraries.mjs SECONDS: the time of one URL or one set of cookies for each kind of input and each library, in one warm
// process. The subjects of a kind take turns. `raw` is crypto.subtle.sign on prepared bytes, the limit: its output stays
// bytes. "100 at once" has no synchronous subject, which takes a hundred times as long. The last line is JSON.
import { createPrivateKey } from "node:crypto";
import process from "node:process";
import aws from "@aws-sdk/cloudfront-signer";
import oldLibrary from "aws-cloudfront-sign";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { checkConsumed, consume } from "./consume.mjs";
import { cannedPolicy, derOf, ecAlgorithm, readFixture, rsaAlgorithm, urlList } from "./fixture.mjs";
import { old, ours, perRequest, sdk } from "./subjects.mjs";
import { takeTurns } from "./turns.mjs";
import { claimOf, verifyCookies, verifyRaw, verifyUrl } from "./verify.mjs";

/** @typedef {import("./turns.mjs").Subject} Subject */
/** @typedef {Record<string, Subject>} Subjects */

const seconds = Number(process.argv[2] ?? 2);
const fixture = await readFixture();
const { keyPairId, dateLessThan, resource, rsa, ec } = fixture;
const urls = urlList(100);
const dateGreaterThan = dateLessThan - 86_400;
const ipAddress = "203.0.113.0/24";
const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa });
const grant = await signer.grant({ resource, dateLessThan });
const day = (/** @type {number} */ epoch) => new Date(epoch * 1000);
/** @template T @param {readonly T[]} values @param {number} i */
const at = (values, i) => /** @type {T} */ (values[i]);

/** A path and a query of about 2,000 characters, half of them escaped. @param {string} url */
function long(url) {
  const name = encodeURIComponent("Prüfung und Übung – Aufnahme vom 24. November");
  const query = Array.from({ length: 20 }, (_, i) => `title-${i}=${encodeURIComponent(`Größe ${i} & Maß`)}`);
  return `${url.replace(/[^/]*$/, "")}${`${name}/`.repeat(8)}segment.ts?${query.join("&")}`;
}

/**
 * @typedef {object} Kind what is signed
 * @property {string} name
 * @property {boolean} [isEc] P-256 with SHA-256 instead of RSA-2048 with SHA-1
 * @property {boolean} [isPlain] has the limits, a new signer for each URL, and 100 at once
 * @property {readonly string[]} [inputs] the URLs to sign, if not those of the fixture
 * @property {object} [aws] further input of the AWS SDK; ours takes the same names
 * @property {object} [old] further options of aws-cloudfront-sign; undefined where it cannot do this
 * @property {object} [more] further conditions that the policy has
 * @property {boolean} [cookies]
 */
/** P-256 first: it is faster, so the common code is compiled long before RSA is measured. @type {Kind[]} */
const kinds = [
  // aws-cloudfront-sign has no SHA-256.
  { name: "URL, only an expiry time, P-256", isEc: true, isPlain: true },
  { name: "URL, only an expiry time", isPlain: true, old: {} },
  {
    name: "URL, a start time",
    aws: { dateGreaterThan: day(dateGreaterThan) },
    more: { DateGreaterThan: { "AWS:EpochTime": dateGreaterThan } },
  },
  {
    name: "URL, an IP address",
    aws: { ipAddress },
    old: { ipRange: ipAddress },
    more: { IpAddress: { "AWS:SourceIp": ipAddress } },
  },
  {
    name: "URL of 2,000 characters with escapes",
    inputs: urls.map((url, i) => `${long(url)}&number=${i}`),
  },
  { name: "cookies, a wildcard", cookies: true, old: {} },
];

/** With only a date the AWS SDK makes a canned policy, in which a wildcard is not one. */
const wildcard = JSON.stringify({
  Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": dateLessThan } } }],
});

/** @param {boolean} isEc */
async function rawSubject(isEc) {
  const algorithm = isEc ? ecAlgorithm : rsaAlgorithm;
  const key = await crypto.subtle.importKey("pkcs8", derOf(isEc ? ec : rsa), algorithm, false, ["sign"]);
  const policies = urls.map((url) => new TextEncoder().encode(cannedPolicy(url, dateLessThan)));
  return (/** @type {number} */ i) => crypto.subtle.sign(algorithm, key, at(policies, i));
}

/** @param {Kind} kind @returns {Promise<{ asynchronous: Subjects, synchronous: Subjects }>} */
async function subjectsOf({ inputs = urls, isEc = false, isPlain, aws: more = {}, old: options, cookies }) {
  const pem = isEc ? ec : rsa;
  const own = isEc ? createCloudFrontSigner({ keyPairId, privateKey: ec }) : signer;
  const terms = { dateLessThan, ...more };
  const input = { keyPairId, dateLessThan: day(dateLessThan), ...more };
  const algorithm = isEc ? { algorithm: /** @type {const} */ ("SHA256") } : {};
  const oldInput = {
    keypairId: keyPairId,
    expireTime: dateLessThan * 1000,
    privateKeyString: rsa,
    ...options,
  };
  /** Its types name only text and bytes. @param {any} privateKey @returns {Subject} */
  const awsSdk = (privateKey) =>
    cookies
      ? () => aws.getSignedCookies({ keyPairId, privateKey, policy: wildcard })
      : (i) => aws.getSignedUrl({ ...input, ...algorithm, url: at(inputs, i), privateKey });
  return {
    asynchronous: {
      ...(isPlain && { raw: await rawSubject(isEc) }),
      [ours]: cookies
        ? async () => (await own.signCookies({ resource, ...terms })).values
        : (i) => own.signUrl(at(inputs, i), terms),
      ...(isPlain && {
        [perRequest]: (i) =>
          createCloudFrontSigner({ keyPairId, privateKey: pem }).signUrl(at(inputs, i), terms),
      }),
    },
    synchronous: {
      [sdk]: awsSdk(pem),
      [`${sdk}, KeyObject`]: awsSdk(createPrivateKey(pem)),
      ...(options && {
        [old]: cookies
          ? () => oldLibrary.getSignedCookies(resource, oldInput)
          : (i) => oldLibrary.getSignedUrl(at(inputs, i), oldInput),
      }),
    },
  };
}

/** Throws unless every output of a subject is right. @param {Kind} kind @param {string} name @param {Subject} sign */
async function verified(kind, name, sign) {
  for (const i of urls.keys()) {
    const url = at(kind.inputs ?? urls, i);
    const claim = { ...claimOf(fixture, url, kind), ...kind };
    const made = await sign(i);
    try {
      if (name === "raw") verifyRaw(made, cannedPolicy(url, dateLessThan), claim);
      else if (kind.cookies) verifyCookies(made, { ...claim, resource });
      else verifyUrl(made, claim);
    } catch (error) {
      throw new Error(`${kind.name}, ${name}, URL ${i + 1}: ${error}`);
    }
  }
}

/** @type {import("./raw.mjs").Libraries["results"]} */
const results = {};
for (const kind of kinds) {
  const { asynchronous, synchronous } = await subjectsOf(kind);
  const all = { ...asynchronous, ...synchronous };
  for (const [name, sign] of Object.entries(all)) await verified(kind, name, sign);
  results[kind.name] = {
    serial: await takeTurns(all, seconds, urls.length, false),
    parallel: kind.isPlain ? await takeTurns(asynchronous, seconds, urls.length, true) : [],
  };
}

// A hundred URLs in a call, since one is too short to be timed.
const granted = () => {
  for (const url of urls) consume(grant.signUrl(url));
};
for (const url of urls) verifyUrl(grant.signUrl(url), claimOf(fixture, url, { isGrant: true }));
results["URL of a grant"] = {
  serial: await takeTurns({ [ours]: granted }, seconds / 4, urls.length, false, urls.length),
  parallel: [],
};

checkConsumed();
const { bun, deno, node: version = "" } = process.versions;
console.log(JSON.stringify({ version: bun ?? deno ?? version, results }));
