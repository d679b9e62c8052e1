import { der, readDer } from "../encoding/der.ts";
import { derInteger } from "../encoding/integer.ts";
import {
  algorithmIdentifier,
  type CryptoKeyLike,
  cryptoKeyUse,
  type HashAlgorithm,
  type ImportedKey,
  importKey,
  type KeyType,
} from "./algorithm.ts";
import { type Jwk, jwkNumbers } from "./jwk.ts";
import { invalidKey, unsupportedKey, wrongHalf } from "./key-error.ts";
import type { KeyReader } from "./read-key.ts";

/** A public key: PEM text (`PUBLIC KEY` or `RSA PUBLIC KEY`), DER (bytes or base64), a JWK, or a `CryptoKey` that can verify. */
export type PublicKeySource = string | Uint8Array | ArrayBuffer | Jwk | CryptoKeyLike;

/** A public key in the one form that every runtime imports. */
export interface PublicKey {
  readonly keyType: KeyType;
  readonly identity: string;
  readonly spki: Uint8Array<ArrayBuffer>;
}

export const publicKeyReader: KeyReader<PublicKey> = { half: "PUBLIC", der: readPublicKeyDer, jwk: readPublicJwk };

function readPublicKeyDer(bytes: Uint8Array, option: string): PublicKey {
  const [shape, contents] = readDer(bytes);
  if (shape === "<2,2>") return publicKey("RSA", bytes);
  const [, rsa, ec] = /^<<(?:(RSA)(?:,5)?|(EC),P-256)>,3>$/.exec(shape) ?? [];
  if (rsa ?? ec) return publicKey(rsa ? "RSA" : "EC", contents.at(-1)?.subarray(1) ?? []);
  if (/^<<[^<]*>,3>$/.test(shape)) unsupportedKey(option, shape);
  return shape.includes("?") ? invalidKey(option) : wrongHalf(option, "PUBLIC");
}

function readPublicJwk(jwk: Jwk, option: string): PublicKey {
  if (jwk.d) wrongHalf(option, "PUBLIC");
  const numbers = jwkNumbers(jwk, ["n", "e"], ["x", "y"], option);
  if (jwk.kty === "RSA") return publicKey("RSA", der(0x30, ...numbers.map((number) => der(0x02, derInteger(number)))));
  const [x = [], y = []] = numbers;
  return publicKey("EC", [4, ...x, ...y]);
}

function publicKey(keyType: KeyType, bits: ArrayLike<number>): PublicKey {
  const spki = der(0x30, algorithmIdentifier(keyType), der(0x03, [0], bits));
  return { keyType, identity: `${spki}`, spki };
}

/** A `CryptoKey` that can verify signatures made with one hash. */
export async function importPublicKey(key: PublicKey | ImportedKey, hash: HashAlgorithm | undefined, option: string): Promise<ImportedKey> {
  if ("usages" in key) {
    cryptoKeyUse(key, "verify", hash, option);
    return key;
  }
  return importKey("spki", key.spki, key.keyType, hash, "verify", option);
}
