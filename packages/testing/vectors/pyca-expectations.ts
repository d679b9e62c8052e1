import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";
import type pycaKeys from "./pyca-keys.json";

/** The path of a file in the vectors. */
export type PycaFile = keyof typeof pycaKeys.files;

/** Private keys that sign, with their passphrases; "" for those that are not encrypted. */
export const signingKeys: Partial<Record<PycaFile, string>> = {
  "DER_Serialization/ec_private_key_encrypted.der": "123456",
  "EC/high-bit-set.pem": "",
  "EC/truncated-private-key.der": "",
  "PKCS8/ec-consistent-curve.pem": "",
  "PKCS8/ecc_private_with_rfc5915_ext.pem": "",
  "PKCS8/enc2-rsa-pkcs8.pem": "baz",
  "PKCS8/invalid-version.der": "",
  "PKCS8/wrong-pem-delimiter-rsa.pem": "",
};

/** The code of an error, words of its message, and the passphrase that it was given. */
type Refused = readonly [code: CloudFrontSignErrorCode, words: string, passphrase: string];

function unsupported(words: string, passphrase = ""): Refused {
  return ["ERR_KEY_UNSUPPORTED", words, passphrase];
}
const corrupted: Refused = ["ERR_KEY_INVALID", "corrupted", ""];

/** Private keys that do not sign. */
export const privateKeys: Partial<Record<PycaFile, Refused>> = {
  "DH/dh_key_256.pem": unsupported("for an algorithm that this package does not support;"),
  // Not even OpenSSL reads an EC key without its curve.
  "EC/ec-missing-curve.pem": corrupted,
  // OpenSSL reads a public key whose last byte counts in part; a point has whole bytes.
  "EC/ec_private_key_non_zero_unused_bits.der": corrupted,
  "EC/explicit_parameters_private_key.pem": unsupported("with explicit curve parameters"),
  "EC/explicit_parameters_wap_wsg_idm_ecid_wtls11_private_key.pem": unsupported(
    "with explicit curve parameters",
  ),
  "EC/secp128r1_private_key.pem": unsupported("on a curve that this package does not support"),
  "EC/secp256r1-explicit-seed.pem": unsupported("with explicit curve parameters"),
  "Ed25519/ed25519-pkcs8-enc.pem": unsupported("for Ed25519;", "password"),
  "MLDSA/mldsa65_noseed_priv.der": unsupported("an algorithm that this package does not support"),
  "OpenSSH/dsa-nopsw.key": unsupported("an OpenSSH "),
  "OpenSSH/ecdsa-nopsw.key": unsupported("ssh-keygen -p -m PKCS8"),
  "OpenSSH/ecdsa-psw.key": unsupported("an OpenSSH ", "password"),
  "OpenSSH/ed25519-aesgcm-psw.key": unsupported("an OpenSSH ", "password"),
  "OpenSSH/ed25519-nopsw.key": unsupported("an OpenSSH "),
  "OpenSSH/rsa-psw.key": unsupported("ssh-keygen -p -m PKCS8", "password"),
  "OpenSSH/sk-ecdsa-nopsw.key": unsupported("an OpenSSH "),
  "OpenSSH/sk-ed25519-nopsw.key": unsupported("an OpenSSH "),
  "PEM_Serialization/rsa-bad-1025-q-is-2.pem": corrupted,
  "PKCS8/bad-encryption-oid.pem": unsupported("is encrypted with a scheme", "password"),
  "PKCS8/bad-oid-dsa-key.pem": unsupported("an algorithm that this package does not support"),
  "PKCS8/ec-inconsistent-curve.pem": unsupported("on P-384;"),
  // OpenSSL believes the curve that stands outside; here both have to be P-256.
  "PKCS8/ec-inconsistent-curve2.pem": unsupported("on P-384;"),
  "PKCS8/ec-invalid-private-scalar.pem": corrupted,
  // OpenSSL reads versions that RFC 5915 and RFC 8017 do not have.
  "PKCS8/ec-invalid-version.pem": corrupted,
  "Traditional_OpenSSL_Serialization/rsa-wrong-version.pem": corrupted,
  "PKCS8/ec_oid_not_in_reg_private_2.pkcs8.pem": unsupported(
    "with explicit curve parameters",
  ),
  "PKCS8/ed25519-scrypt.pem": unsupported("a scheme, cipher or hash", "hunter42"),
  "PKCS8/enc-ec-sha1-128-rc4.pem": unsupported("a scheme, cipher or hash", "password"),
  "PKCS8/enc-rsa-pkcs8-pbkdf2-0iter.pem": ["ERR_KEY_INVALID", "is cut off or corrupted", "password"],
  "PKCS8/enc-unknown-algorithm.pem": unsupported("a scheme, cipher or hash", "password"),
  "PKCS8/enc-unknown-kdf.pem": unsupported("a scheme, cipher or hash", "password"),
  "PKCS8/enc-unknown-pbkdf2-prf.pem": unsupported("a scheme, cipher or hash", "password"),
  "PKCS8/nodompar_private.pkcs8.pem": unsupported("with explicit curve parameters"),
  "PKCS8/private.pem": unsupported("with explicit curve parameters"),
  "PKCS8/rsa-40bitrc2.pem": unsupported("a scheme, cipher or hash", "baz"),
  "PKCS8/rsa-pbewithmd5anddescbc.pem": unsupported("a scheme, cipher or hash", "hunter2"),
  "PKCS8/rsa-rc2-cbc.pem": unsupported("a scheme, cipher or hash", "Red Hat Enterprise Linux 7.4"),
  "PKCS8/rsa-rc2-cbc-effective-key-length.pem": unsupported("a scheme, cipher or hash", "password"),
  "PKCS8/rsa_pkcs8_pbes2_pbkdf2_2048_3des_sha384.pem": unsupported("a scheme, cipher or hash", "PolarSSLTest"),
  "PKCS8/rsa_pss_2048_hash_mask_salt.pem": unsupported("for RSA-PSS;"),
  "PKCS8/unknown-oid.der": unsupported("an algorithm that this package does not support"),
  "PKCS8/withdompar_private.pkcs8.pem": unsupported("on a curve that this package does not support"),
  "Traditional_OpenSSL_Serialization/dsa-wrong-version.pem": unsupported("for DSA;"),
  "Traditional_OpenSSL_Serialization/key1-malformed-dek-info.pem": unsupported(
    "traditional PEM format",
    "123456",
  ),
  "Traditional_OpenSSL_Serialization/key1-no-dek-info.pem": ["ERR_KEY_INVALID", "is empty or not base64 between", "123456"],
  "X448/x448-pkcs8-enc.pem": unsupported("for an algorithm that this package does not support;", "password"),
};

