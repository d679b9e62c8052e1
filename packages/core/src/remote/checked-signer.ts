import { fail } from "../errors.ts";
import type { HashAlgorithm } from "../key/algorithm.ts";
import type { RemoteSigner } from "../key/remote-signer.ts";
import type { AbortSignalLike } from "../options/abort-signal.ts";
import { findMismatch, hashNames, otherHash } from "./mismatch.ts";
import type { RemotePublicKey } from "./public-key.ts";

/** A signature in the form that CloudFront takes, and the key that made it if its answer names one. */
export interface RemoteSignature {
  readonly signature: Uint8Array<ArrayBuffer>;
  /** What the service calls its key: the ARN of the key behind an alias. */
  readonly keyIdentity?: string | undefined;
}

/** What a remote key is made of. */
export interface RemoteKeyParts {
  readonly publicKey: RemotePublicKey;
  readonly hashAlgorithm: HashAlgorithm;
  readonly signal: AbortSignalLike | undefined;
  readonly sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<RemoteSignature>;
  /** For a signature of another key: which key was meant, and how to compare it with `publicKey`. */
  readonly otherKey: string;
}

/**
 * A remote signer that returns no signature of a wrong key. It checks every signature that was begun before
 * one was found valid; then again when the service names another key, as after a change of an alias.
 *
 * Each of these signatures has a check of its own, and none waits for that of another one.
 */
export function checkedSigner(parts: RemoteKeyParts): RemoteSigner {
  const { publicKey, hashAlgorithm, signal, sign } = parts;
  let isChecked = false;
  let checkedIdentity: string | undefined;
  return Object.freeze({
    keyType: publicKey.keyType,
    hashAlgorithm,
    signal,
    sign: async (given: Uint8Array): Promise<Uint8Array> => {
      const bytes = new Uint8Array(given);
      // Of the start: a signature that was under way may be of another key than the one that was checked.
      const wasChecked = isChecked;
      const { signature, keyIdentity } = await sign(bytes);
      if (wasChecked && keyIdentity === checkedIdentity) return signature;
      if (!(await publicKey.isSignatureValid(hashAlgorithm, signature, bytes)))
        await refuseSignature(parts, signature, bytes);
      isChecked = true;
      checkedIdentity = keyIdentity;
      return signature;
    },
  });
}

async function refuseSignature(
  { publicKey, hashAlgorithm, otherKey }: RemoteKeyParts,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<never> {
  const hash = hashNames[hashAlgorithm];
  const mismatch = await findMismatch(publicKey, hashAlgorithm, signature, bytes);
  switch (mismatch) {
    case "other-hash":
      return failed("sign", `signed with ${hashNames[otherHash[hashAlgorithm]]}; sign with ${hash}`);
    case "hashed-twice":
      return failed(
        "sign",
        "signed a hash of its input, which was hashed once more; pass the input on as it is",
      );
    case "pss":
      return failed("sign", `signed with RSASSA-PSS; sign with RSASSA-PKCS1-v1_5 and ${hash}`);
    case "other-key":
      return failed("publicKey", otherKey);
  }
}

function failed(option: string, problem: string): never {
  return fail("ERR_SIGNING_FAILED", option, problem);
}
