import { readDerSequence } from "../encoding/der.ts";
import type { CryptoKeyLike, ImportedKey } from "./crypto-key.ts";
import type { PlainEcKey } from "./ec-private-key.ts";
import type { Jwk } from "./jwk.ts";
import {
  convertKey,
  corruptPrivateKey,
  invalidKey,
  newRsaKey,
  notPrivate,
  readStructure,
  unsupportedKey,
} from "./key-error.ts";
import { readKeyMaterial } from "./key-material.ts";
import type { KeyObject, KeyObjectLike } from "./key-object.ts";
import type { KeySource } from "./key-source.ts";
import { keyStructure } from "./key-structure.ts";
import { refuseNotPrivate, refuseNotPrivateKeyObject } from "./not-private.ts";
import { refuseOpensshPrivateKey } from "./openssh.ts";
import { type EncryptedKey, readEncryptedPrivateKeyInfo } from "./pbes2.ts";
import { decodePemBlock, onlyKey, type PemBlock, structureOfLabels } from "./pem.ts";
import { readEcKey, readPrivateKeyInfoKey, readRsaKey } from "./plain-private-key.ts";
import { readPrivateJwk } from "./private-jwk.ts";
import type { PlainRsaKey } from "./rsa-private-key.ts";

/**
 * A private key: PEM text (PKCS#8, PKCS#1, SEC1, encrypted PKCS#8; quoted, escaped, on one line), base64 of a
 * PEM, DER (bytes or base64), a JWK (object or JSON text), a `CryptoKey` that can sign, or a private
 * `KeyObject` of `node:crypto`. RSA of 1,024 to 4,096 bits, or EC on P-256; at most 65,536 characters or bytes.
 */
export type PrivateKeySource = string | Uint8Array | ArrayBuffer | Jwk | CryptoKeyLike | KeyObjectLike;

/** A private key in the one form that every runtime imports. */
export type PlainKey = PlainRsaKey | PlainEcKey;

/** Reads a private key; throws for anything else and names it. */
export function readPrivateKey(source: KeySource, option: string): PlainKey | EncryptedKey | ImportedKey {
  const material = readKeyMaterial(source, option);
  switch (material.kind) {
    case "CryptoKey":
      return material.key;
    case "KeyObject":
      return readPrivateKeyObject(material.keyObject, option);
    case "JWK":
      return readPrivateJwk(material.jwk, option);
    case "DER":
      return readPrivateKeyDer(material.der, option);
    case "PEM":
      return readPrivateKeyPem(material.blocks, option);
    case "OpenSSH private key":
      return refuseOpensshPrivateKey(material.bytes, option);
    case "OpenSSH public key":
      return notPrivate(option, "an OpenSSH public key");
  }
}

function readPrivateKeyObject(keyObject: KeyObject, option: string): PlainKey {
  if (keyObject.type !== "private") return refuseNotPrivateKeyObject(keyObject.type, option);
  const key = readPrivateKeyDer(keyObject.exportDer("pkcs8", option), option);
  if (!("decrypt" in key)) return key;
  return invalidKey(
    option,
    "is a KeyObject whose export() returned an encrypted key; pass this export itself, with its passphrase",
  );
}

function readPrivateKeyPem(blocks: readonly PemBlock[], option: string): PlainKey | EncryptedKey {
  const keys = blocks
    .filter(({ label }) => label.endsWith("PRIVATE KEY"))
    .map((block) => {
      if (block.label === "OPENSSH PRIVATE KEY")
        refuseOpensshPrivateKey(decodePemBlock(block, option), option);
      // OpenSSL's traditional encryption (RFC 1421 section 4.6.1.3).
      if (block.body.includes("DEK-Info:")) {
        unsupportedKey(
          option,
          "in the traditional encryption of PEM, which WebCrypto cannot decrypt",
          convertKey,
        );
      }
      return readPrivateKeyDer(decodePemBlock(block, option), option);
    });
  return onlyKey(keys, option) ?? refuseNotPrivate(structureOfLabels(blocks), option);
}

function readPrivateKeyDer(der: Uint8Array, option: string): PlainKey | EncryptedKey {
  return readStructure(
    () => {
      const members = readDerSequence(der);
      const structure = keyStructure(members);
      switch (structure) {
        case "PrivateKeyInfo":
          return readPrivateKeyInfoKey(members, option);
        case "EncryptedPrivateKeyInfo":
          return readEncryptedPrivateKeyInfo(members, option);
        case "RSAPrivateKey":
          return readRsaKey(members, option);
        case "ECPrivateKey":
          return readEcKey(members, option);
        case "DSAPrivateKey":
          return unsupportedKey(option, "a key for DSA", newRsaKey);
        case undefined:
          return invalidKey(option, corruptPrivateKey);
        default:
          return refuseNotPrivate(structure, option);
      }
    },
    () => invalidKey(option, corruptPrivateKey),
  );
}
