import { decodedText } from "cloudfront-sign-diagnosis/internals";

/** The longest key that the library reads, in characters: each of them may have three bytes. */
export const longestKeyFile = 3 * 65_536;

/** The characters of a base64 text that show what it holds: an encrypted key names its algorithms first. */
const longestBeginning = 400;

/** The bytes that are decoded at most, as a multiple of those that were given. A text that needs more hides something. */
const mostDecoded = 8;

/**
 * Whether bytes hold a private key, in any form that the library reads, and with anything around it: PEM, DER, a JWK,
 * encrypted ones, their base64, in a `.env` file, JSON, a script or UTF-16. Those that the library refuses and names
 * count, too: OpenSSH and PKCS#12.
 */
export function holdsPrivateKey(bytes: Uint8Array): boolean {
  if (isPrivateKeyDer(bytes)) return true;
  const budget = { left: bytes.length * mostDecoded };
  return textHoldsPrivateKey(plainText(bytes), budget);
}

/** The same for a text of a person: the label of a private key alone shows that one was meant. */
export function isAboutPrivateKey(text: string): boolean {
  return labelOfPrivateKey.test(plain(text)) || holdsPrivateKey(new TextEncoder().encode(text));
}

const labelOfPrivateKey = /-----BEGIN [\w .]{0,40}PRIVATE KEY(?: BLOCK)?-----/;

/** A file that starts with the label is a key, whatever is left of it. */
const startOfPem = new RegExp(`^[^\\w-]{0,16}${labelOfPrivateKey.source}`);

/** A label in front of a body, which is DER in base64 or has headers: pages about keys have labels without bodies. */
const pemOfPrivateKey = new RegExp(
  `${labelOfPrivateKey.source}[^\\w+/-]{0,64}(?:M[A-P][\\w+/-]{14}|b3BlbnNzaC1r|[\\w-]{1,20}: )`,
);

/** The private number of a JWK (RFC 7518, sections 6.2.2 and 6.3.2), in JSON or as a script has it. */
const numberOfJwk = /(?:^|[\s{,"'])d["']?\s*[:=]\s*["'][\w+/-]{40,}={0,2}["']/;
const typeOfJwk = /(?:^|[\s{,"'])kty["']?\s*[:=]\s*["'](?:RSA|EC|OKP)["']/;

/** The words of a label and the type of a JWK, with any escape between them. */
const wordsOfKey = /PRIVATE.{1,12}KEY|kty.{1,40}(?:RSA|EC|OKP)/s;

/** Whether there is a PEM or a JWK. To decode every escape takes its time, so it is done only where it is worth it. */
function hasKey(text: string): boolean {
  if (startOfPem.test(text) || hasWholeKey(text)) return true;
  return wordsOfKey.test(text) && hasWholeKey(decodedText(text).text.replace(/<[^>]{1,40}>/g, ""));
}

function hasWholeKey(text: string): boolean {
  return pemOfPrivateKey.test(text) || (typeOfJwk.test(text) && numberOfJwk.test(text));
}

interface Budget {
  left: number;
}

function textHoldsPrivateKey(text: string, budget: Budget): boolean {
  if (hasKey(text)) return true;
  let decodedUpTo = 0;
  for (const { index } of text.matchAll(startOfBase64)) {
    // The lines of a text that was decoded whole.
    if (index < decodedUpTo) continue;
    const beginning = decoded(text.slice(index, index + longestBeginning));
    if (isPrivateKeyDer(beginning.bytes)) return true;
    if (!isText(beginning.bytes)) continue;
    const whole = decoded(text.slice(index));
    budget.left -= whole.bytes.length;
    if (budget.left < 0 || textHoldsPrivateKey(plainText(whole.bytes), budget)) return true;
    if (isText(whole.bytes)) decodedUpTo = index + whole.length;
  }
  return false;
}

/**
 * Where base64 begins that is long enough for a private key, with line breaks and the marks of a list in it: P-256 in SEC1
 * without its public point has 52 characters.
 */
const startOfBase64 = /(?<![A-Za-z0-9+/_-])(?=(?:[A-Za-z0-9+/_-][\s"',`]{0,8}){48})/g;

/** The bytes of the base64 at the start of a text, up to what is not base64, and its length in characters. */
function decoded(text: string): { readonly bytes: Uint8Array; readonly length: number } {
  // A = at the end of a line is a soft line break of quoted-printable.
  const [base64 = ""] = /^(?:[\w+/\s"',`-]|=\r?\n)*/.exec(text) ?? [];
  return { bytes: Buffer.from(base64.replaceAll("=", ""), "base64"), length: base64.length };
}

/** Whether bytes can be the beginning of a text with a key: base64 of anything else looks random. */
function isText(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  // A byte order mark of UTF-16.
  const start = first + second === 0xff + 0xfe && Math.abs(first - second) === 1 ? 2 : 0;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(start), { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: text has none, but for the zeros of UTF-16
    return text.length >= 16 && !/[\x01-\x08\x0e-\x1f]/.test(text);
  } catch {
    return false;
  }
}

/** Bytes as a text without the zeros of UTF-16 and the escapes of JSON, a shell and URLs. */
function plainText(bytes: Uint8Array): string {
  return plain(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1"));
}

function plain(text: string): string {
  return text
    .replaceAll("\0", "")
    .replace(/%([2-7][\da-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/%0[ad]/gi, "\n")
    .replace(/\\+[nrt]/g, "\n")
    .replace(/\\u00([2-7][\da-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll("\\", "");
}

/** Tags of DER. */
const [integer, octetString, sequence] = [0x02, 0x04, 0x30];

/**
 * Whether bytes start as PKCS#8, PKCS#1, SEC1 and PKCS#12 do: a sequence, and a version number, which no public key starts
 * with. Or as encrypted PKCS#8: an algorithm, and an octet string (RFC 5958, sections 2 and 3; RFC 8017, appendix
 * A.1.2; RFC 5915, section 3; RFC 7292, section 4). Or as the key of OpenSSH does (PROTOCOL.key).
 */
function isPrivateKeyDer(bytes: Uint8Array): boolean {
  if (Buffer.from(bytes.subarray(0, 14)).toString("latin1") === "openssh-key-v1") return true;
  const outer = readHeader(bytes, 0);
  if (outer?.tag !== sequence) return false;
  const first = readHeader(bytes, outer.content);
  if (first === undefined) return false;
  if (first.tag === integer) return first.length === 1 && [0, 1, 3].includes(bytes[first.content] ?? -1);
  const second = readHeader(bytes, first.content + first.length);
  return first.tag === sequence && second?.tag === octetString;
}

interface DerHeader {
  readonly tag: number;
  readonly length: number;
  /** Where the content starts. */
  readonly content: number;
}

/** The tag and the length of a value of DER; lengths of up to four bytes. */
function readHeader(bytes: Uint8Array, at: number): DerHeader | undefined {
  const [tag, first] = bytes.subarray(at, at + 2);
  if (tag === undefined || first === undefined) return undefined;
  if (first < 0x80) return { tag, length: first, content: at + 2 };
  const lengthBytes = bytes.subarray(at + 2, at + 2 + (first & 0x7f));
  if (lengthBytes.length > 4) return undefined;
  const length = lengthBytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return { tag, length, content: at + 2 + lengthBytes.length };
}
