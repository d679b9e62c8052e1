/** Tags of DER. */
const [integer, octetString, objectIdentifier, sequence] = [0x02, 0x04, 0x06, 0x30];

/** What the key of OpenSSH starts with, up to the length of its cipher's name (PROTOCOL.key). */
const opensshMagic = "openssh-key-v1\0\0\0\0";

/**
 * Algorithms of keys: RSA, RSA-OAEP and RSA-PSS, Diffie-Hellman, DSA, elliptic curves, Ed25519 and its like, those of
 * NIST's post-quantum standards. No algorithm of a signature is one of them but the last, which certificates name, too.
 */
const keyAlgorithm =
  /^(?:2a864886f70d01(?:01(?:01|07|0a)|0301)|2a8648ce(?:380401|3e0201|3d0201)|2b65(?:6e|6f|70|71)|60864801650304(?:03|04)..)$/;

/** PBES1 and PBES2 (RFC 8018), and the encryption of PKCS#12 (RFC 7292, appendix C). */
const encryption = /^2a864886f70d01(?:05(?:01|03|04|06|0a|0b|0d)|0c01..)$/;

/** The content types of PKCS#7 that are in PKCS#12 (RFC 7292, section 4). */
const pkcs7Content = /^2a864886f70d0107(?:01|02)$/;

/**
 * The bytes that make a structure a private key, which stand in front: behind them, base64 may have lost characters that
 * looked like the mark of a line.
 */
const longestKeyHeader = 48;

/**
 * The length of the private key that starts with these bytes, as its own header has it; `undefined` if it is none:
 * PKCS#8, PKCS#1, SEC1, encrypted PKCS#8, PKCS#12 and the keys of OpenSSH.
 *
 * Sources: RFC 5958, sections 2 and 3; RFC 8017, appendix A.1.2; RFC 5915, section 3; RFC 7292, section 4.
 */
function privateKeyLength(bytes: Uint8Array): number | undefined {
  if (latin1(bytes, 0, opensshMagic.length) === opensshMagic) return opensshLength;
  const outer = readHeader(bytes, 0);
  if (outer?.tag !== sequence) return undefined;
  const first = readHeader(bytes, outer.content);
  if (first === undefined || first.end > outer.end) return undefined;
  const isKey =
    first.tag === integer
      ? isVersionOfKey(bytes, outer, first)
      : first.tag === sequence && encryption.test(algorithmOf(bytes, first));
  return isKey ? outer.end : undefined;
}

/** The shortest key of OpenSSH, which has Ed25519, in bytes. */
const opensshLength = 240;

/** Whether the first number of a sequence, and what follows it, are those of a private key. */
function isVersionOfKey(bytes: Uint8Array, outer: DerHeader, first: DerHeader): boolean {
  const version = bytes[first.content];
  const second = readHeader(bytes, first.end);
  if (first.length !== 1 || version === undefined || second === undefined || second.end > outer.end)
    return false;
  const algorithm = second.tag === sequence ? algorithmOf(bytes, second) : "";
  if (version === 3) return pkcs7Content.test(algorithm);
  if (version > 1) return false;
  // PKCS#1 has nine numbers, of which all but two are half as long as the first. DSA has five.
  if (second.tag === integer) return second.length >= 64 && outer.end - outer.content > 2.4 * second.length;
  if (second.tag === octetString)
    return version === 1 && second.length >= 20 && second.length <= 72 && second.end - outer.content >= 5;
  if (!keyAlgorithm.test(algorithm)) return false;
  // A list of revoked certificates, and the first version of certificates, begin with an algorithm, too.
  const next = bytes[second.end];
  return next === undefined ? version === 0 : next === octetString;
}

/** The longest of the identifiers that are known, in bytes. */
const longestIdentifier = 11;

/** The object identifier at the start of a sequence, in hexadecimal digits. */
function algorithmOf(bytes: Uint8Array, { content }: DerHeader): string {
  const identifier = readHeader(bytes, content);
  return identifier?.tag === objectIdentifier && identifier.length <= longestIdentifier
    ? Buffer.from(bytes.subarray(identifier.content, identifier.end)).toString("hex")
    : "";
}

/** Where a sequence starts whose first value is a version or an algorithm, or a key of OpenSSH. */
const startOfKey =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the bytes of DER
  /\x30(?:[\x14-\x7f]|\x81.|\x82..|\x83...)(?:\x02\x01[\x00\x01\x03][\x02\x04\x30]|\x30(?:[\x0b-\x7f]|\x81.)\x06)|openssh-key-v1\0/gs;

/** How far the lines of a key may be from each other, in all: its whole text, in characters. */
export const longestKeyText = 131_072;

/**
 * Whether bytes, and the same as {@link latin1} text, have a private key in them, with at least a third of its length: the
 * public numbers stand in front, and a third has nothing secret that is not in the rest. What comes then is no text: a
 * program that reads keys has the start of one in it. `isRandom` judges the bytes between two places.
 */
export function hasKeyStructure(
  bytes: Uint8Array,
  characters: string,
  isRandom = (from: number, to: number): boolean => isNoText(characters.slice(from, Math.min(to, from + 64))),
): boolean {
  for (const { index } of characters.matchAll(startOfKey)) {
    const length = privateKeyLength(bytes.subarray(index, index + longestKeyHeader));
    if (length === undefined) continue;
    const third = index + Math.ceil(length / 3);
    if (third < bytes.length && isRandom(third, index + length)) return true;
  }
  return false;
}

/** Whether a quarter is characters that no text has. Of random bytes, more than half are. */
function isNoText(characters: string): boolean {
  return characters.replace(/[\t\n\r -~]+/g, "").length >= characters.length / 4;
}

interface DerHeader {
  readonly tag: number;
  readonly length: number;
  readonly content: number;
  readonly end: number;
}

/** The tag and the length of a value of DER; lengths of up to three bytes, in their shortest form. */
function readHeader(bytes: Uint8Array, at: number): DerHeader | undefined {
  const [tag, first] = bytes.subarray(at, at + 2);
  if (tag === undefined || first === undefined || first === 0x80 || first > 0x83) return undefined;
  const lengthBytes = bytes.subarray(at + 2, at + 2 + Math.max(first - 0x80, 0));
  if (lengthBytes[0] === 0) return undefined;
  const length = first < 0x80 ? first : lengthBytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const content = at + 2 + lengthBytes.length;
  return { tag, length, content, end: content + length };
}

/** Bytes as a text with one character for each. */
export function latin1(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1", from, to);
}