/** Public keys; `undefined` for those that are taken. */
export const publicKeys: Partial<Record<PycaFile, Refused | undefined>> = {
  "DER_Serialization/dsa_public_key_invalid_bit_string.der": corrupted,
  "DER_Serialization/dsa_public_key_no_params.der": unsupported("for DSA;"),
  "DH/dhpub_cryptography_old.pem": unsupported("for an algorithm that this package does not support;"),
  "EC/secp256r1-pub-explicit-seed.pem": unsupported("with explicit curve parameters"),
  "EC/sect163k1-spki.pem": unsupported("on a curve that this package does not support"),
  "Ed25519/ed25519-pub-non-zero-unused-bits.der": corrupted,
  "OpenSSH/dsa-nopsw.key.pub": unsupported("an OpenSSH "),
  "OpenSSH/ecdsa-nopsw.key.pub": unsupported("ssh-keygen -e -m PKCS8"),
  "OpenSSH/ecdsa-nopsw.key-cert.pub": unsupported("ssh-keygen -e -m PKCS8"),
  "OpenSSH/ecdsa-psw.key.pub": unsupported("an OpenSSH "),
  "OpenSSH/ed25519-nopsw.key-cert.pub": unsupported("an OpenSSH "),
  "OpenSSH/rsa-nopsw.key-cert.pub": unsupported("ssh-keygen -e -m PKCS8"),
  "OpenSSH/sk-ecdsa-nopsw.key.pub": unsupported("an OpenSSH "),
  "OpenSSH/sk-ed25519-nopsw.key.pub": unsupported("an OpenSSH "),
  // Labels say the wrong thing; OpenSSL's command reads these two, Node.js does not.
  "PEM_Serialization/ec_public_key_rsa_delimiter.pem": undefined,
  "PEM_Serialization/rsa_wrong_delimiter_public_key.pem": undefined,
  "PKCS8/rsa_pss_2048_pub.der": unsupported("for RSA-PSS;"),
  "public/PKCS1/dsa.pub.pem": unsupported("for DSA;"),
  "public/PKCS1/rsa.pub.pem": undefined,
};

/** Parameters, which hold no key of either half. */
export const parameters: readonly PycaFile[] = ["DH/dhp.pem", "DH/dhp_rfc5114_2.pem", "PEM_Serialization/dsaparam.pem"];
