import { policyGrammar } from "cloudfront-sign-webcrypto/internals";
import { meantTime } from "./meant-time.ts";

/** What stands between the name of a member and its value, in JSON and in what languages write instead. */
const separators = "[\"'\\\\:=>\\s[{]{1,40}";

/**
 * The policy that was probably meant by a text that breaks CloudFront's grammar, by what it says of the resource, the
 * times and the address; `undefined` without an expiry time. `now` is in milliseconds.
 */
export function mendedPolicy(text: string, now: number): string | undefined {
  const plain = text.replace(/\\+(["'/])/g, "$1").replace(/\\u0026/gi, "&");
  const timeOf = (name: string): number | undefined => {
    const pattern = new RegExp(
      `${name}(?!\\w)${separators}(?:\\w{0,4}:?epoch_?time${separators})?([^"'\\\\},\\]]{1,40})`,
      "i",
    );
    return meantTime(pattern.exec(plain)?.[1] ?? "", now)?.seconds;
  };
  const dateLessThan = timeOf("DateLessThan");
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
