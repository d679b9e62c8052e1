/** Hexadecimal text of bytes. */
function toHex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += (byte + 256).toString(16).slice(1);
  return hex;
}

/**
 * Object identifiers in DER, as hexadecimal text, under the names that WebCrypto and error messages have for them.
 *
 * Sources: RFC 8017 (RSA), RFC 5480 (EC), RFC 8410 (Ed25519), RFC 8018 (PBES2), RFC 7914 (scrypt).
 */
export const oids = {
  RSA: "2a864886f70d010101",
  "RSA-PSS": "2a864886f70d01010a",
  PBKDF2: "2a864886f70d01050c",
  PBES2: "2a864886f70d01050d",
  "SHA-1": "2a864886f70d0207",
  "SHA-224": "2a864886f70d0208",
  "SHA-256": "2a864886f70d0209",
  "SHA-384": "2a864886f70d020a",
  "SHA-512": "2a864886f70d020b",
  DES3: "2a864886f70d0307",
  EC: "2a8648ce3d0201",
  "P-256": "2a8648ce3d030107",
  DSA: "2a8648ce380401",
  "P-384": "2b81040022",
  Ed25519: "2b6570",
  Scrypt: "2b06010401da47040b",
  "AES-128": "608648016503040102",
  "AES-192": "608648016503040116",
  "AES-256": "60864801650304012a",
} as const;

/** What an object identifier names. */
export function oidName(oid: Uint8Array): string {
  const hex = toHex(oid);
  const [name] = Object.entries(oids).find(([, known]) => known === hex) ?? [/^2a864886f70d01(05|0c01)/.test(hex) ? "PBES1" : `OID ${hex}`];
  return name;
}
