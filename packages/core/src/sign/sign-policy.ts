import { encodeCloudFrontBase64 } from "../encoding/base64.ts";
import type { Policy, SignedPolicy } from "./signed-policy.ts";
import type { SignerKey } from "./signer-key.ts";

let encoder: TextEncoder | undefined;

/** Signs the bytes of a policy. `option` is that of the key. */
export async function signPolicy(
  policy: Policy,
  signerKey: SignerKey | Promise<SignerKey>,
  option: string,
): Promise<SignedPolicy> {
  const { keyPairId, signingKey } = await signerKey;
  const { hashAlgorithm } = signingKey;
  const { kind, policy: text, resource, dateLessThan } = policy;
  encoder ??= new TextEncoder();
  const bytes = encoder.encode(text);
  const signature = encodeCloudFrontBase64(await signingKey.sign(bytes, option));
  let query = kind === "canned" ? `Expires=${dateLessThan}` : `Policy=${encodeCloudFrontBase64(bytes)}`;
  query += `&Signature=${signature}&Key-Pair-Id=${keyPairId}`;
  // Without it CloudFront assumes SHA-1.
  if (hashAlgorithm !== "SHA1") query += `&Hash-Algorithm=${hashAlgorithm}`;
  return { kind, policy: text, resource, dateLessThan, keyPairId, hashAlgorithm, signature, query };
}
