import { memberOf } from "cloudfront-sign-webcrypto/internals";

/** The texts among the first `limit` items of a list; a single text is a list of one. */
export function textsOf(value: unknown, limit: number): string[] {
  if (typeof value === "string") return [value];
  const length = memberOf(value, "length");
  const texts: string[] = [];
  for (let i = 0; i < limit && i < Number(typeof length === "number" && length); i++) {
    const text = memberOf(value, `${i}`);
    if (typeof text === "string") texts.push(text);
  }
  return texts;
}
