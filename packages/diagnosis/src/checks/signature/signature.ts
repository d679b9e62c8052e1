import { type Finding, likely, proven } from "../../findings/finding.ts";
import { quote } from "../../findings/quote.ts";
import { areExchanged } from "../../request/base64-fault.ts";
import { lostValue } from "../../request/lost-variable.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { placeholderIn } from "../../signature/placeholders.ts";
import type { Checks } from "../check.ts";
import { type SignatureFormFindingId, signatureSizeFinding } from "./signature-form.ts";
import { searchSignature } from "./signature-search.ts";

/**
 * A key that CloudFront does not have here.
 *
 * @inline
 */
export type KeyFindingId =
  /**
   * The response is `InvalidKey`; `possible` if only the verifier has no key with this ID.
   *
   * @see https://github.com/aws/aws-sdk-php/issues/1228
   */
  "key-not-trusted";

export const keys: Checks<KeyFindingId> = {
  "key-not-trusted": {
    rank: 420,
    kind: "wrong-value",
    isOfCircumstances: true,
    summary: "CloudFront does not trust this key here.",
    fix: "Sign with a key that is in a key group of this cache behavior. Or add the public key to such a key group, if the owner of the content decides so.",
  },
};

type SignatureFinding =
  | Awaited<ReturnType<typeof searchSignature>>[number]
  | Finding<KeyFindingId | SignatureFormFindingId>;

/** What the signature of a request was made for, and with which key. */
export async function signatureFindings(question: ReadQuestion): Promise<SignatureFinding[]> {
  const { code, verifier, keyPairId, sentKeyPairId, mended } = question;
  if (mended.get("Key-Pair-Id")?.isUnknown) return await causesOfMismatch(question);
  const isHidden = lostValue(keyPairId) !== undefined;
  const isUnknownKey = verifier !== undefined && !verifier.keyPairIds.includes(keyPairId);
  // For an unknown key, a signature that is valid for nothing only says that the key is unknown.
  const causes = await causesOfMismatch(question);
  const isOfOtherKey = causes.some(({ id }) => id === "key-id-wrong");
  const findings = causes.filter(
    ({ id }) =>
      !(isUnknownKey && !isOfOtherKey && id === "signature-mismatch") && !(isHidden && id === "key-id-wrong"),
  );
  findings.push(...placeholderFindings(question));
  // The ID is not the one of the key that signed, so that nothing follows from who has it.
  if (findings.some(({ id }) => id === "key-id-wrong")) return findings;
  // The answer is to the ID that was sent, and not to the one that was meant.
  if (code === "InvalidKey" && keyPairId === sentKeyPairId)
    findings.push(
      likely(
        "key-not-trusted",
        "the response is InvalidKey: no key group of this cache behavior contains this ID",
      ),
    );
  return findings;
}

async function causesOfMismatch(question: ReadQuestion): Promise<SignatureFinding[]> {
  const { request, credentials, verifier, mended } = question;
  const { signature } = credentials;
  if (!signature || mended.get("Signature")?.isUnknown) return [];
  const text = request.parameters.get("Signature") ?? "";
  if (lostValue(text) || areExchanged(request.parameters.get("Policy") ?? "", text)) return [];
  const sizeFinding = signatureSizeFinding(signature, text, !verifier);
  if (sizeFinding) return [sizeFinding];
  const isMadeUp = ["Policy", "Expires", credentials.kind === "canned" && "host"].some(
    (name) => name && mended.get(name)?.isUnknown,
  );
  if (!verifier || credentials.problem || isMadeUp) return [];
  // Without its URL a canned policy cannot be rebuilt.
  if (request.url === "" && credentials.kind === "canned") return [];
  return searchSignature(verifier, credentials, question);
}

/** A policy that was sent with its placeholders shows it itself. */
function placeholderFindings({ credentials: { kind, policyText = "" } }: ReadQuestion): SignatureFinding[] {
  const placeholder = kind === "custom" ? placeholderIn(policyText) : undefined;
  if (placeholder === undefined) return [];
  return [proven("placeholder-signed", `the policy has the placeholder ${quote(placeholder)}`)];
}
