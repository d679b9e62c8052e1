import { isDerSequence, signatureForm } from "../../verify/signature-form.ts";
import { type Finding, proven } from "../finding.ts";

/** Sizes of digests and of signatures on other curves, which are whole: SHA-384, raw P-384 and raw P-521. */
const wholeSizes: readonly number[] = [48, 96, 132];

/** The finding for a signature of a size that no key of CloudFront makes, whatever was signed. */
export function signatureSizeFinding(signature: Uint8Array): Finding | undefined {
  if (signatureForm(signature)) return undefined;
  const { length } = signature;
  // Base64 that was cut off at a group has no padding, so that its bytes come in threes.
  const isTruncated = length % 3 === 0 && !wholeSizes.includes(length) && !isDerSequence(signature);
  return proven(isTruncated ? "signature-truncated" : "signature-wrong-format", {
    kind: "signature-size",
    bytes: length,
    isTruncated,
  });
}
