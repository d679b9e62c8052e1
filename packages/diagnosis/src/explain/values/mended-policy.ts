import { percentDecoded, policyGrammar } from "cloudfront-sign-webcrypto/internals";
import { meantTime } from "./meant-time.ts";

/** What stands between the name of a member and its value, in JSON and in what languages write instead. */
const separators = "[\"'\\\\:=>\\s[{]{1,40}";

/**
 * The policy that was probably meant by a text that breaks CloudFront's grammar, by what it says of the resource, the
 * times and the address. Without an end it ends an hour after `now`, in milliseconds. `undefined` if an end cannot be read.
 */
export function mendedPolicy(text: string, now: number): string | undefined {
  const plain = (/^%7B/i.test(text) ? percentDecoded(text) : text)
    .replace(/\\+(["'/])/g, "$1")
    .replace(/\\u0026/gi, "&");
  const timeOf = (name: string): number | undefined => {
    const pattern = new RegExp(
      `${name}(?!\\w)${separators}(?:\\w{0,4}:?\\s?epoch_?time${separators})?([^"'\\\\},\\]]{1,40})`,
      "i",
    );
    return meantTime(pattern.exec(plain)?.[1] ?? "", now)?.seconds;
  };
  const isEndless = !/DateLessThan/i.test(plain) && /resource/i.test(plain);
  const dateLessThan = isEndless ? endAfter(timeOf("DateGreaterThan"), now) : timeOf("DateLessThan");
  if (dateLessThan === undefined) return undefined;
  const [, resource = "*"] =
    new RegExp(`resource${separators}([^"'\\s\\\\},\\]]{1,4000})`, "i").exec(plain) ?? [];
  const [, ipAddress] = new RegExp(`source_?ip${separators}([\\d./]{7,18})`, "i").exec(plain) ?? [];
  const terms = { resource, dateLessThan, dateGreaterThan: timeOf("DateGreaterThan") };
  const written = [ipAddress, undefined].map((address) =>
    policyGrammar.write({ ...terms, ipAddress: address }),
  );
  return written.find((policy) => !("id" in policyGrammar.read(policy)));
}

/** An end that says nothing about the request: it has not come, and is behind the start. Whole seconds. */
function endAfter(start: number | undefined, now: number): number {
  return Math.max(start ?? 0, Math.floor(now / 1000)) + 3600;
}
