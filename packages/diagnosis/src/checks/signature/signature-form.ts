import { base64, der, limits, signatureForm } from "cloudfront-sign-webcrypto/internals";
import { type Finding, found, likely, proven, type Seen } from "../../findings/finding.ts";
import {
  encodedTwice,
  exchangedCaseSeen,
  letterCaseSeen,
  oneCase,
  withOtherCase,
} from "../../request/base64-fault.ts";
import { encryptionOf } from "../../request/encrypted-value.ts";
import { signatureHashes } from "../../signature/signature-hash.ts";
import type { Checks } from "../check.ts";

/**
 * The bytes of a signature, whatever was signed.
 *
 * @inline
 */
export type SignatureFormFindingId =
  /**
   * The length of the signature fits no key, and its padding is missing.
   *
   * @see https://github.com/mikecao/shorty/pull/2
   */
  | "signature-truncated"
  /**
   * The signature is raw ECDSA or RSA-PSS, has no DigestInfo, signs a digest that was hashed again, or has a size that CloudFront's keys never produce.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html
   */
  | "signature-wrong-format";

export const signatureForms: Checks<SignatureFormFindingId> = {
  "signature-truncated": {
    rank: 510,
    kind: "wrong-value",
    summary: "The signature was cut off.",
    fix: "Send the whole signature. Check for database columns, logs and length limits that cut it off.",
  },
  "signature-wrong-format": {
    rank: 520,
    kind: "wrong-value",
    summary: "The signature is in a format that CloudFront does not read.",
    fix: "Send ECDSA signatures in DER (not raw r and s) and RSA signatures as PKCS#1 v1.5, made by the key that the ID names.",
  },
};

type SignatureFormFinding = Finding<SignatureFormFindingId | "signature-mismatch">;

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
): SignatureFormFinding | undefined {
  const { length: bytes } = signature;
  const wrong = wrongText(signature, text) ?? wrongSize(signature, isWithoutKey);
  if (wrong) return wrong;
  if (signatureForm(signature)) return undefined;
  // A number that starts with zeros is written without them, or with one in front of each.
  const isStartOfDer = signature[0] === 0x30 && (signature[1] ?? 0) >= 0x40 && (signature[1] ?? 0) <= 0x46;
  if (bytes >= limits.rawP256Signature - 2 && bytes <= limits.rawP256Signature + 2 && !isStartOfDer)
    return likely(
      "signature-wrong-format",
      `the signature has ${bytes} bytes, as raw r and s of other lengths than 32 have`,
      encodeInDer,
    );
  const encryption = encryptionOf(text);
  if (encryption)
    return proven("signature-wrong-format", `Signature has the form of ${encryption.by}, which encrypted it`);
  // Base64 that was cut off at a group has no padding, so that its bytes come in threes.
  return bytes % 3 === 0 && bytes < longestUsual && !der.isDerSequence(signature)
    ? likely("signature-truncated", `the signature has ${bytes} bytes, which fits no key: it was cut off`)
    : proven("signature-wrong-format", `the signature has ${bytes} bytes, in no form that CloudFront reads`);
}

/** The bytes of a signature with RSA 2048, the longest that CloudFront takes. */
export const longestUsual = 256;

function wrongText(signature: Uint8Array, text: string): SignatureFormFinding | undefined {
  const twice = encodedTwice(signature, text);
  const letters = oneCase(text);
  if (!twice && letters) return proven("signature-mismatch", letterCaseSeen("Signature", letters));
  const exchanged = signatureForm(signature) ? undefined : base64.decodeCloudFront(withOtherCase(text));
  if (exchanged && signatureForm(exchanged))
    return proven("signature-mismatch", exchangedCaseSeen("Signature"));
  const digest = hexDigest(text);
  if (digest) return proven("signature-wrong-format", digestSeen(`${text.length} hex digits`, digest));
  if (!twice) return undefined;
  // A digest of SHA-512 has as many bytes as a raw signature.
  const { encoding, isOnce, signature: inside } = twice;
  const isSignature =
    inside !== undefined && inside.length !== limits.rawP256Signature && signatureForm(inside) !== undefined;
  const evidence = `the ${isOnce ? "" : "decoded "}signature is text in ${encoding}`;
  return found("signature-wrong-format", isSignature ? "proven" : "likely", evidence, {
    summary: isOnce ? "The signature is not in base64." : "The signature was encoded twice.",
    fix: encodeOnce,
  });
}

const encodeOnce =
  "Encode the bytes of the signature as base64 once, and not the text of another encoding. Then replace + = / with - _ ~.";

function wrongSize(signature: Uint8Array, isWithoutKey: boolean): SignatureFormFinding | undefined {
  const { length: bytes } = signature;
  if (bytes === limits.rawP256Signature) return isWithoutKey ? rawSignatureFinding() : undefined;
  const curve =
    rawSizes.find(([size]) => size === bytes)?.[1] ??
    (isLongSequence(signature) && derSizes.find(([least, most]) => bytes >= least && bytes <= most)?.[2]);
  // A signature that was cut off can have these sizes, too.
  const certainty = bytes % 3 === 0 ? "likely" : "proven";
  if (curve)
    return found("signature-wrong-format", isLongSequence(signature) ? "proven" : certainty, {
      evidence: `the signature has ${bytes} bytes, as keys on ${curve} make`,
      summary: "The signature was made with a key that CloudFront does not accept.",
      fix: "Make a key pair on P-256 (or RSA 2048), add its public key to the key group, and sign with it.",
    });
  const hash = der.isDerSequence(signature)
    ? undefined
    : signatureHashes.find(({ length }) => length === bytes);
  return hash && found("signature-wrong-format", certainty, digestSeen(`${bytes} bytes`, hash.name));
}

/** The name of the hash whose digest has so many hexadecimal digits as a text; 128 may be a signature. */
function hexDigest(text: string): string | undefined {
  const isHex = /^(?:[\da-f]{32,96}|[\dA-F]{32,96})$/.test(text);
  return isHex ? signatureHashes.find(({ length }) => 2 * length === text.length)?.name : undefined;
}

function digestSeen(size: string, hash: string): Seen {
  return {
    evidence: `the signature has ${size}, the size of a bare ${hash} digest`,
    summary: "The signature has the size of a digest or an HMAC, which no private key makes.",
    fix: "Sign the policy with the private key (openssl dgst -sign private.pem): a digest or an HMAC is no signature.",
  };
}

/** For raw r and s, by their size. */
export function rawSignatureFinding(): SignatureFormFinding {
  return proven("signature-wrong-format", "the signature has 64 bytes, as raw r and s have", encodeInDer);
}

/** What to do about raw r and s. */
export const encodeInDer = {
  fix: "Encode the ECDSA signature in DER before base64: a SEQUENCE of the two INTEGERs r and s, not their 64 bytes. Ed25519 signatures also have 64 bytes, but CloudFront rejects them.",
} as const;

/** Whether the bytes are a DER SEQUENCE, whole, with its length in one byte or in two. */
function isLongSequence(signature: Uint8Array): boolean {
  const [tag, first, second] = signature;
  return der.isDerSequence(signature) || (tag === 0x30 && first === 0x81 && second === signature.length - 3);
}
