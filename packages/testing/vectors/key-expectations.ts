import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";

/** What this package makes of one key file. */
export type KeyExpectation =
  /** Signs as the key of this public key file does. */
  | { readonly as: "signs"; readonly publicKey: string; readonly passphrase?: string; readonly needs?: "AES-192-CBC" }
  | { readonly as: "refused"; readonly code: CloudFrontSignErrorCode; readonly fix: RegExp; readonly passphrase?: string };

/** The passphrase of every encrypted file of keys.json. */
const horse = "correct horse";

function signs(key: string, passphrase?: string, needs?: "AES-192-CBC"): KeyExpectation {
  return { as: "signs", publicKey: `${key}.pub.spki.pem`, ...(passphrase === undefined ? {} : { passphrase }), ...(needs ? { needs } : {}) };
}

function refused(code: CloudFrontSignErrorCode, fix: RegExp, passphrase?: string): KeyExpectation {
  return { as: "refused", code, fix, ...(passphrase === undefined ? {} : { passphrase }) };
}

// The words of the next step that a message must hold.
const reencrypt = /openssl pkcs8 -topk8/;
const newKey = /openssl (genrsa|genpkey|ecparam)/;
const copyAgain = /copy|whole file|corrupt|cut/i;
const passPem = /PEM|BEGIN/;
const passPrivate = /private key/i;

/** One row for each file of keys.json, in its order. */
export const keyExpectations: Readonly<Record<string, KeyExpectation>> = {
  "bad.der-header.pkcs8.pem": refused("ERR_KEY_INVALID", copyAgain),
  "bad.empty-body.pkcs8.pem": refused("ERR_KEY_INVALID", copyAgain),
  "bad.empty.pem": refused("ERR_KEY_INVALID", passPem),
  "bad.illegal-base64.pkcs8.pem": refused("ERR_KEY_INVALID", copyAgain),
  "bad.no-begin-line.pkcs8.pem": refused("ERR_KEY_INVALID", copyAgain),
  "bad.no-end-line.pkcs8.pem": refused("ERR_KEY_INVALID", copyAgain),
  "bad.not-a-key.pem": refused("ERR_KEY_INVALID", passPem),
  "bad.ssh-pub.txt": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "bad.truncated-body-with-end.pkcs1.pem": refused("ERR_KEY_INVALID", copyAgain),
  "bad.truncated-body-with-end.pkcs8.pem": refused("ERR_KEY_INVALID", copyAgain),
  "bad.truncated.pkcs8.pem": refused("ERR_KEY_INVALID", copyAgain),
  "dsa2048.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", newKey),
  "ecp256.crlf.sec1.pem": signs("ecp256"),
  "ecp256.enc-aes256-sha256.pkcs8.pem": signs("ecp256", horse),
  "ecp256.enc-dek-aes256.sec1.pem": refused("ERR_KEY_UNSUPPORTED", reencrypt, horse),
  "ecp256.params+sec1.pem": signs("ecp256"),
  "ecp256.pkcs8.der": signs("ecp256"),
  "ecp256.pkcs8.pem": signs("ecp256"),
  "ecp256.pub.spki.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "ecp256.sec1.pem": signs("ecp256"),
  "ecp256k1.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", newKey),
  "ecp256k1.pub.spki.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "ecp384.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", newKey),
  "ecp384.pub.spki.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "ecp384.sec1.pem": refused("ERR_KEY_UNSUPPORTED", newKey),
  "ed25519.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", newKey),
  "ed25519.pub.spki.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "rsa1024.pkcs1.pem": signs("rsa1024"),
  "rsa1024.pkcs8.pem": signs("rsa1024"),
  "rsa1024.pub.spki.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "rsa2048-b.pkcs1.pem": signs("rsa2048-b"),
  "rsa2048-b.pkcs8.pem": signs("rsa2048-b"),
  "rsa2048-b.pub.spki.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "rsa2048-e3.pkcs1.pem": signs("rsa2048-e3"),
  "rsa2048-e3.pkcs8.pem": signs("rsa2048-e3"),
  "rsa2048-e3.pub.spki.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "rsa2048.bagattr.pkcs1.pem": signs("rsa2048"),
  "rsa2048.bagattr.pkcs8.pem": signs("rsa2048"),
  "rsa2048.bare-base64.txt": signs("rsa2048"),
  "rsa2048.base64-of-pem.txt": signs("rsa2048"),
  "rsa2048.cert.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "rsa2048.comment.pkcs8.pem": signs("rsa2048"),
  "rsa2048.crlf.enc-aes256-sha256.pkcs8.pem": signs("rsa2048", horse),
  "rsa2048.crlf.enc-dek-aes256.pkcs1.pem": refused("ERR_KEY_UNSUPPORTED", reencrypt, horse),
  "rsa2048.crlf.pkcs1.pem": signs("rsa2048"),
  "rsa2048.crlf.pkcs8.pem": signs("rsa2048"),
  "rsa2048.enc-aes128-sha1.pkcs8.pem": signs("rsa2048", horse),
  "rsa2048.enc-aes128-sha256.pkcs8.pem": signs("rsa2048", horse),
  "rsa2048.enc-aes192-sha512.pkcs8.pem": signs("rsa2048", horse, "AES-192-CBC"),
  "rsa2048.enc-aes256-sha1.pkcs8.pem": signs("rsa2048", horse),
  "rsa2048.enc-aes256-sha256.pkcs8.pem": signs("rsa2048", horse),
  "rsa2048.enc-dek-aes128.pkcs1.pem": refused("ERR_KEY_UNSUPPORTED", reencrypt, horse),
  "rsa2048.enc-dek-aes256.pkcs1.pem": refused("ERR_KEY_UNSUPPORTED", reencrypt, horse),
  "rsa2048.enc-dek-des3.pkcs1.pem": refused("ERR_KEY_UNSUPPORTED", reencrypt, horse),
  "rsa2048.enc-des3.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", reencrypt, horse),
  "rsa2048.enc-pbes1-3des.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", reencrypt, horse),
  "rsa2048.enc-scrypt.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", reencrypt, horse),
  "rsa2048.literal-backslash-n.pkcs8.pem": signs("rsa2048"),
  "rsa2048.no-final-newline.pkcs8.pem": signs("rsa2048"),
  "rsa2048.one-line-body.pkcs8.pem": signs("rsa2048"),
  "rsa2048.openssh.pem": refused("ERR_KEY_UNSUPPORTED", /ssh-keygen -p -m PKCS8|openssl/),
  "rsa2048.pkcs1.der": signs("rsa2048"),
  "rsa2048.pkcs1.pem": signs("rsa2048"),
  "rsa2048.pkcs8-body-pkcs1-label.pem": signs("rsa2048"),
  "rsa2048.pkcs8.der": signs("rsa2048"),
  "rsa2048.pkcs8.pem": signs("rsa2048"),
  "rsa2048.pub.pkcs1.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "rsa2048.pub.spki.der": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "rsa2048.pub.spki.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "rsa2048.quoted.pkcs8.pem": signs("rsa2048"),
  "rsa2048.trailing-spaces.pkcs8.pem": signs("rsa2048"),
  "rsa3072.pkcs1.pem": signs("rsa3072"),
  "rsa3072.pkcs8.pem": signs("rsa3072"),
  "rsa3072.pub.spki.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "rsa4096.pkcs1.pem": signs("rsa4096"),
  "rsa4096.pkcs8.pem": signs("rsa4096"),
  "rsa4096.pub.spki.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "rsapss2048.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", newKey),
  "rsapss2048.pub.spki.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
};

