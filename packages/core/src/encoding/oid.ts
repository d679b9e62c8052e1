/**
 * The bytes of object identifiers in DER, as text, under the names that WebCrypto and error messages have for them.
 *
 * Sources: RFC 8017 (RSA), RFC 5480 (EC), RFC 8410 (Ed25519), RFC 8018 (PBES2), RFC 7914 (scrypt).
 */
const oids: Readonly<Record<string, string>> = {
  "42 134 72 134 247 13 1 1 1": "RSA",
  "42 134 72 134 247 13 1 1 10": "RSA-PSS",
  "42 134 72 134 247 13 1 5 12": "PBKDF2",
  "42 134 72 134 247 13 1 5 13": "PBES2",
  "42 134 72 134 247 13 2 7": "SHA-1",
  "42 134 72 134 247 13 2 8": "SHA-224",
  "42 134 72 134 247 13 2 9": "SHA-256",
  "42 134 72 134 247 13 2 10": "SHA-384",
  "42 134 72 134 247 13 2 11": "SHA-512",
  "42 134 72 134 247 13 3 7": "DES3",
  "42 134 72 206 61 2 1": "EC",
  "42 134 72 206 61 3 1 7": "P-256",
  "42 134 72 206 56 4 1": "DSA",
  "43 129 4 0 34": "P-384",
  "43 101 112": "Ed25519",
  "43 6 1 4 1 218 71 4 11": "Scrypt",
  "96 134 72 1 101 3 4 1 2": "AES-128",
  "96 134 72 1 101 3 4 1 22": "AES-192",
  "96 134 72 1 101 3 4 1 42": "AES-256",
};

/** What an object identifier names. */
export function oidName(oid: Uint8Array): string {
  const text = oid.join(" ");
  return oids[text] ?? (/^42 134 72 134 247 13 1 (5|12 1) /.test(text) ? "PBES1" : `OID ${text}`);
}
