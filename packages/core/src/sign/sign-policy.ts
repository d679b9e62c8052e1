import { encodeCloudFrontBase64 } from "../encoding/base64.ts";
import { fail } from "../errors.ts";
import { cloudFrontSignature, type SigningKey } from "../key/signing-key.ts";
import type { Policy, SignedPolicy } from "./signed-policy.ts";

let encoder: TextEncoder | undefined;

/** Signs the bytes of a policy. */
export async function signPolicy(
  policy: Policy,
  signingKey: Promise<SigningKey>,
  keyPairId: string,
): Promise<SignedPolicy> {
  const key = await signingKey;
  const { keyType, hashAlgorithm } = key;
  const { kind, policy: text, resource, dateLessThan } = policy;
  encoder ??= new TextEncoder();
  const bytes = encoder.encode(text);
  let made: unknown;
  try {
    made = await key.sign(bytes);
  } catch (cause) {
    fail("ERR_SIGNING_FAILED", "privateKey", "failed to sign", cause);
  }
  const signature = encodeCloudFrontBase64(cloudFrontSignature(keyType, made));
  let query = kind === "canned" ? `Expires=${dateLessThan}` : `Policy=${encodeCloudFrontBase64(bytes)}`;
  query += `&Signature=${signature}&Key-Pair-Id=${keyPairId}`;
  // Without it CloudFront assumes SHA-1.
  if (hashAlgorithm !== "SHA1") query += `&Hash-Algorithm=${hashAlgorithm}`;
  return { kind, policy: text, resource, dateLessThan, keyPairId, hashAlgorithm, signature, query };
}
