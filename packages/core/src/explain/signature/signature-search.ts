import type { HashAlgorithm } from "../../key/algorithm.ts";
import { ecdsaToDer } from "../../key/ecdsa-signature.ts";
import type { DecodedCredentials } from "../../verify/credentials.ts";
import { rawP256Signature } from "../../verify/limits.ts";
import { textsOf } from "../../verify/untrusted.ts";
import type { CloudFrontVerifier } from "../../verify/verifier.ts";
import { type Finding, proven } from "../finding.ts";
import { checksAtOnce, mostKeys } from "../limits.ts";
import type { ReadQuestion } from "../question.ts";
import { type SignedVariant, signedVariants } from "./signed-variants.ts";

/**
 * What the signature was made for, if not for the request: found by checking it against what people sign by
 * mistake. `undefined` for a valid signature.
 */
export async function searchSignature(
  verifier: CloudFrontVerifier,
  credentials: DecodedCredentials,
  question: ReadQuestion,
): Promise<Finding | undefined> {
  const { signature, bytes, hashAlgorithm } = credentials;
  const { keyPairId } = question;
  if (await verifier.isSignatureValid(keyPairId, hashAlgorithm, signature, bytes)) return undefined;
  const isRaw = signature.length === rawP256Signature;
  const der = isRaw ? ecdsaToDer(signature) : signature;
  return (
    (await searchKeyAndHash(verifier, { ...credentials, signature: der }, keyPairId)) ??
    (await searchVariants(verifier, keyPairId, hashAlgorithm, der, [
      ...signedVariants(credentials, question),
    ])) ??
    (isRaw
      ? proven("signature-wrong-format", "size-of-raw-signature")
      : proven("signature-mismatch", "valid-for-nothing-tried"))
  );
}

/** Whether the signature is valid for the sent policy with another key, with the other hash, or in DER. */
async function searchKeyAndHash(
  verifier: CloudFrontVerifier,
  { signature, bytes, hashAlgorithm }: DecodedCredentials,
  keyPairId: string,
): Promise<Finding | undefined> {
  for (const id of [keyPairId, ...textsOf(verifier.keyPairIds, mostKeys)]) {
    for (const hash of [hashAlgorithm, otherHash(hashAlgorithm)]) {
      if (!(await verifier.isSignatureValid(id, hash, signature, bytes))) continue;
      if (id !== keyPairId)
        return proven("key-id-wrong", { kind: "other-key", keyPairId: id, sent: keyPairId });
      if (hash !== hashAlgorithm)
        return proven("hash-mismatch", { kind: "other-hash", signed: hash, sent: hashAlgorithm });
      return proven("signature-wrong-format", "valid-once-in-der");
    }
  }
  return undefined;
}

function otherHash(hash: HashAlgorithm): HashAlgorithm {
  return hash === "SHA1" ? "SHA256" : "SHA1";
}

async function searchVariants(
  verifier: CloudFrontVerifier,
  keyPairId: string,
  hash: HashAlgorithm,
  signature: Uint8Array,
  variants: readonly SignedVariant[],
): Promise<Finding | undefined> {
  const encoder = new TextEncoder();
  const isSigned = async ({ text, isCommon }: SignedVariant): Promise<boolean> => {
    const bytes = encoder.encode(text);
    return (
      (await verifier.isSignatureValid(keyPairId, hash, signature, bytes)) ||
      (isCommon && (await verifier.isSignatureValid(keyPairId, otherHash(hash), signature, bytes)))
    );
  };
  // A few at a time, which the threads of a runtime share.
  for (let at = 0; at < variants.length; at += checksAtOnce) {
    const batch = variants.slice(at, at + checksAtOnce);
    const results = await Promise.all(batch.map(isSigned));
    const variant = batch[results.indexOf(true)];
    if (variant) return variant.finding();
  }
  return undefined;
}
