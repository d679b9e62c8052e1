import { policyQuote, quote } from "../quote.ts";
import { describeOtherExpiry } from "../values/other-expiry.ts";
import type { Sentences } from "./sentences.ts";
import type { UrlDifferenceEvidence } from "./url-difference-evidence.ts";

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

/** What was handed to the signing function instead of a policy in UTF-8. */
export type SignedForm =
  | "byte-order-mark"
  | "utf-16-little-endian"
  | "utf-16-big-endian"
  | "utf-16-little-endian-with-mark"
  | "utf-16-big-endian-with-mark"
  | "latin-1"
  | "base64"
  | "cloudfront-base64"
  | "percent-encoded"
  | "json-string"
  | "sha1-digest"
  | "sha256-digest"
  | "sha1-hex"
  | "sha256-hex"
  | "sha1-base64"
  | "sha256-base64";

/** What is signed in place of any policy. */
export type SignedInstead = "url" | "nothing" | "word";

/** What a check of the signature showed. */
export type SignatureEvidence =
  | "answered-invalid-key"
  | "key-pair-id-not-in-group"
  | "key-pair-id-not-in-group-but-accepted"
  | "valid-once-in-der"
  | "size-of-raw-signature"
  | "valid-for-nothing-tried"
  | "no-key-opens"
  | { readonly kind: "signature-size"; readonly bytes: number; readonly isTruncated: boolean }
  | { readonly kind: "digest-size"; readonly bytes: number; readonly hash: string }
  | { readonly kind: "other-curve"; readonly bytes: number; readonly curve: string }
  | { readonly kind: "signature-as-text"; readonly encoding: "hexadecimal digits" | "base64" }
  | { readonly kind: "other-signature-form"; readonly form: OtherSignatureForm }
  | { readonly kind: "other-key-type"; readonly bytes: number; readonly key: string }
  | {
      readonly kind: "shorter-than-key";
      readonly bytes: number;
      readonly key: string;
      readonly expected: number;
    }
  | { readonly kind: "other-text-signed"; readonly keyPairId: string; readonly hasHostnames: boolean }
  | { readonly kind: "no-policy-signed"; readonly instead: SignedInstead }
  | { readonly kind: "signed-form"; readonly form: SignedForm }
  | {
      readonly kind: "placeholder";
      readonly member: "Resource" | "AWS:EpochTime" | "policy";
      readonly placeholder: string;
    }
  | { readonly kind: "other-key"; readonly keyPairId: string; readonly sent: string }
  | { readonly kind: "other-hash"; readonly signed: string; readonly sent: string }
  | { readonly kind: "other-expiry"; readonly signed: number; readonly sent: number }
  | { readonly kind: "expiry-with-fraction"; readonly signed: string; readonly sent: number }
  | {
      readonly kind: "other-policy-text";
      readonly position: number;
      readonly signed: string;
      readonly sent: string;
    }
  | UrlDifferenceEvidence;

type OtherSignatureForm = Exclude<SignatureForm, "as-cloudfront-reads" | "raw-ecdsa">;

/** How a signature of a key of the group is made, if not as CloudFront reads it. */
const formSentences: Record<OtherSignatureForm, string> = {
  pss: "the key made the signature with RSA-PSS, and CloudFront reads PKCS#1 v1.5",
  "digest-info-without-null": "the DigestInfo in the signature has no NULL behind the name of the hash",
  "digest-without-digest-info": "the signature holds the bare digest, without the DigestInfo of PKCS#1 v1.5",
  "text-of-digest": "the signature holds a digest written as text, without the DigestInfo of PKCS#1 v1.5",
  "text-itself": "the signature holds a text that was not hashed, without the DigestInfo of PKCS#1 v1.5",
  "no-padding": "the signature was made without the padding of PKCS#1 v1.5",
};

