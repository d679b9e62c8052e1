import type { CryptoKeyLike } from "./crypto-key.ts";
import type { Jwk } from "./jwk.ts";
import type { KeyObjectLike } from "./key-object.ts";

/**
 * A public key: PEM text (`PUBLIC KEY` or `RSA PUBLIC KEY`), DER (bytes or base64), a JWK, a `CryptoKey` that
 * can verify, or a public `KeyObject` of `node:crypto`. RSA of 1,024 to 16,384 bits, or EC on P-256; at most
 * 65,536 characters or bytes.
 */
export type PublicKeySource = string | Uint8Array | ArrayBuffer | Jwk | CryptoKeyLike | KeyObjectLike;
