import { encodeBase64Url } from "../encoding/base64.ts";
import { DerError, type DerValue, readBitString, readDerSequence } from "../encoding/der.ts";
import { bitLength } from "../encoding/integer.ts";
import { maxPublicModulusLength } from "../limits.ts";
import type { HashAlgorithm } from "./algorithm.ts";
import { keyTypeOf, readAlgorithmIdentifier } from "./algorithm-identifier.ts";
import {
  type ImportedKey,
  importCryptoKey,
  type PlainKey,
  readUse,
  type WebCryptoKey,
} from "./crypto-key.ts";
import { type Jwk, jwkKeyType, jwkNumber, jwkPoint } from "./jwk.ts";
import { KeyFault, named, nameFault, newKey, unsupportedKey, verifySha256 } from "./key-error.ts";
import type { NodeKeyObject } from "./key-object.ts";
import { type CallersKey, readKeySource } from "./key-source.ts";
import { readP256Point } from "./p256-point.ts";
import { type KeyReader, readKey } from "./read-key.ts";
import {
  checkModulusLength,
  checkPublicExponent,
  isOdd,
  type RsaPublicKey,
  readRsaPublicKey,
} from "./rsa-public-key.ts";

/**
 * A public key: PEM text (`PUBLIC KEY` or `RSA PUBLIC KEY`), DER (bytes or base64), a JWK, a `CryptoKey` that
 * can verify, or a public `KeyObject` of `node:crypto`. RSA of 1,024 to 16,384 bits, or EC on P-256; at most
 * 65,536 characters or bytes.
 */
export type PublicKeySource = string | Uint8Array | ArrayBuffer | Jwk | WebCryptoKey | NodeKeyObject;

/** A public key that was read. */
export type PublicKey = PlainKey | CallersKey;

/** Reads a public key; throws for anything else and names it. */
export function readPublicKey(source: unknown, option: string): PublicKey {
  return named(option, () => readKey(readKeySource(source), publicKeyReader));
}

const notPublic = "ERR_KEY_NOT_PUBLIC";
const corruptPublicKey =
  "is cut off or corrupted; copy the whole file again (openssl pkey -pubin -noout -in key.pem checks the file)";

/** How public keys are read. */
const publicKeyReader: KeyReader<PlainKey> = {
  type: "public",
  label: "PUBLIC KEY",
  format: "spki",
  structures: {
    SubjectPublicKeyInfo: readSubjectPublicKeyInfo,
    RSAPublicKey: (members) => rsaKey(readRsaPublicKey(members)),
    DSAPublicKey: () => unsupportedKey("a key for DSA", newKey),
  },
  readJwk: (jwk) => {
    const keyType = jwkKeyType(jwk);
    if (jwk.d) throw new KeyFault(notPublic, "is the JWK of a private key; leave out d, p, q, dp, dq and qi");
    return keyType === "RSA"
      ? rsaKey({ n: jwkNumber(jwk, "n"), e: jwkNumber(jwk, "e") })
      : ecKey(jwkPoint(jwk));
  },
  usage: "verify",
  corrupt: corruptPublicKey,
  useSha256: verifySha256,
  otherCode: notPublic,
  steps: {
    "a private key": "derive the public key from it: openssl pkey -pubout -in key.pem -out public.pem",
    "a certificate":
      "take the public key out of it: openssl x509 -pubkey -noout -in cert.pem -out public.pem",
    "a private KeyObject": "derive the public key from it: createPublicKey(keyObject)",
    "an OpenSSH public key":
      "make a new key, or convert a copy of it if it is RSA or P-256: ssh-keygen -e -m PKCS8 -f key.pub > public.pem",
    "an OpenSSH private key":
      "derive the public key from it: ssh-keygen -y -f key > key.pub; ssh-keygen -e -m PKCS8 -f key.pub > public.pem",
    "a PEM without a key in it": "pass the PEM with -----BEGIN PUBLIC KEY-----",
  },
};

/** SubjectPublicKeyInfo (RFC 5280 section 4.1). */
function readSubjectPublicKeyInfo([algorithm, bits, ...more]: readonly DerValue[]): PlainKey {
  if (more.length > 0) throw new DerError();
  const identifier = readAlgorithmIdentifier(algorithm);
  const publicKey = readBitString(bits);
  return keyTypeOf(identifier) === "RSA"
    ? rsaKey(readRsaPublicKey(readDerSequence(publicKey)))
    : ecKey(publicKey);
}

/** Throws for a key that lets others make valid signatures, and for one that no runtime imports. */
function rsaKey({ n, e }: RsaPublicKey): PlainKey {
  const modulusLength = bitLength(n);
  checkModulusLength(modulusLength, maxPublicModulusLength);
  // A product of odd primes is odd.
  if (!isOdd(n) || e.length > n.length) throw new DerError();
  checkPublicExponent(e);
  const data = { kty: "RSA", n: encodeBase64Url(n), e: encodeBase64Url(e) };
  return { kind: "RSA", modulusLength, canonicalForm: `${data.n} ${data.e}`, format: "jwk", data };
}

function ecKey(publicKey: Uint8Array): PlainKey {
  const point = readP256Point(publicKey);
  return { kind: "EC", canonicalForm: encodeBase64Url(point), format: "raw", data: point };
}

/** A `CryptoKey` that can verify signatures made with one hash. */
export async function importPublicKey(
  key: PublicKey,
  hash: HashAlgorithm | undefined,
  option: string,
): Promise<ImportedKey> {
  if (key.kind !== "CryptoKey")
    return importCryptoKey(key, hash, publicKeyReader).catch((error) => nameFault(error, option));
  named(option, () => readUse(key.key, "verify", hash));
  return key.key;
}
