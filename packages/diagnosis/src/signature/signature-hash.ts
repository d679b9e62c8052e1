/** A hash that a signature can be made with: how it is named where, and the bytes of its digest. */
interface SignatureHash {
  /** As `Hash-Algorithm` names it, or would. */
  readonly name: string;
  /** In a DigestInfo (RFC 8017, appendix B.1). */
  readonly objectIdentifier: string;
  readonly length: number;
  /** In WebCrypto, which lacks some. */
  readonly webCrypto: string | undefined;
}

export const signatureHashes: readonly SignatureHash[] = [
  { name: "SHA1", objectIdentifier: "1.3.14.3.2.26", length: 20, webCrypto: "SHA-1" },
  { name: "SHA256", objectIdentifier: "2.16.840.1.101.3.4.2.1", length: 32, webCrypto: "SHA-256" },
  { name: "SHA384", objectIdentifier: "2.16.840.1.101.3.4.2.2", length: 48, webCrypto: "SHA-384" },
  { name: "SHA512", objectIdentifier: "2.16.840.1.101.3.4.2.3", length: 64, webCrypto: "SHA-512" },
  { name: "SHA224", objectIdentifier: "2.16.840.1.101.3.4.2.4", length: 28, webCrypto: undefined },
  { name: "MD5", objectIdentifier: "1.2.840.113549.2.5", length: 16, webCrypto: undefined },
];

/** The hash of an object identifier; for an unknown one, the identifier is its name. */
export function hashOfObjectIdentifier(objectIdentifier: string): {
  name: string;
  webCrypto?: string | undefined;
} {
  return (
    signatureHashes.find((hash) => hash.objectIdentifier === objectIdentifier) ?? { name: objectIdentifier }
  );
}

/** WebCrypto's name of a hash by its name here. */
export function webCryptoHash(name: string): string | undefined {
  return signatureHashes.find((hash) => hash.name === name)?.webCrypto;
}

/** The digest of bytes, by WebCrypto's name of the hash. */
export async function digestOf(
  webCryptoName: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest(webCryptoName, bytes));
}

/** A digest as hexadecimal digits. */
export function hexOf(digest: Uint8Array): string {
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
