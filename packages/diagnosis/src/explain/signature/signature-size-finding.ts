import { der, limits, signatureForm } from "cloudfront-sign-webcrypto/internals";
import type { Evidence } from "../evidence/evidence.ts";
import { type Finding, proven } from "../findings/finding.ts";
import { signatureHashes } from "./signature-hash.ts";

/** Bytes of raw signatures on curves that CloudFront does not take: r and s of the curve's size each. */
const rawSizes: readonly (readonly [bytes: number, curve: string])[] = [
  [96, "P-384"],
  [132, "P-521"],
];

/** Bytes of signatures in DER on these curves: some less, when a number starts with zeros. */
const derSizes: readonly (readonly [least: number, most: number, curve: string])[] = [
  [98, 104, "P-384"],
  [132, 139, "P-521"],
];

/**
 * The finding for a signature of a size or a form that no key of CloudFront makes, whatever was signed.
 * `text` is the parameter. With a key the search can prove more about 64 bytes than their number.
 */
export function signatureSizeFinding(
  signature: Uint8Array<ArrayBuffer>,
  text: string,
  isWithoutKey: boolean,
): Finding | undefined {
  const { length } = signature;
  const evidence = wrongFormat(signature, text, isWithoutKey);
  if (evidence) {
    // A signature that was cut off can have these sizes, too.
    const isCertain = length % 3 !== 0 || typeof evidence === "string" || !hasSizeOnly(evidence, signature);
    return { ...proven("signature-wrong-format", evidence), certainty: isCertain ? "proven" : "likely" };
  }
  if (signatureForm(signature)) return undefined;
  // Base64 that was cut off at a group has no padding, so that its bytes come in threes.
  const isTruncated = length % 3 === 0 && !der.isDerSequence(signature);
  return proven(isTruncated ? "signature-truncated" : "signature-wrong-format", {
    kind: "signature-size",
    bytes: length,
    isTruncated,
  });
}

function hasSizeOnly({ kind }: Exclude<Evidence, string>, signature: Uint8Array): boolean {
  return kind === "digest-size" || (kind === "other-curve" && !isLongSequence(signature));
}

function wrongFormat(
  signature: Uint8Array<ArrayBuffer>,
  text: string,
  isWithoutKey: boolean,
): Evidence | undefined {
  const { length: bytes } = signature;
  const content = new TextDecoder().decode(signature);
  // Hexadecimal digits are also letters of base64, so they can be decoded.
  if ([text, content].some((digits) => digits.length >= 128 && /^[\da-f]+$/i.test(digits)))
    return { kind: "signature-as-text", encoding: "hexadecimal digits" };
  if (bytes >= 88 && /^[\w+/~-]+[=_]{0,2}$/.test(content))
    return { kind: "signature-as-text", encoding: "base64" };
  if (bytes === limits.rawP256Signature) return isWithoutKey ? "size-of-raw-signature" : undefined;
  const curve =
    rawSizes.find(([size]) => size === bytes)?.[1] ??
    (isLongSequence(signature) && derSizes.find(([least, most]) => bytes >= least && bytes <= most)?.[2]);
  if (curve) return { kind: "other-curve", bytes, curve };
  const hash = der.isDerSequence(signature)
    ? undefined
    : signatureHashes.find(({ length }) => length === bytes);
  return hash && { kind: "digest-size", bytes, hash: hash.name };
}

/** Whether the bytes are a DER SEQUENCE, whole, with its length in one byte or in two. */
function isLongSequence(signature: Uint8Array): boolean {
  const [tag, first, second] = signature;
  return der.isDerSequence(signature) || (tag === 0x30 && first === 0x81 && second === signature.length - 3);
}
