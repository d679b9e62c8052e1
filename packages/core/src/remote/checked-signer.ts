import { fail } from "../errors.ts";
import type { HashAlgorithm } from "../key/algorithm.ts";
import type { RemoteSigner } from "../key/remote-signer.ts";
import type { AbortSignalLike } from "../options/abort-signal.ts";
import { findMismatch, hashNames, otherHash } from "./mismatch.ts";
import type { RemotePublicKey } from "./public-key.ts";

/** What a remote key is made of. */
export interface RemoteKeyParts {
  readonly publicKey: RemotePublicKey;
  readonly hashAlgorithm: HashAlgorithm;
  readonly signal: AbortSignalLike | undefined;
  /** Makes a signature in the form that CloudFront takes. */
  readonly sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
  /** For a signature of another key: which key was meant, and how to compare it with `publicKey`. */
  readonly otherKey: string;
}

/**
 * A remote signer that returns no signature of another key or of other bytes. It checks each one: a signature
 * of another policy would open what that one covers, and a check takes less time than any call.
 */
export function checkedSigner(parts: RemoteKeyParts): RemoteSigner {
  const { publicKey, hashAlgorithm, signal, sign } = parts;
  let hasSigned = false;
  return Object.freeze({
    keyType: publicKey.keyType,
    hashAlgorithm,
    signal,
    sign: async (given: Uint8Array): Promise<Uint8Array> => {
      const bytes = new Uint8Array(given);
      const signature = await sign(bytes);
      if (!(await publicKey.isSignatureValid(hashAlgorithm, signature, bytes)))
        await refuseSignature(parts, signature, bytes, hasSigned);
      hasSigned = true;
      return signature;
    },
  });
}

async function refuseSignature(
  { publicKey, hashAlgorithm, otherKey }: RemoteKeyParts,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
  hasSigned: boolean,
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
      return hasSigned
        ? failed(
            "sign",
            "returned a signature of other bytes or of another key, after one that was right; return the answer to this call, and after a change of the key make a signer with its publicKey",
          )
        : failed("publicKey", otherKey);
  }
}

function failed(option: string, problem: string): never {
  return fail("ERR_SIGNING_FAILED", option, problem);
}
