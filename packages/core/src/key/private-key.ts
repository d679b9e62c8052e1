import {
  constructedTag,
  DerError,
  type DerValue,
  derTags,
  primitiveTag,
  readBitString,
  readCount,
  readDerSequence,
  readExplicit,
  readOctetString,
  takeOptional,
} from "../encoding/der.ts";
import { magnitude } from "../encoding/integer.ts";
import {
  type AlgorithmIdentifier,
  checkCurve,
  keyTypeOf,
  readAlgorithmIdentifier,
} from "./algorithm-identifier.ts";
import type { PlainKey, WebCryptoKey } from "./crypto-key.ts";
import { type Jwk, jwkBytes, jwkKeyType, jwkNumber, jwkPoint } from "./jwk.ts";
import {
  convertKey,
  corruptPrivateKey,
  invalidKey,
  KeyFault,
  newKey,
  signWithSha256,
  unsupportedKey,
} from "./key-error.ts";
import type { NodeKeyObject } from "./key-object.ts";
import { referenceProblem } from "./not-a-key.ts";
import { coordinateLength, readP256Point, refusePoint } from "./p256-point.ts";
import { type EncryptedKey, readEncryptedPrivateKeyInfo, wrongPassphrase } from "./pbes2.ts";
import type { KeyReader } from "./read-key.ts";
import { plainRsaKey, readRsaPrivateKey, rsaNumbers } from "./rsa-private-key.ts";
import { readRsaPublicKey } from "./rsa-public-key.ts";

/**
 * A private key: PEM text (PKCS#8, PKCS#1, SEC1, encrypted PKCS#8; quoted, escaped, on one line), base64 of a
 * PEM, DER (bytes or base64), a JWK (object or JSON text), a `CryptoKey` that can sign, or a private
 * `KeyObject` of `node:crypto`. RSA of 1,024 to 4,096 bits, or EC on P-256; at most 65,536 characters or bytes.
 */
export type PrivateKeySource = string | Uint8Array | ArrayBuffer | Jwk | WebCryptoKey | NodeKeyObject;

const notPrivate = "ERR_KEY_NOT_PRIVATE";

/** How private keys are read. */
export const privateKeyReader: KeyReader<PlainKey | EncryptedKey> = {
  type: "private",
  label: "PRIVATE KEY",
  format: "pkcs8",
  structures: {
    PrivateKeyInfo: (members) => keyOf(readPrivateKeyInfo(members)),
    EncryptedPrivateKeyInfo: readEncryptedPrivateKeyInfo,
    RSAPrivateKey: (members) => plainRsaKey(readRsaPrivateKey(members)),
    ECPrivateKey: (members) => ecKey(members),
    DSAPrivateKey: () => unsupportedKey("a key for DSA", newKey),
  },
  readJwk: (jwk) => {
    const keyType = jwkKeyType(jwk);
    if (!jwk.d)
      throw new KeyFault(notPrivate, "is the JWK of a public key; pass the private key that belongs to it");
    return keyType === "RSA"
      ? plainRsaKey(rsaNumbers((name) => jwkNumber(jwk, name)))
      : plainEcKey(jwkBytes(jwk, "d"), [jwkPoint(jwk)]);
  },
  referenceProblem,
  checkBlock: ({ body }) => {
    // OpenSSL's traditional encryption (RFC 1421 section 4.6.1.3).
    if (body.includes("DEK-Info:")) unsupportedKey("encrypted in the traditional PEM format", convertKey);
  },
  usage: "sign",
  corrupt: corruptPrivateKey,
  useSha256: signWithSha256,
  otherCode: notPrivate,
  steps: {
    "an OpenSSH private key":
      "make a new key, or convert a copy of it if it is RSA or P-256: ssh-keygen -p -m PKCS8 -f key.pem",
    "a PKCS#12 file": "take the key out of it: openssl pkcs12 -in key.p12 -nocerts -nodes -out key.pem",
    "a PEM without a key in it": "pass the PEM with -----BEGIN PRIVATE KEY-----",
  },
};

/** PrivateKeyInfo (PKCS#8, RFC 5208), or OneAsymmetricKey (RFC 5958), which has the public key as well. */
interface PrivateKeyInfo {
  readonly algorithm: AlgorithmIdentifier;
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array | undefined;
}

/**
 * Reads the members of a PrivateKeyInfo. Its attributes, which Java and macOS write, do not describe the key
 * and are skipped.
 */
