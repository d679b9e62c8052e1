import { encodeBase64Url } from "../encoding/base64.ts";
import { readDerSequence } from "../encoding/der.ts";
import type { HashAlgorithm } from "./algorithm.ts";
import { keyTypeOf } from "./algorithm-identifier.ts";
import { type CryptoKeyLike, type ImportedKey, importCryptoKey } from "./crypto-key.ts";
import { cryptoKeyUse } from "./crypto-key-use.ts";
import { type Jwk, jwkKeyType, jwkNumber, jwkPoint } from "./jwk.ts";
import {
  corruptPublicKey,
  invalidKey,
  newRsaKey,
  notPublic,
  publicKeyOfOpenssh,
  readStructure,
  unsupportedKey,
} from "./key-error.ts";
import { readKeyMaterial } from "./key-material.ts";
import type { KeyObjectLike } from "./key-object.ts";
import { readKeySource } from "./key-source.ts";
import { keyStructure } from "./key-structure.ts";
import { refuseNotPublic, refuseNotPublicKeyObject } from "./not-public.ts";
import { refuseOpensshPublicKey } from "./openssh.ts";
import { readP256Point } from "./p256-point.ts";
import { decodePemBlock, onlyKey, type PemBlock, structureOfLabels } from "./pem.ts";
import {
  checkRsaPublicKey,
  type RsaPublicJwk,
  type RsaPublicKey,
  readRsaPublicKey,
  rsaPublicJwk,
} from "./rsa-public-key.ts";
import { readSubjectPublicKeyInfo, type SubjectPublicKeyInfo } from "./subject-public-key-info.ts";

/**
 * A public key: PEM text (`PUBLIC KEY` or `RSA PUBLIC KEY`), DER (bytes or base64), a JWK, a `CryptoKey` that
 * can verify, or a public `KeyObject` of `node:crypto`. RSA of 1,024 to 16,384 bits, or EC on P-256; at most
 * 65,536 characters or bytes.
 */
export type PublicKeySource = string | Uint8Array | ArrayBuffer | Jwk | CryptoKeyLike | KeyObjectLike;

/** A public key in the one form that every runtime imports: RSA as a JWK, EC as its uncompressed point. */
export type PublicKey =
  | {
      readonly keyType: "RSA";
      /** In bits. */
      readonly modulusLength: number;
      readonly canonicalForm: string;
      readonly format: "jwk";
      readonly data: RsaPublicJwk;
    }
  | {
      readonly keyType: "EC";
      readonly canonicalForm: string;
      readonly format: "raw";
      readonly data: Uint8Array<ArrayBuffer>;
    };

/** Replaces explicit parameters of a curve by its name. */
const nameCurve = "openssl ec -pubin -param_enc named_curve -in public.pem -pubout -out new.pem";

/** Reads a public key; throws for anything else and names it. */
export function readPublicKey(source: unknown, option: string): PublicKey | ImportedKey {
  const material = readKeyMaterial(readKeySource(source, option), option);
  switch (material.kind) {
    case "CryptoKey":
      return material.key;
    case "KeyObject":
      if (material.keyObject.type !== "public")
        return refuseNotPublicKeyObject(material.keyObject.type, option);
      return readPublicKeyDer(material.keyObject.exportDer("spki", option), option);
    case "JWK":
      return readPublicJwk(material.jwk, option);
    case "DER":
      return readPublicKeyDer(material.der, option);
    case "PEM":
      return readPublicKeyPem(material.blocks, option);
    case "OpenSSH private key":
      return notPublic(option, "an OpenSSH private key", publicKeyOfOpenssh);
    case "OpenSSH public key":
      return refuseOpensshPublicKey(material.line, option);
  }
}

function readPublicKeyPem(blocks: readonly PemBlock[], option: string): PublicKey {
  const keys = blocks
    .filter(({ label }) => label.endsWith("PUBLIC KEY"))
    .map((block) => readPublicKeyDer(decodePemBlock(block, option), option));
  const key = onlyKey(keys, option);
  if (key) return key;
  if (blocks.some(({ label }) => label === "OPENSSH PRIVATE KEY"))
    notPublic(option, "an OpenSSH private key", publicKeyOfOpenssh);
  return refuseNotPublic(structureOfLabels(blocks), "PEM", option);
}

function readPublicKeyDer(der: Uint8Array, option: string): PublicKey {
  return readStructure(
    () => {
      const members = readDerSequence(der);
      const structure = keyStructure(members);
      switch (structure) {
        case "SubjectPublicKeyInfo":
          return keyOf(readSubjectPublicKeyInfo(members), option);
        case "RSAPublicKey":
          return rsaKey(readRsaPublicKey(members), option);
        case "DSAPublicKey":
          return unsupportedKey(option, "a key for DSA", newRsaKey);
        case undefined:
          return invalidKey(option, corruptPublicKey);
        default:
          return refuseNotPublic(structure, "DER", option);
      }
    },
    () => invalidKey(option, corruptPublicKey),
  );
}

function keyOf({ algorithm, subjectPublicKey }: SubjectPublicKeyInfo, option: string): PublicKey {
  const keyType = keyTypeOf(algorithm, nameCurve, option);
  if (keyType === "EC") return ecKey(subjectPublicKey, option);
  return rsaKey(readRsaPublicKey(readDerSequence(subjectPublicKey)), option);
}

function readPublicJwk(jwk: Jwk, option: string): PublicKey {
  const keyType = jwkKeyType(jwk, option);
  if (jwk.d) notPublic(option, "the JWK of a private key", "leave out d, p, q, dp, dq and qi");
  if (keyType === "EC") return ecKey(jwkPoint(jwk, option), option);
  return rsaKey({ n: jwkNumber(jwk, "n", option), e: jwkNumber(jwk, "e", option) }, option);
}

function rsaKey(key: RsaPublicKey, option: string): PublicKey {
  const modulusLength = checkRsaPublicKey(key, option);
  const data = rsaPublicJwk(key);
  return { keyType: "RSA", modulusLength, canonicalForm: `${data.n} ${data.e}`, format: "jwk", data };
}

function ecKey(publicKey: Uint8Array, option: string): PublicKey {
  const point = readP256Point(publicKey, option);
  return { keyType: "EC", canonicalForm: encodeBase64Url(point), format: "raw", data: point };
}

/** A `CryptoKey` that can verify signatures made with one hash. */
export async function importPublicKey(
  key: PublicKey | ImportedKey,
  hash: HashAlgorithm | undefined,
  option: string,
): Promise<ImportedKey> {
  if ("usages" in key) {
    cryptoKeyUse(key, "verify", hash, option);
    return key;
  }
  return importCryptoKey(key.format, key.data, key.keyType, hash, "verify", option);
}
