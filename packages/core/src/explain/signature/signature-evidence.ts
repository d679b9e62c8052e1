import { policyQuote, quote } from "../quote.ts";
import type { Sentences } from "../sentences.ts";
import { describeOtherExpiry } from "./other-expiry.ts";
import { type UrlDifferenceEvidence, urlDifferenceSentences } from "./url-difference-evidence.ts";

/** What a check of the signature showed. */
export type SignatureEvidence =
  | "answered-invalid-key"
  | "key-pair-id-not-in-group"
  | "key-pair-id-not-in-group-but-accepted"
  | "valid-once-in-der"
  | "size-of-raw-signature"
  | "valid-for-nothing-tried"
  | { readonly kind: "signature-size"; readonly bytes: number; readonly isTruncated: boolean }
  | { readonly kind: "other-key"; readonly keyPairId: string; readonly sent: string }
  | { readonly kind: "other-hash"; readonly signed: string; readonly sent: string }
  | { readonly kind: "other-expiry"; readonly signed: number; readonly sent: number }
  | {
      readonly kind: "other-policy-text";
      readonly position: number;
      readonly signed: string;
      readonly sent: string;
    }
  | UrlDifferenceEvidence;

export const signatureSentences: Sentences<SignatureEvidence> = {
  "answered-invalid-key": "the answer is InvalidKey: no key group of this cache behavior has the ID",
  "key-pair-id-not-in-group": "the key group does not have the ID",
  "key-pair-id-not-in-group-but-accepted":
    "the given key group does not have the ID, and the answer is not InvalidKey",
  "valid-once-in-der": "the signature is valid once its raw r and s are encoded in DER",
  "size-of-raw-signature": "the signature has 64 bytes, as raw r and s have",
  "valid-for-nothing-tried":
    "the signature is valid neither for this request nor for what is often signed instead",
  "signature-size": ({ bytes, isTruncated }) =>
    isTruncated
      ? `the signature has ${bytes} bytes, which no key makes: it was cut off`
      : `the signature has ${bytes} bytes, in no form that CloudFront reads`,
  "other-key": ({ keyPairId }) => `the signature was made with the key ${quote(keyPairId)}`,
  "other-hash": ({ signed, sent }) =>
    `the signature was made with ${signed}, and the request says or implies ${sent}`,
  "other-expiry": ({ signed, sent }) => describeOtherExpiry(signed, sent),
  "other-policy-text": ({ position, signed, sent }) =>
    `from character ${position}: signed ${policyQuote(signed)}, expected ${policyQuote(sent)}`,
  ...urlDifferenceSentences,
};
