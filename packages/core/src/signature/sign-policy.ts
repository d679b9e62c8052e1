import { encodeCloudFrontBase64 } from "../encoding/base64.ts";
import { fail } from "../errors.ts";
import { cloudFrontSignature, type SigningKey } from "../key/signing-key.ts";
import type { Policy, SignedPolicy } from "./signed-policy.ts";

/** Signs the bytes of a policy. */
export async function signPolicy(policy: Policy, signingKey: Promise<SigningKey>, keyPairId: string): Promise<SignedPolicy> {
  const key = await signingKey;
  const { keyType, hashAlgorithm } = key;
  const bytes = new TextEncoder().encode(policy.policy);
  let made: unknown;
  let sent: [name: string, value: string];
  try {
    const signing = key.sign(bytes);
    // While another thread signs.
    sent = policy.kind === "canned" ? ["Expires", `${policy.dateLessThan}`] : ["Policy", encodeCloudFrontBase64(bytes)];
    made = await signing;
  } catch (cause) {
    return fail("ERR_SIGNING_FAILED", "privateKey", "failed to sign", cause);
  }
  const signature = encodeCloudFrontBase64(cloudFrontSignature(keyType, made));
  const parameters: [string, string][] = [sent, ["Signature", signature], ["Key-Pair-Id", keyPairId]];
  // Without it CloudFront assumes SHA-1.
  if (hashAlgorithm !== "SHA1") parameters.push(["Hash-Algorithm", hashAlgorithm]);
  return { ...policy, keyPairId, hashAlgorithm, signature, parameters };
}
