import { readDer } from "../encoding/der.ts";
import { type CryptoKeyLike, cryptoKeyUse, type HashAlgorithm, type ImportedKey, importKey, type KeyType } from "./algorithm.ts";
import { type Jwk, jwkNumbers, rsaJwk } from "./jwk.ts";
import { invalidKey, unsupportedKey, wrongHalf } from "./key-error.ts";
import type { KeyReader } from "./read-key.ts";

/** A public key: PEM text (`PUBLIC KEY` or `RSA PUBLIC KEY`), DER (bytes or base64), a JWK, or a `CryptoKey` that can verify. */
export type PublicKeySource = string | Uint8Array | ArrayBuffer | Jwk | CryptoKeyLike;

/** A public key in the one form that every runtime imports. */
export interface PublicKey {
  readonly keyType: KeyType;
  readonly identity: string;
  /** RSA as a JWK, EC as its point. */
  readonly format: "jwk" | "raw";
  readonly data: JsonWebKey | Uint8Array<ArrayBuffer>;
}

export const publicKeyReader: KeyReader<PublicKey> = { half: "PUBLIC", der: readPublicKeyDer, jwk: readPublicJwk };

function readPublicKeyDer(bytes: Uint8Array, option: string): PublicKey {
  const [outside, contents] = readDer(bytes);
  const bits = contents.at(-1)?.subarray(1);
  if (outside === "<<EC,P-256>,3>") return ecKey(bits);
  // SPKI is an algorithm around a PKCS#1 key.
  const [shape, numbers] = /^<<RSA(,5)?>,3>$/.test(outside) ? readDer(bits) : [outside, contents];
  if (shape === "<2,2>") return rsaKey(numbers);
  if (/^<<[^<]*>,3>$/.test(shape)) unsupportedKey(option, shape);
  return shape.includes("?") ? invalidKey(option) : wrongHalf(option, "PUBLIC");
}

function readPublicJwk(jwk: Jwk, option: string): PublicKey {
  if (jwk.d) wrongHalf(option, "PUBLIC");
  const numbers = jwkNumbers(jwk, 2, ["x", "y"], option);
  if (jwk.kty === "RSA") return rsaKey(numbers);
  const [x = [], y = []] = numbers;
  return ecKey([4, ...x, ...y]);
}

function rsaKey(numbers: readonly Uint8Array[]): PublicKey {
  const data = rsaJwk(numbers);
  return { keyType: "RSA", identity: `${data.n} ${data.e}`, format: "jwk", data };
}

function ecKey(point: ArrayLike<number> = []): PublicKey {
  return { keyType: "EC", identity: `${point}`, format: "raw", data: Uint8Array.from(point) };
}

/** A `CryptoKey` that can verify signatures made with one hash. */
export async function importPublicKey(key: PublicKey | ImportedKey, hash: HashAlgorithm | undefined, option: string): Promise<ImportedKey> {
  if ("usages" in key) {
    cryptoKeyUse(key, "verify", hash, option);
    return key;
  }
  return importKey(key.format, key.data, key.keyType, hash, "verify", option);
}