/** One row for each file of more-keys.json, in its order: rarer forms, made with OpenSSL 3.0. */
export const moreKeyExpectations: Readonly<Record<string, KeyExpectation>> = {
  "brainpool256.sec1.pem": refused("ERR_KEY_UNSUPPORTED", newKey),
  "csr.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "ec-parameters-only.pem": refused("ERR_KEY_NOT_PRIVATE", passPrivate),
  "ecp256-explicit.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", /openssl/),
  "ecp256-explicit.sec1.pem": refused("ERR_KEY_UNSUPPORTED", /openssl/),
  "ecp256.compressed-point.sec1.pem": signs("ecp256"),
  "ecp256.enc-aes256-sha224.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", reencrypt, horse),
  "ecp256.enc-aes256-sha256.pkcs8.der": signs("ecp256", horse),
  "ecp256.enc-aes256-sha384.pkcs8.pem": signs("ecp256", horse),
  "ecp256.enc-camellia256.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", reencrypt, horse),
  "ecp256.enc-empty-passphrase.pkcs8.pem": refused("ERR_KEY_ENCRYPTED", /passphrase/, ""),
  "ecp256.enc-utf8-passphrase.pkcs8.pem": signs("ecp256", "ä pass 密"),
  "ecp256.no-public-key.pkcs8.pem": signs("ecp256"),
  "ecp256.no-public-key.sec1.pem": signs("ecp256"),
  "ecp256.sec1.der": signs("ecp256"),
  "ecp384.enc-aes256-sha256.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", newKey, horse),
  "ecp521.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", newKey),
  "ed448.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", newKey),
  "rsa2048-three-primes.pkcs8.pem": refused("ERR_KEY_INVALID", /openssl/),
  "rsa2048.pkcs12.der": refused("ERR_KEY_INVALID", /openssl/),
  "rsa512.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", newKey),
  "rsa5120.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", newKey),
  "x25519.pkcs8.pem": refused("ERR_KEY_UNSUPPORTED", newKey),
};