function readPrivateKeyInfo(members: readonly DerValue[]): PrivateKeyInfo {
  const [version, algorithm, privateKey, ...optional] = members;
  // v1 is 0; v2, with a public key, is 1.
  if (readCount(version) > 1) throw new DerError();
  takeOptional(optional, constructedTag(0));
  const publicKey = takeOptional(optional, primitiveTag(1));
  if (optional.length > 0) throw new DerError();
  return {
    algorithm: readAlgorithmIdentifier(algorithm),
    privateKey: readOctetString(privateKey),
    publicKey: publicKey && readBitString(publicKey, primitiveTag(1)),
  };
}

function keyOf({ algorithm, privateKey, publicKey }: PrivateKeyInfo): PlainKey {
  const keyType = keyTypeOf(algorithm);
  const members = readDerSequence(privateKey);
  if (keyType === "EC") return ecKey(members, { publicKey });
  const key = readRsaPrivateKey(members);
  if (publicKey) {
    const stated = readRsaPublicKey(readDerSequence(publicKey));
    if (stated.n.join() !== key.n.join() || stated.e.join() !== key.e.join()) throw new DerError();
  }
  return plainRsaKey(key);
}

/**
 * The key of a decrypted PKCS#8. One wrong passphrase in 256 decrypts to bytes with valid padding, which are
 * not a PKCS#8.
 */
export function readDecryptedKey(der: Uint8Array): PlainKey {
  let refuseDer = wrongPassphrase;
  try {
    const info = readPrivateKeyInfo(readDerSequence(der));
    refuseDer = () => invalidKey(corruptPrivateKey);
    return keyOf(info);
  } catch (error) {
    if (error instanceof DerError) return refuseDer();
    throw error;
  }
}

/**
 * The key of an ECPrivateKey (SEC1, RFC 5915 section 3). It must name its curve, unless it stands in a PKCS#8
 * (`outer`), which names the curve and may hold the public point a second time.
 */
function ecKey(
  [version, privateKey, ...optional]: readonly DerValue[],
  outer?: { readonly publicKey: Uint8Array | undefined },
): PlainKey {
  const parameters = takeOptional(optional, constructedTag(0));
  const point = takeOptional(optional, constructedTag(1));
  if (readCount(version) !== 1 || optional.length > 0) throw new DerError();
  const scalar = readOctetString(privateKey);
  const curve = parameters && readExplicit(parameters);
  const publicKey = point && readBitString(readExplicit(point));
  if (!outer || curve) checkCurve(curve);
  return plainEcKey(scalar, [publicKey, outer?.publicKey]);
}

/** A key on P-256 from its scalar and every public point that the file holds. Only WebCrypto can compare them. */
function plainEcKey(privateKey: Uint8Array, publicKeys: readonly (Uint8Array | undefined)[]): PlainKey {
  // Some encoders drop leading zeros or add one; the formats require 32 bytes.
  const digits = magnitude(privateKey);
  if (digits.length === 0 || digits.length > coordinateLength) throw new DerError();
  const scalar = new Uint8Array(coordinateLength);
  scalar.set(digits, coordinateLength - digits.length);
  const [point, ...others] = publicKeys.flatMap((key) => (key ? [readP256Point(key)] : []));
  if (others.some((other) => other.join() !== point?.join())) refusePoint();
  return { kind: "EC", canonicalForm: scalar.join(), format: "pkcs8", data: pkcs8(scalar, point), point };
}

/** PKCS#8 (RFC 5208) around SEC1 (RFC 5915), in which every length is known. */
function pkcs8(scalar: Uint8Array, point: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  const { integer, bitString, octetString, sequence } = derTags;
  const publicKey = point ? [constructedTag(1), 68, bitString, 66, 0, ...point] : [];
  const ecPrivateKey = [integer, 1, 1, octetString, 32, ...scalar, ...publicKey];
  const { length } = ecPrivateKey;
  const content = [...pkcs8Head, octetString, length + 2, sequence, length, ...ecPrivateKey];
  return Uint8Array.of(sequence, ...(point ? [0x81] : []), content.length, ...content);
}

/** Version 0, and the AlgorithmIdentifier of P-256: id-ecPublicKey and prime256v1 (RFC 5480). */
const pkcs8Head = [
  0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86,
  0x48, 0xce, 0x3d, 0x03, 0x01, 0x07,
];
