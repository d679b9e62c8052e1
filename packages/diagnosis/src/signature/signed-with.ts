/** The form of a signature: as CloudFront reads it, or another one. */
export type SignatureForm =
  | "as-cloudfront-reads"
  | "raw-ecdsa"
  | "pss"
  | "digest-info-without-null"
  | "digest-without-digest-info"
  | "text-of-digest"
  | "text-itself"
  | "no-padding";

/** What made a signature, whatever it was made of. */
export interface SignedWith {
  readonly keyPairId: string;
  /** As `Hash-Algorithm` names it; `undefined` for a text that was not hashed. */
  readonly hash: string | undefined;
  readonly form: SignatureForm;
}

/** A way to find out whether a signature was made of some bytes. */
export interface SignedBytesCheck extends SignedWith {
  isMadeOf(bytes: Uint8Array<ArrayBuffer>): Promise<boolean>;
}
