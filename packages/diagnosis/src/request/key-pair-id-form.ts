/** The characters of the shortest ID of a public key in AWS's documentation. */
export const shortestKeyPairId = 13;

/** Whether text is like the IDs of public keys, or of CloudFront key pairs of the old kind. */
export function isUsualKeyPairId(text: string): boolean {
  return /^(?:K[A-Z\d]{12,13}|APKA[A-Z\d]{16,17})$/.test(text);
}

/** The command that downloads the public key of an ID; none for an example, and for an ID that it does not know. */
export function downloadOf(id: string): string {
  const isUnknown = /EXAMPLE|^APKA/.test(id) || otherIdentifier(id) !== undefined;
  return isUnknown ? "" : ` (aws cloudfront get-public-key --id ${id})`;
}

/** What AWS writes IDs of this form for, if not for a public key. */
export type OtherIdentifier = "distribution" | "access-key" | "account";

/**
 * What else an ID is whose letters and digits could be those of a public key's.
 *
 * Sources: IAM User Guide, "Understanding unique ID prefixes"; CloudFront API Reference, "Distribution" (its
 * examples have up to 15 characters).
 */
export function otherIdentifier(text: string): OtherIdentifier | undefined {
  if (/^\d{12}$/.test(text)) return "account";
  if (/^A[KS]IA[A-Z\d]{12,}$/.test(text)) return "access-key";
  return /^E[A-Z\d]{12,14}$/.test(text) ? "distribution" : undefined;
}
