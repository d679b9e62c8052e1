// inputs.mjs SECONDS: the time of one URL or one set of cookies for each kind of input and each library, with an
// RSA-2048 key and SHA-1, which all of them have. The subjects of a kind take turns. The last line is JSON.
import { createPrivateKey } from "node:crypto";
import process from "node:process";
import aws from "@aws-sdk/cloudfront-signer";
import oldLibrary from "aws-cloudfront-sign";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { checkConsumed } from "../consume.mjs";
import { at, fixture, urls } from "../overhead/keys.mjs";
import { old, ours, sdk } from "../subjects.mjs";
import { takeTurns } from "../turns.mjs";
import { verifyCookies, verifyUrl } from "../verify.mjs";

const seconds = Number(process.argv[2] ?? 2);
const { keyPairId, dateLessThan, resource, rsa, rsaPublic } = fixture;
const dateGreaterThan = dateLessThan - 86_400;
const ipAddress = "203.0.113.0/24";
const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa });
// Its types name only text and bytes.
const rsaObject = /** @type {any} */ (createPrivateKey(rsa));
const day = (/** @type {number} */ epoch) => new Date(epoch * 1000);

/** A path and a query of about 2,000 characters, half of them escaped. @param {string} url */
function long(url) {
  const name = encodeURIComponent("Prüfung und Übung – Aufnahme vom 24. November");
  const query = Array.from({ length: 20 }, (_, i) => `title-${i}=${encodeURIComponent(`Größe ${i} & Maß`)}`);
  return `${url.replace(/[^/]*$/, "")}${`${name}/`.repeat(8)}segment.ts?${query.join("&")}`;
}
const longUrls = urls.map((url, i) => `${long(url)}&number=${i}`);

/**
 * @typedef {object} Kind what is signed
 * @property {string} name
 * @property {readonly string[]} [inputs] the URLs to sign, if not those of the fixture
 * @property {object} [aws] further input of the AWS SDK; ours takes the same names
 * @property {object} [old] further options of aws-cloudfront-sign; undefined where it cannot do this
 * @property {object} [more] further conditions that the policy has
 * @property {boolean} [cookies]
 */
/** @type {Kind[]} */
const kinds = [
  { name: "URL, only an expiry time", old: {} },
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
  { name: "URL of 2,000 characters with escapes", inputs: longUrls },
  { name: "cookies, a wildcard", cookies: true, old: {} },
];

/** @param {Kind} kind @returns {Record<string, import("../overhead/keys.mjs").Subject>} */
function subjectsOf({ inputs = urls, aws: more = {}, old: options, cookies = false }) {
  const terms = { dateLessThan, ...more };
  const input = { keyPairId, dateLessThan: day(dateLessThan), ...more };
  const oldInput = {
    keypairId: keyPairId,
    expireTime: dateLessThan * 1000,
    privateKeyString: rsa,
    ...options,
  };
  /** @param {any} privateKey @returns {import("../overhead/keys.mjs").Subject} */
  const awsSdk = (privateKey) =>
    cookies
      ? () => aws.getSignedCookies({ keyPairId, privateKey, policy: wildcard })
      : (i) => aws.getSignedUrl({ ...input, url: at(inputs, i), privateKey });
  return {
    [ours]: cookies
      ? async () => (await signer.signCookies({ resource, ...terms })).values
      : (i) => signer.signUrl(at(inputs, i), terms),
    [sdk]: awsSdk(rsa),
    [`${sdk}, KeyObject`]: awsSdk(rsaObject),
    ...(options && {
      [old]: cookies
        ? () => oldLibrary.getSignedCookies(resource, oldInput)
        : (i) => oldLibrary.getSignedUrl(at(inputs, i), oldInput),
    }),
  };
}

/** With only a date the AWS SDK makes a canned policy, in which a wildcard is not one. */
const wildcard = JSON.stringify({
  Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": dateLessThan } } }],
});

/** @type {Record<string, import("../raw.mjs").Cost[]>} */
const results = {};
for (const kind of kinds) {
  const subjects = subjectsOf(kind);
  for (const [name, sign] of Object.entries(subjects)) {
    for (const i of urls.keys()) {
      const url = at(kind.inputs ?? urls, i);
      /** @type {import("../verify.mjs").Claim} */
      const claim = { url, keyPairId, dateLessThan, publicKey: rsaPublic, hash: "SHA1", ...kind };
      const made = await sign(i);
      try {
        if (kind.cookies) verifyCookies(made, { ...claim, resource });
        else verifyUrl(made, claim);
      } catch (error) {
        throw new Error(`${kind.name}, ${name}, URL ${i + 1}: ${error}`);
      }
    }
  }
  results[kind.name] = await takeTurns(subjects, seconds, 1);
}
checkConsumed();
const { bun, deno, node: version = "" } = process.versions;
console.log(JSON.stringify({ version: bun ?? deno ?? version, results }));
