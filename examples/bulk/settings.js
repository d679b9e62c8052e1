// What the environment and the command line say.
import { readFileSync } from "node:fs";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { refuse } from "./fault.js";

export function keyPairId() {
  const id = process.env.CLOUDFRONT_KEY_PAIR_ID;
  if (!id)
    refuse(
      "CLOUDFRONT_KEY_PAIR_ID",
      "is not set; set the ID of the public key in CloudFront, such as K2JCJMDEHXQW5F",
    );
  // A signer checks the form of the ID. `add` has no key.
  createCloudFrontSigner({ keyPairId: id, privateKey: noKey });
  return id;
}

const noKey = /** @type {const} */ ({
  keyType: "RSA",
  hashAlgorithm: "SHA1",
  sign: () => Promise.reject(new Error("add does not sign")),
});

/**
 * The PEM. In a hosting service's settings it may be one line with `\n`.
 * @returns {{ variable: string, text: string }}
 */
export function privateKey() {
  const { CLOUDFRONT_PRIVATE_KEY: text, CLOUDFRONT_PRIVATE_KEY_FILE: file } = process.env;
  if (text) return { variable: "CLOUDFRONT_PRIVATE_KEY", text };
  if (!file)
    refuse(
      "CLOUDFRONT_PRIVATE_KEY_FILE",
      "is not set; set it to the path of the private key, or CLOUDFRONT_PRIVATE_KEY to its text",
    );
  try {
    return { variable: "CLOUDFRONT_PRIVATE_KEY_FILE", text: readFileSync(file, "utf8") };
  } catch (error) {
    refuse("CLOUDFRONT_PRIVATE_KEY_FILE", `${file} cannot be read (${error.code}); correct the path`);
  }
}

const mostDays = 3650;
/** @type {`${number}d`} */
export const longestLifetime = `${mostDays}d`;
const units = { s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * When the signed URLs expire.
 * @param {{ "expires-in"?: string, "date-less-than"?: string }} options
 */
export function readExpiry({ "expires-in": expiresIn, "date-less-than": dateLessThan }) {
  if (expiresIn !== undefined && dateLessThan !== undefined)
    refuse("--date-less-than", "excludes --expires-in; give one of them");
  if (expiresIn !== undefined) {
    const [, number, unit = "s"] = /^([1-9]\d{0,8})([smhd]?)$/.exec(expiresIn) ?? [];
    if (!number)
      refuse(
        "--expires-in",
        `${JSON.stringify(expiresIn)} is not a length of time; write 90s, 15m, 6h or 7d`,
      );
    const seconds = Number(number) * (units[/** @type {keyof typeof units} */ (unit)] ?? 1);
    const days = Math.floor(seconds / units.d);
    if (days > mostDays)
      refuse(
        "--expires-in",
        `is ${days} days; if you mean milliseconds, divide by 1000, or write 7d; give at most ${mostDays}d`,
      );
    return { expiresIn, dateLessThan: isoSeconds(Date.now() + seconds * 1000) };
  }
  if (dateLessThan === undefined)
    refuse("--expires-in", "is missing; give --expires-in 7d, or --date-less-than 2030-01-01T00:00:00Z");
  const time = /T.*(Z|[+-]\d\d:?\d\d)$/.test(dateLessThan) ? Date.parse(dateLessThan) : Number.NaN;
  if (Number.isNaN(time))
    refuse(
      "--date-less-than",
      `${JSON.stringify(dateLessThan)} is not a time with a time zone; write 2030-01-01T00:00:00Z`,
    );
  if (time <= Date.now())
    refuse("--date-less-than", `${isoSeconds(time)} is in the past; give a time to come`);
  if (time > Date.now() + mostDays * units.d * 1000)
    refuse(
      "--date-less-than",
      `${isoSeconds(time)} is more than ${mostDays} days away; give an earlier time`,
    );
  return { dateLessThan: isoSeconds(time) };
}

/** CloudFront counts whole seconds. @param {number} milliseconds */
const isoSeconds = (milliseconds) => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");

/** @param {string} [given] */
export function readLinesPerChunk(given = "1000") {
  const number = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  if (number < 1 || number > 10_000)
    refuse(
      "--lines-per-chunk",
      `${JSON.stringify(given)} is not a number from 1 to 10000; 1000 is a good one`,
    );
  return number;
}

/** @param {string} [given] */
export function readRunName(given = "urls") {
  if (!/^[\w.-]{1,64}$/.test(given))
    refuse(
      "--run",
      `${JSON.stringify(given)} is not a name; write up to 64 letters, digits, ".", "-" and "_"`,
    );
  return given;
}
