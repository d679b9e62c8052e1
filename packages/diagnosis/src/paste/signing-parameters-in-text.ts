import { base64, parameterNames, signatureForm } from "cloudfront-sign-webcrypto/internals";
import { isUsualKeyPairId } from "../request/key-pair-id-form.ts";
import { hasFormOf } from "../request/meant-name.ts";

/** Where the last signing parameter of a URL or a text starts, at its ? or &; negative without one. */
export function lastSigningParameter(text: string): number {
  const starts = parameterNames.flatMap((name) => [
    text.lastIndexOf(`?${name}=`),
    text.lastIndexOf(`&${name}=`),
  ]);
  return Math.max(...starts);
}

/** Whether a URL or a text has signing parameters. */
export function hasSigningParameters(text = ""): boolean {
  return lastSigningParameter(text) >= 0;
}

/** The query of signing parameters that stand one by one in a text, each with a value of its form. */
export function separateParameters(text: string): string | undefined {
  // In JSON and what languages write instead, in HTML, in a table; not in the query of another URL.
  const named = new RegExp(
    `(?<![\\w?&;-])(${parameterNames.join("|")})(?![\\w-])["']?(?:[^<>\\n]{0,40}?\\bvalue["']?)?\\s{0,9}(?:=>|==?|:|,|\\s)\\s{0,9}["']?([\\w~+/=%-]{4,9000})`,
    "g",
  );
  const found = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(named))
    if (!found.has(name) && hasFormOf(name, value)) found.set(name, value);
  if (!found.has("Signature") || found.size < 3) return undefined;
  return [...found].map(([name, value]) => `${name}=${value}`).join("&");
}

/** Whether the last value of a signing parameter is one that nothing can be missing of. */
export function isLastValueWhole(text: string): boolean {
  const [, name = "", value = ""] =
    new RegExp(`.*(?:[?&]|CloudFront-)(${parameterNames.join("|")})=(.*)$`, "is").exec(text) ?? [];
  const known = parameterNames.find((one) => one.toLowerCase() === name.toLowerCase());
  const [plain = ""] = /^[^&;"'\s>]*/.exec(value) ?? [];
  const bytes = base64.decodeCloudFront(plain);
  switch (known) {
    case "Expires":
      return /^\d{10,13}$/.test(plain);
    case "Policy":
      return bytes?.at(-1) === "}".charCodeAt(0);
    case "Signature":
      return bytes !== undefined && signatureForm(bytes) !== undefined;
    case "Key-Pair-Id":
      return isUsualKeyPairId(plain);
    case "Hash-Algorithm":
      return /^SHA(?:1|256)$/.test(plain);
    default:
      // Without signing parameters, only more of them show that a line is a part of the URL.
      return true;
  }
}
