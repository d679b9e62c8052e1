import { base64, percentDecoded, policyGrammar, resourceReadings } from "cloudfront-sign-webcrypto/internals";
import { hexBytes, oneCase, withOtherCase } from "./base64-fault.ts";
import { isUsualKeyPairId } from "./key-pair-id-form.ts";
import { lostValue } from "./lost-variable.ts";
import { meantTime } from "./meant-time.ts";
import { withoutForeignCharacters, withoutStrayText } from "./stray-character.ts";

/** The value that was probably meant by one that cannot be read; `undefined` if it shows nothing. `now` is in milliseconds. */
export function mendedValue(name: string, value: string, now: number): string | undefined {
  if (lostValue(value)) return undefined;
  const plain = withoutForeignCharacters(name, value);
  if (plain !== value) return plain;
  const text = withoutStrayText(percentDecoded(percentDecoded(value)));
  if (/-----BEGIN/.test(text)) return undefined;
  switch (name) {
    case "Signature":
    case "Policy":
      return /^\{/.test(text)
        ? base64.encodeCloudFront(new TextEncoder().encode(text))
        : mendedBase64(percentDecoded(percentDecoded(value)).replace(/^b(?=['"])/, ""));
    case "Expires": {
      const seconds = meantTime(text, now)?.seconds;
      return seconds === undefined || seconds < 0 ? undefined : `${seconds}`;
    }
    case "Hash-Algorithm": {
      if (/^SHA-?(?:1|256)$/i.test(text) && text !== value) return text;
      const [, hash] = /SHA-?_?(1|256)$/i.exec(text) ?? /^[RE]S(256)$/i.exec(text) ?? [];
      return hash === undefined ? undefined : `SHA${hash}`;
    }
    default:
      // A single small l or o may stand for L, I or 1, or for O or 0.
      if (/[A-Z]/.test(text) && /[a-z]/.test(text) && !/[a-kmnp-z]/.test(text)) return undefined;
      // First what stands around it, and then its letters.
      return isUsualKeyPairId(text.toUpperCase()) && /\d/.test(text)
        ? text === value
          ? text.toUpperCase()
          : text
        : undefined;
  }
}

/** A digest, a signature and a policy have more bytes. Our own limit. */
const shortestBytes = 16;

/** Base64 of any alphabet and any padding in that of CloudFront. */
function mendedBase64(text: string): string | undefined {
  const digits = hexBytes(text);
  if (digits) return base64.encodeCloudFront(digits);
  if (oneCase(text)) return undefined;
  const other = withOtherCase(text);
  if (!base64.decodeCloudFront(text) && base64.decodeCloudFront(other)) return other;
  const lines = text.split(/[ +]/);
  // Spaces after 64 or 76 characters were line breaks, others were a +: with it, base64 has whole groups.
  const isWrapped =
    lines.length > (text.trim().length % 4 === 0 ? 2 : 1) &&
    lines.slice(0, -1).every(({ length }) => length % 4 === 0 && length > 60);
  const letters = (isWrapped ? lines.join("") : text.trim().replace(/ /g, "+"))
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\\[nrt]|[^\w~+/=-]+/g, "")
    .replace(/[_=]{0,4}$/, "")
    .replaceAll("-", "+")
    .replace(/[_~]/g, "/");
  // With = and / exchanged, the padding is ~.
  const unpadded = text.slice(0, -4).includes("_") ? letters.replace(/\/{1,2}$/, "") : letters;
  const whole = unpadded.length % 4 === 1 ? unpadded.slice(0, -1) : unpadded;
  const bytes = base64.decode(whole);
  return bytes && bytes.length >= shortestBytes ? base64.encodeCloudFront(bytes) : undefined;
}

/** What stands between the name of a member and its value, in JSON and in what languages write instead. */
const separators = "(?:[\"'\\\\:=>\\s[{(\\]]|Array){1,200}";

/** A time of a policy, as it is written there, in the notation of any language. */
export function timeTextIn(policy: string, name: "DateLessThan" | "DateGreaterThan"): string | undefined {
  const pattern = new RegExp(
    `${name}(?!\\w)${separators}(?:\\w{0,4}:?\\s?epoch_?time${separators})?([^"'\\\\},\\])\\n]{1,40})(?=["'\\\\},\\])\\n])`,
    "i",
  );
  return pattern.exec(policy)?.[1];
}

/**
 * The policy that was probably meant by a text that breaks CloudFront's grammar, by what it says of the resource, the
 * times and the address. Without an end it ends an hour after `now`, in milliseconds. Of several statements it has the
 * Resource that covers `url`, or else the first one. `undefined` if an end cannot be read.
 */
export function mendedPolicy(text: string, now: number, url = ""): string | undefined {
  const plain = (/^%7B/i.test(text) ? percentDecoded(text) : text)
    .replace(/\\+(["'/])/g, "$1")
    .replace(/\\u0026/gi, "&");
  const timeOf = (name: "DateLessThan" | "DateGreaterThan"): number | undefined =>
    meantTime(timeTextIn(plain, name) ?? "", now)?.seconds;
  const isEndless = !/DateLessThan/i.test(plain) && /resource/i.test(plain);
  const dateLessThan = isEndless ? endAfter(timeOf("DateGreaterThan"), now) : timeOf("DateLessThan");
  if (dateLessThan === undefined) return undefined;
  const resources = Array.from(
    plain.matchAll(new RegExp(`resource${separators}([^"'\\s\\\\},\\]]{1,4000})`, "gi")),
    ([, resource = ""]) => resource,
  );
  const [first = "*"] = resources;
  const resource = resources.find((one) => resourceReadings(one).some((covers) => covers(url))) ?? first;
  const [, ipAddress] = new RegExp(`source_?ip${separators}([\\d./]{7,18})`, "i").exec(plain) ?? [];
  const statement = { resource, dateLessThan, dateGreaterThan: timeOf("DateGreaterThan") };
  const written = [ipAddress, undefined].map((address) =>
    policyGrammar.write({ ...statement, ipAddress: address }),
  );
  return written.find((policy) => !("id" in policyGrammar.read(policy)));
}

/** An end that says nothing about the request: it has not come, and is behind the start. Whole seconds. */
export function endAfter(start: number | undefined, now: number): number {
  return Math.max(start ?? 0, Math.floor(now / 1000)) + 3600;
}
