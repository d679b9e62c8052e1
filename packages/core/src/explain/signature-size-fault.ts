import { signatureKind } from "../verify/signature-size.ts";
import type { CloudFrontFindingId } from "./fixes.ts";

/** Of a size that no key makes, whatever was signed. */
export function sizeProblem(
  signature: Uint8Array | undefined,
): [id: CloudFrontFindingId, evidence: string] | undefined {
  if (!signature || signatureKind(signature) !== "unknown") return undefined;
  const { 0: first, 1: rest, length } = signature;
  // What was cut has no padding, and so its bytes come in threes; digests of 48 and signatures of other
  // curves are whole.
  const isWhole =
    length % 3 > 0 || /^(48|96|132)$/.test(`${length}`) || (first === 0x30 && rest === length - 2);
  return isWhole
    ? ["signature-wrong-format", `it has ${length} bytes, in no form that CloudFront reads`]
    : ["signature-truncated", `it has ${length} bytes, which no key makes: cut off`];
}
