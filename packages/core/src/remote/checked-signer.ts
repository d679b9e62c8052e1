import { fail } from "../errors.ts";
import type { HashAlgorithm } from "../key/algorithm.ts";
import type { RemoteSigner } from "../key/remote-signer.ts";
import type { AbortSignalLike } from "../options/abort-signal.ts";
import type { RemotePublicKey } from "./public-key.ts";

/** A signature in the form that CloudFront takes, and which key made it as far as its answer says. */
export interface RemoteSignature {
  readonly signature: Uint8Array<ArrayBuffer>;
  /** The identity that the service gave for its key, such as the ARN behind an alias. */
  readonly keyIdentity?: string | undefined;
}

/** What a remote key is made of. */
export interface RemoteKeyParts {
  readonly publicKey: RemotePublicKey;
  readonly hashAlgorithm: HashAlgorithm;
  readonly signal: AbortSignalLike | undefined;
  /** Signs a copy of its own. */
  readonly sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<RemoteSignature>;
  /** For a signature that is not valid with `publicKey`: what to compare with what. */
  readonly describeMismatch: () => string;
}

/**
 * A remote signer that returns no signature of a wrong key. Every signature is checked until one was valid;
 * then again when the service says that another key signs, as after a change of an alias.
 *
 * Each of the first signatures checks itself, and none waits for the check of another one.
 */
export function checkedSigner(parts: RemoteKeyParts): RemoteSigner {
  const { publicKey, hashAlgorithm, signal, sign, describeMismatch } = parts;
  let isChecked = false;
  let checkedIdentity: string | undefined;
  return Object.freeze({
    keyType: publicKey.keyType,
    hashAlgorithm,
    signal,
    sign: async (bytes: Uint8Array): Promise<Uint8Array> => {
      const signed = new Uint8Array(bytes);
      // A copy of its own for the caller's function, which may change it.
      const { signature, keyIdentity } = await sign(new Uint8Array(signed));
      if (isChecked && keyIdentity === checkedIdentity) return signature;
      if (!(await publicKey.isSignatureValid(hashAlgorithm, signature, signed)))
        fail("ERR_SIGNING_FAILED", "publicKey", describeMismatch());
      isChecked = true;
      checkedIdentity = keyIdentity;
      return signature;
    },
  });
}
