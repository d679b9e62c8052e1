import { DerError, type DerValue, readDerSequence } from "../encoding/der.ts";
import { checkCurve, keyTypeOf } from "./algorithm-identifier.ts";
import { type EcPrivateKey, type PlainEcKey, plainEcKey, readEcPrivateKey } from "./ec-private-key.ts";
import { corruptPrivateKey, invalidKey, readStructure } from "./key-error.ts";
import { wrongPassphrase } from "./pbes2.ts";
import { type PrivateKeyInfo, readPrivateKeyInfo } from "./private-key-info.ts";
import { type PlainRsaKey, plainRsaKey, type RsaPrivateKey, readRsaPrivateKey } from "./rsa-private-key.ts";
import { readRsaPublicKey } from "./rsa-public-key.ts";

/** Replaces explicit parameters of a curve by its name. */
const nameCurve = "openssl ec -param_enc named_curve -in key.pem -out new.pem";

/** A key of a PKCS#8 file that is not encrypted. */
export function readPrivateKeyInfoKey(
  members: readonly DerValue[],
  option: string,
): PlainRsaKey | PlainEcKey {
  return keyOf(readPrivateKeyInfo(members), option);
}

/**
 * The key of a decrypted PKCS#8. One wrong passphrase in 256 decrypts to bytes with valid padding, which are
 * no PKCS#8.
 */
export function readDecryptedKey(der: Uint8Array, option: string): PlainRsaKey | PlainEcKey {
  const info = readStructure(
    () => readPrivateKeyInfo(readDerSequence(der)),
    () => wrongPassphrase(option),
  );
  return readStructure(
    () => keyOf(info, option),
    () => invalidKey(option, corruptPrivateKey),
  );
}

function keyOf(
  { privateKeyAlgorithm, privateKey, publicKey }: PrivateKeyInfo,
  option: string,
): PlainRsaKey | PlainEcKey {
  const keyType = keyTypeOf(privateKeyAlgorithm, nameCurve, option);
  const members = readDerSequence(privateKey);
  if (keyType === "RSA") {
    const key = readRsaPrivateKey(members, option);
    if (publicKey) checkPublicKey(publicKey, key);
    return plainRsaKey(key, option);
  }
  const key = readEcPrivateKey(members);
  // The curve stands outside, and may stand inside a second time.
  if (key.parameters) checkCurve(key.parameters, nameCurve, option);
  return plainEcKey(key.privateKey, [key.publicKey, publicKey], option);
}

/** Throws unless the public key of a PKCS#8 (RFC 5958 section 2) is that of its private key. */
function checkPublicKey(publicKey: Uint8Array, { n, e }: RsaPrivateKey): void {
  const stated = readRsaPublicKey(readDerSequence(publicKey));
  if (stated.n.join() !== n.join() || stated.e.join() !== e.join()) throw new DerError();
}

/** A key of a PKCS#1 file. */
export function readRsaKey(members: readonly DerValue[], option: string): PlainRsaKey {
  return plainRsaKey(readRsaPrivateKey(members, option), option);
}

/** A key of a SEC1 file, which must name the curve (RFC 5915 section 3). */
export function readEcKey(members: readonly DerValue[], option: string): PlainEcKey {
  const { privateKey, parameters, publicKey }: EcPrivateKey = readEcPrivateKey(members);
  checkCurve(parameters, nameCurve, option);
  return plainEcKey(privateKey, [publicKey], option);
}
