/** Hexadecimal text of bytes. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join("");
}

const names: Readonly<Record<string, string>> = {
  "2a864886f70d010101": "RSA",
  "2a864886f70d01010a": "RSA-PSS",
  "2a864886f70d01050c": "PBKDF2",
  "2a864886f70d01050d": "PBES2",
  "2a864886f70d0207": "SHA-1",
  "2a864886f70d0208": "SHA-224",
  "2a864886f70d0209": "SHA-256",
  "2a864886f70d020a": "SHA-384",
  "2a864886f70d020b": "SHA-512",
  "2a864886f70d0307": "DES3",
  "2a8648ce3d0201": "EC",
  "2a8648ce3d030107": "P-256",
  "2a8648ce380401": "DSA",
  "2b81040022": "P-384",
  "2b6570": "Ed25519",
  "2b06010401da47040b": "Scrypt",
  "608648016503040102": "AES-128",
  "608648016503040116": "AES-192",
  "60864801650304012a": "AES-256",
};

/**
 * What an object identifier names, in the words of WebCrypto and of error messages.
 *
 * Sources: RFC 8017 (RSA), RFC 5480 (EC), RFC 8410 (Ed25519), RFC 8018 (PBES2), RFC 7914 (scrypt).
 */
export function oidName(oid: Uint8Array): string {
  const hex = toHex(oid);
  return names[hex] ?? (/^2a864886f70d01(05|0c01)/.test(hex) ? "PBES1" : `OID ${hex}`);
}
