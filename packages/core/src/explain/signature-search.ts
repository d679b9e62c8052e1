import type { HashAlgorithm } from "../key/algorithm.ts";
import { ecdsaToDer } from "../key/ecdsa-signature.ts";
import { policyText } from "../policy/policy.ts";
import type { Credentials } from "../verify/credentials.ts";
import { rawP256Signature } from "../verify/limits.ts";
import { textsOf } from "../verify/untrusted.ts";
import type { CloudFrontVerifier } from "../verify/verifier.ts";
import { type Finding, proven } from "./finding.ts";
import { checksAtOnce, longestSearch, longestUrlVariants, mostKeys, mostUrlVariants } from "./limits.ts";
import type { ReadQuestion } from "./question.ts";
import { expiryVariants, policyTextVariants } from "./signed-policy-variants.ts";
import { urlVariants } from "./signed-url-variants.ts";
import { urlDifference } from "./url-difference.ts";

type DecodedCredentials = Extract<Credentials, { readonly problem?: undefined }>;

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
      if (id !== keyPairId) return proven("key-id-wrong", { kind: "other-key", keyPairId: id });
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

/** A text that may have been signed. */
interface SignedVariant {
  readonly text: string;
  /** The finding if the signature is valid for it. */
  readonly finding: () => Finding;
  /** Whether it is common enough to be tried with the other hash, too. */
  readonly isCommon: boolean;
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

function* signedVariants(
  { kind, policy, policyText: sent }: DecodedCredentials,
  question: ReadQuestion,
): Iterable<SignedVariant> {
  if (kind === "canned") {
    const { url } = question.request;
    const resources = signedUrls(question);
    for (const resource of resources)
      yield {
        text: policyText({ ...policy, resource }),
        finding: () => {
          const { id, evidence } = urlDifference(resource, url);
          return proven(id, evidence);
        },
        isCommon: true,
      };
    const { dateLessThan } = policy;
    const room = longestSearch - lengthOf(resources);
    for (const end of expiryVariants(dateLessThan).slice(0, Math.floor(room / sent.length)))
      yield {
        text: policyText({ ...policy, dateLessThan: end }),
        finding: () => proven("expires-changed", { kind: "other-expiry", signed: end, sent: dateLessThan }),
        isCommon: false,
      };
  }
  for (const text of policyTextVariants(sent))
    yield { text, finding: () => policyTextFinding(text, sent), isCommon: true };
}

/** URLs that may have been signed instead of the requested one. Of long ones, only the most frequent. */
function signedUrls({ request, rawUrl, givenUrl, hostnames }: ReadQuestion): string[] {
  const { url } = request;
  const hash = givenUrl.indexOf("#");
  const asGiven = hash < 0 ? [rawUrl] : [rawUrl, url + givenUrl.slice(hash)];
  const variantsOfRaw = rawUrl === url ? [] : urlVariants(rawUrl, []);
  const tried = new Set([url]);
  let length = 0;
  for (const variants of [asGiven, urlVariants(url, hostnames), variantsOfRaw]) {
    for (const variant of variants) {
      if (tried.has(variant)) continue;
      length += variant.length;
      if (length > longestUrlVariants || tried.size >= mostUrlVariants) return [...tried].slice(1);
      tried.add(variant);
    }
  }
  return [...tried].slice(1);
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function policyTextFinding(signed: string, sent: string): Finding {
  let at = 0;
  while (signed[at] === sent[at]) at++;
  return proven("policy-json-differs", {
    kind: "other-policy-text",
    position: at + 1,
    signed: signed.slice(at),
    sent: sent.slice(at),
  });
}
