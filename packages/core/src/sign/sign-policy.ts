import { encodeCloudFrontBase64 } from "../encoding/base64.ts";
import { utf8Bytes } from "../encoding/bytes.ts";
import type { AnyAbortSignal } from "../options/abort-signal.ts";
import type { PolicyToSign, SignedPolicy } from "./policy-to-sign.ts";
import type { KeyWithId } from "./signer-key.ts";

/** Signs the bytes of a policy. `option` is that of the key. A remote signer gets `signal`. */
export async function signPolicy(
  policy: PolicyToSign,
  key: KeyWithId | Promise<KeyWithId>,
  option: string,
  signal?: AnyAbortSignal,
): Promise<SignedPolicy> {
  const { keyPairId, signingKey } = await key;
  const { kind, text, resource, dateLessThan } = policy;
  const bytes = utf8Bytes(text);
  // PKCS#1 v1.5 for RSA, DER for ECDSA.
  const signature = encodeCloudFrontBase64(await signingKey.sign(bytes, option, signal));
  let query = kind === "canned" ? `Expires=${dateLessThan}` : `Policy=${encodeCloudFrontBase64(bytes)}`;
  query += `&Signature=${signature}&Key-Pair-Id=${keyPairId}`;
  // Without it CloudFront assumes SHA-1.
  if (signingKey.hashAlgorithm !== "SHA1") query += `&Hash-Algorithm=${signingKey.hashAlgorithm}`;
  return { kind, text, resource, dateLessThan, query };
}
