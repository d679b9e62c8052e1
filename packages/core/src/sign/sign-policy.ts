import { encodeCloudFrontBase64 } from "../encoding/base64.ts";
import type { SigningKey } from "../key/signing-key.ts";
import type { Policy, SignedPolicy } from "./signed-policy.ts";

let encoder: TextEncoder | undefined;

/** Signs the bytes of a policy. `option` is the one that the key came in. */
export async function signPolicy(
  policy: Policy,
  signingKey: Promise<SigningKey>,
  keyPairId: string,
  option: string,
): Promise<SignedPolicy> {
  const key = await signingKey;
  const { hashAlgorithm } = key;
  const { kind, policy: text, resource, dateLessThan } = policy;
  encoder ??= new TextEncoder();
  const bytes = encoder.encode(text);
  const signature = encodeCloudFrontBase64(await key.sign(bytes, option));
  let query = kind === "canned" ? `Expires=${dateLessThan}` : `Policy=${encodeCloudFrontBase64(bytes)}`;
  query += `&Signature=${signature}&Key-Pair-Id=${keyPairId}`;
  // Without it CloudFront assumes SHA-1.
  if (hashAlgorithm !== "SHA1") query += `&Hash-Algorithm=${hashAlgorithm}`;
  return { kind, policy: text, resource, dateLessThan, keyPairId, hashAlgorithm, signature, query };
}
