import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { keyBytes, keyText, passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { withoutSha1 } from "@cloudfront-sign-webcrypto/testing/support/stubbed-crypto.ts";
import { importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { convertLegacy, type KeyFault } from "../support/key-fault.ts";

const refuses = "which this runtime refuses";
const because = "(FIPS mode or a crypto policy)";
const whatChanges = 'keys and distributions stay as they are (docs/keys.md, "SHA-1 and SHA-256")';
const verifyingStep =
  'sign with the hash algorithm "SHA256": the same public key, imported for SHA-256, verifies it (docs/keys.md, "SHA-1 and SHA-256")';

const sign = (key: unknown = keyText("rsa2048.pkcs8.pem")) =>
  signerOf(key).signUrl(`${host}/a`, { dateLessThan: end });
const publicKey = keyText("rsa2048.pub.spki.pem");
const verifyElsewhereSigned = async (refusing: Parameters<typeof withoutSha1>[0]) => {
  const signed = await rsaSigner().signUrl(`${host}/a`, { dateLessThan: end });
  const { verifyUrl } = createCloudFrontVerifier({
    publicKeys: { [keyPairId]: publicKey },
    now: () => moment,
  });
  return withoutSha1(refusing, () => verifyUrl(signed));
};

/** A runtime in FIPS mode or with a crypto policy against SHA-1. */
export const sha1Faults: readonly Fault[] = [
  {
    given: "a runtime that refuses to import keys for SHA-1",
    run: () => withoutSha1(["importKey"], () => sign()),
    code: "ERR_KEY_UNSUPPORTED",
    message: `privateKey: is a key for SHA-1, ${refuses} to import ${because}; use the hash algorithm "SHA256" (import a CryptoKey with hash: "SHA-256"); ${whatChanges}`,
  },
  {
    given: "a runtime that refuses to sign with SHA-1",
    run: () => withoutSha1(["sign"], () => sign()),
    code: "ERR_SIGNING_FAILED",
    message: `privateKey: failed to sign with SHA-1; if this runtime refuses it (FIPS mode or a crypto policy), use the hash algorithm "SHA256" (import a CryptoKey with hash: "SHA-256"); ${whatChanges}`,
  },
  {
    given: "a runtime that refuses to sign with SHA-1, privateKey: a CryptoKey of RSA",
    run: async () => {
      const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" };
      const der = keyBytes("rsa2048.pkcs8.der");
      const key = await crypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
      return withoutSha1(["sign"], () => sign(key));
    },
    code: "ERR_SIGNING_FAILED",
    message: `privateKey: failed to sign with SHA-1; if this runtime refuses it (FIPS mode or a crypto policy), use the hash algorithm "SHA256" (import a CryptoKey with hash: "SHA-256"); ${whatChanges}`,
  },
  {
    given: "a runtime that refuses to import public keys for SHA-1",
    run: () => withoutSha1(["importKey"], () => importCloudFrontPublicKey({ content: publicKey })),
    code: "ERR_KEY_UNSUPPORTED",
    message: `content: is a key for SHA-1, ${refuses} to import ${because}; ${verifyingStep}`,
  },
  {
    given: "a runtime that refuses to import public keys for SHA-1, and a signature with SHA-1",
    run: () => verifyElsewhereSigned(["importKey"]),
    code: "ERR_KEY_UNSUPPORTED",
    message: `publicKeys.K2JCJMDEHXQW5F: is a key for SHA-1, ${refuses} to import ${because}; ${verifyingStep}`,
  },
  {
    given: "a runtime that refuses to verify SHA-1, and a signature with SHA-1",
    run: () => verifyElsewhereSigned(["sign", "verify"]),
    code: "ERR_KEY_UNSUPPORTED",
    message: `publicKeys.K2JCJMDEHXQW5F: cannot verify SHA-1; if this runtime refuses it ${because}, ${verifyingStep}`,
  },
];

const encryptedKey = keyText("rsa2048.enc-aes256-sha1.pkcs8.pem");

/** A key whose passphrase is hashed with SHA-1, in such a runtime. */
export const sha1EncryptedKeyFaults: readonly KeyFault[] = [
  {
    given: `a runtime that refuses SHA-1, and privateKey: "-----BEGIN ENCRYPTED PRIVATE KEY-----…" of PBKDF2 with HMAC-SHA-1`,
    key: encryptedKey,
    run: () =>
      withoutSha1(["deriveKey"], () =>
        signerOf(encryptedKey, { passphrase, hashAlgorithm: "SHA256" }).signUrl(`${host}/a`, {
          dateLessThan: end,
        }),
      ),
    code: "ERR_KEY_UNSUPPORTED",
    message: `privateKey: is encrypted with a scheme, cipher or hash that WebCrypto does not support here; ${convertLegacy}`,
  },
];
