import { base64, parameterNames, signatureForm } from "cloudfront-sign-webcrypto/internals";
import { isUsualKeyPairId } from "../values/key-pair-id-form.ts";

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
