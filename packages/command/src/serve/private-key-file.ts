import type { FileHandle } from "node:fs/promises";

/** The bytes in which a private key is looked for: more than the longest key text that signs. */
const longestKeyFile = 65_536;

/** How a PEM file starts, also what `openssl pkcs12` writes. */
const startOfPem = /^\s*(?:-----BEGIN |Bag Attributes)/;
const labelOfPrivateKey = /^-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY-----/m;

/**
 * The start of PKCS#8, PKCS#1, SEC1 and PKCS#12 in DER, in hexadecimal digits: a sequence, and a version number,
 * which no public key starts with (RFC 5958, section 2; RFC 8017, appendix A.1.2; RFC 5915, section 3; RFC 7292,
 * section 4).
 */
const startOfDer = /^30(?:[5-7].|81..|82....)02010[013]/;

/**
 * Whether a file is a private key. `keygen` writes one into the folder in which people then start the server, and
 * no viewer ever needs it.
 */
export async function isPrivateKeyFile(file: FileHandle): Promise<boolean> {
  const start = await beginningOf(file, 64);
  if (startOfDer.test(start.toString("hex"))) return true;
  if (!startOfPem.test(start.toString("latin1"))) return false;
  return labelOfPrivateKey.test((await beginningOf(file, longestKeyFile)).toString("latin1"));
}

async function beginningOf(file: FileHandle, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}