/** What was handed to the signing function, if not the policy in UTF-8. */
const signedFormSentences: Record<SignedForm, string> = {
  "byte-order-mark": "a byte order mark was signed in front of the policy",
  "utf-16-little-endian": "the policy was signed as UTF-16 (little endian), and CloudFront reads UTF-8",
  "utf-16-big-endian": "the policy was signed as UTF-16 (big endian), and CloudFront reads UTF-8",
  "utf-16-little-endian-with-mark":
    "the policy was signed as UTF-16 (little endian, with a byte order mark), and CloudFront reads UTF-8",
  "utf-16-big-endian-with-mark":
    "the policy was signed as UTF-16 (big endian, with a byte order mark), and CloudFront reads UTF-8",
  "latin-1": "the policy was signed as Latin-1, and CloudFront reads UTF-8",
  base64: "the base64 of the policy was signed, and not its text",
  "cloudfront-base64": "the base64 of the policy was signed as it is sent, and not its text",
  "percent-encoded": "the policy was percent-encoded before it was signed",
  "json-string": "the policy was signed as a JSON string, in quotes and with its own quotes escaped",
  "sha1-digest": "the SHA-1 digest of the policy was signed, and signing hashed it once more",
  "sha256-digest": "the SHA-256 digest of the policy was signed, and signing hashed it once more",
  "sha1-hex": "the hexadecimal SHA-1 digest of the policy was signed, and signing hashed it once more",
  "sha256-hex": "the hexadecimal SHA-256 digest of the policy was signed, and signing hashed it once more",
  "sha1-base64": "the base64 of the policy's SHA-1 digest was signed, and signing hashed it once more",
  "sha256-base64": "the base64 of the policy's SHA-256 digest was signed, and signing hashed it once more",
};

const insteadSentences: Record<SignedInstead, string> = {
  url: "the URL alone was signed, and not a policy with it",
  nothing: "nothing was signed: the text was empty",
  word: "a word such as undefined was signed, and not a policy",
};

export const signatureSentences: Sentences<Exclude<SignatureEvidence, UrlDifferenceEvidence>> = {
  "answered-invalid-key": "the answer is InvalidKey: no key group of this cache behavior has the ID",
  "key-pair-id-not-in-group": "the key group does not have the ID",
  "key-pair-id-not-in-group-but-accepted":
    "the given key group does not have the ID, and the answer is not InvalidKey",
  "valid-once-in-der": "the signature is valid once its raw r and s are encoded in DER",
  "size-of-raw-signature": "the signature has 64 bytes, as raw r and s have",
  "valid-for-nothing-tried":
    "the signature is valid neither for this request nor for what is often signed instead",
  "no-key-opens":
    "no key of the key group made it: another private key did, or the signature was changed on the way",
  "digest-size": ({ bytes, hash }) => `the signature has ${bytes} bytes, the size of a bare ${hash} digest`,
  "other-curve": ({ bytes, curve }) => `the signature has ${bytes} bytes, as keys on ${curve} make`,
  "signature-as-text": ({ encoding }) => `the decoded signature is text in ${encoding}`,
  "other-signature-form": ({ form }) => formSentences[form],
  "other-key-type": ({ bytes, key }) =>
    `the signature has ${bytes} bytes, and the public key of this ID is ${key}: another private key signed`,
  "shorter-than-key": ({ bytes, key, expected }) =>
    `the signature has ${bytes} bytes, and those of the key of this ID (${key}) have ${expected}`,
  "other-text-signed": ({ keyPairId }) =>
    `the key ${quote(keyPairId)} made the signature, but for none of the texts that were tried`,
  "no-policy-signed": ({ instead }) => insteadSentences[instead],
  "signed-form": ({ form }) => signedFormSentences[form],
  placeholder: ({ member, placeholder }) =>
    member === "policy"
      ? `the policy has the placeholder ${quote(placeholder)}`
      : `${member} was signed as ${JSON.stringify(quote(placeholder))}`,
  "signature-size": ({ bytes, isTruncated }) =>
    isTruncated
      ? `the signature has ${bytes} bytes, which no key makes: it was cut off`
      : `the signature has ${bytes} bytes, in no form that CloudFront reads`,
  "other-key": ({ keyPairId }) => `the signature was made with the key ${quote(keyPairId)}`,
  "other-hash": ({ signed, sent }) =>
    `the signature was made with ${signed}, and the request says or implies ${sent}`,
  "other-expiry": ({ signed, sent }) => describeOtherExpiry(signed, sent),
  "expiry-with-fraction": ({ signed, sent }) =>
    `signed ${signed}, which is not a whole number of seconds, sent ${sent}`,
  "other-policy-text": ({ position, signed, sent }) =>
    `from character ${position}: signed ${policyQuote(signed)}, expected ${policyQuote(sent)}`,
};
