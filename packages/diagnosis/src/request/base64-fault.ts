import { base64, codePoint, percentDecoded, signatureForm } from "cloudfront-sign-webcrypto/internals";
import type { Seen } from "../findings/finding.ts";

/** What programs write instead of the base64 of bytes. Each pattern looks at the beginning alone, or at short text. */
const otherForms: readonly (readonly [form: string, pattern: RegExp])[] = [
  ["a key or a certificate in PEM", /^\s*-----BEGIN /],
  ["bytes as Python writes them, b'…'", /^b['"]/],
  ["the name of an array in Java, [B@…, and not its bytes", /^\[B@[\da-f]{1,8}$/],
  ["the name of a type in .NET, and not its bytes", /^System\.Byte\[\]$/],
  ["an object of Node.js as text, and not its bytes", /^(?:\[object |\{"type":"Buffer")/],
  ["a list of the numbers of bytes", /^\[?(?:-?\d{1,3}[,\s]+){3}/],
  ["hexadecimal digits", /^(?:[\da-f]{2}){64,512}$/i],
  ["hexadecimal digits with a mark in front or between", /^(?:0x[\da-f]{2}|(?:[\da-f]{2}[:\s]){3})/i],
];

/** Letters and marks that look like those of base64: full width, dashes, tildes, spaces that do not break. */
const lookAlike = /[\uff01-\uff5e\u2010-\u2015\u2212\u02dc\u223c\u301c\u00a0\u202f\u2007]/;

/** The characters of a signature with RSA 2048. */
const usualLength = 344;

/** What is seen of a parameter whose text is not CloudFront's base64, or longer than is decoded. */
export function base64FaultSeen(name: string, text: string, longest: number): Seen {
  const seen = (fault: string, fix?: string): Seen => ({ evidence: `${name} ${fault}`, ...(fix && { fix }) });
  if (/^(?:[{\s]|%7B)/i.test(text))
    return name === "Policy"
      ? seen(
          "is not encoded at all",
          "Encode the JSON text of the policy as base64, and replace + = / with - _ ~.",
        )
      : seen("is not encoded at all");
  const plain = percentDecoded(text);
  const other = otherForms.find(([, pattern]) => pattern.test(plain));
  if (other) return seen(`is ${other[0]}: not base64`);
  if (hasLineBreaks(text))
    return seen(
      "has line breaks in it",
      `Encode ${name} without line breaks: base64 -w 0, or openssl base64 -A.`,
    );
  const [similar] = lookAlike.exec(plain) ?? [];
  if (similar !== undefined) return seen(`is text with the look-alike ${codePoint(similar)}: not base64`);
  // A + in a query may have become a space, which clients escape.
  const spaced = text.replaceAll("%20", " ");
  if (/%[0-9a-f]{2}/i.test(spaced))
    return /[+/=]/.test(percentDecoded(plain))
      ? seen("is percent-encoded")
      : seen("is percent-encoded", `Send ${name} as it is: CloudFront's base64 has no character to encode.`);
  const letters = oneCase(text);
  if (letters) return letterCaseSeen(name, letters);
  const [character] = /[^\w~-]/.exec(spaced) ?? [];
  if (character === " ")
    return seen("has a space in it: plain base64, whose + became a space; + = / must become - _ ~");
  if (character === "=" && !/[+/]/.test(spaced)) return seen(`has "=" in it: ${describeAlphabet(spaced)}`);
  if (character && "+/=".includes(character))
    return seen(`has "${character}" in it: plain base64, in which + = / must become - _ ~`);
  if (character && isOtherPadding(text))
    return seen(`has "${character}" for its padding, as another alphabet does: CloudFront's is _`);
  if (character) return seen(`has "${character}" in it, which no base64 has`);
  const { length } = text;
  const isInside = /_(?!_?$)/.test(text);
  // In the place of that _, CloudFront's alphabet has ~.
  if (isInside && !text.includes("~") && /_[^_]/.test(text))
    return seen('has "_" inside, which is padding here: base64url, not CloudFront\'s alphabet');
  const more = length - usualLength;
  const size =
    name === "Signature" && Math.abs(more) < 4 && more !== 0 && (more > 0 || text.endsWith("_"))
      ? `has ${length} characters, ${Math.abs(more)} ${more > 0 ? "more" : "fewer"} than a signature with RSA 2048`
      : `has ${length} characters, which is not a multiple of 4`;
  const whole = `Send all of ${name} and nothing more, with each ~ and the _ at its end, as the signer wrote it. Markdown and chats take _ and ~ away.`;
  if (length % 4)
    return seen(
      text.endsWith("_") ? size : `${size}: cut off, the padding _ was dropped, or something was added`,
      whole,
    );
  if (isInside)
    return seen('has "_" before its end, which is padding here: something was added or changed', whole);
  return seen(
    length > longest
      ? `has ${length} characters, more than any key makes`
      : `is base64 that no encoder writes: the bits after its last byte are not 0${base64.decodeCloudFront(withOtherCase(text)) ? ", but would be with capital and small letters exchanged" : ""}`,
  );
}

/** The alphabet of base64 that has = for its padding, and neither + nor /. */
function describeAlphabet(text: string): string {
  if (text.includes("~")) return "the padding of other alphabets, which must become _";
  if (text.includes("_"))
    return "URL-safe base64 (base64url), in which _ must become ~, and then = must become _";
  return text.includes("-")
    ? "URL-safe base64 (base64url), or the padding was not replaced: = must become _"
    : "plain base64, in which + = / must become - _ ~";
}

/** The letters of base64 that is so long that it has both, and only has one: the bytes cannot be restored. */
export function oneCase(text: string): "small" | "capital" | undefined {
  // Hexadecimal digits and base32 have one alone.
  if (text.length < 60 || new Set(text).size < 10 || !/[g-z]/i.test(text) || /^[A-Z2-7_=]+$/.test(text))
    return undefined;
  if (text === text.toLowerCase()) return "small";
  return text === text.toUpperCase() ? "capital" : undefined;
}

/** Text with capital letters for small ones, and small for capital ones. */
export function withOtherCase(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase()));
}

/** What is seen of a value that can be read once its capital and small letters are exchanged. */
export function exchangedCaseSeen(name: string): Seen {
  return {
    evidence: `${name} can be read once its capital and small letters are exchanged`,
    summary: "Capital and small letters of a value were exchanged.",
    fix: `Send ${name} with the letters that were signed, and find what exchanges them.`,
  };
}

export function letterCaseSeen(name: string, letters: "small" | "capital"): Seen {
  return {
    evidence: `all letters of ${name} are ${letters} letters, and base64 of this length has both`,
    summary: "The letters of a value were made capital or small letters.",
    fix: `Send ${name} with the letters that were signed: they cannot be restored from this value. Find what changes the case of the URL.`,
  };
}

/** Line breaks as encoders write them, or the spaces that became of them after 64 or 76 characters (RFC 7468, 2045). */
export function hasLineBreaks(text: string): boolean {
  if (/%0[ad]|[\r\n]|\\[rn]/i.test(text)) return true;
  const lines = text.split(/%20|[ +]/);
  return lines.length > 1 && lines.slice(0, -1).every(({ length }) => length === 64 || length === 76);
}

/** Whether base64 ends with just the characters that its padding lacks: other alphabets have , . * or ! for it. */
export function isOtherPadding(text: string): boolean {
  const [, letters = "", padding = ""] = /^([\w~+/-]*[A-Za-z\d~+/-])([,.*!$]{1,2})$/.exec(text) ?? [];
  return padding !== "" && (letters.length + padding.length) % 4 === 0 && /^(.)\1*$/.test(padding);
}

/** The text that a signature decodes to, or is, and the signature itself. */
export interface EncodedTwice {
  /** Whether the parameter itself is in the encoding, and not what it decodes to. */
  readonly isOnce: boolean;
  readonly encoding: "hexadecimal digits" | "base64";
  readonly signature: Uint8Array<ArrayBuffer> | undefined;
}

/** What a parameter holds whose value is hexadecimal digits, or base64 of a text in hexadecimal digits or base64. */
export function encodedTwice(decoded: Uint8Array, text: string): EncodedTwice | undefined {
  const content = new TextDecoder().decode(decoded);
  // Hexadecimal digits are also letters of base64, so they can be decoded.
  const own = hexBytes(text);
  const signature = own ?? hexBytes(content);
  if (signature !== undefined)
    return { encoding: "hexadecimal digits", isOnce: own !== undefined, signature };
  if (decoded.length < 88 || !/^[\w+/~-]+[=_]{0,2}$/.test(content)) return undefined;
  return {
    encoding: "base64",
    isOnce: false,
    signature: base64.decode(content) ?? base64.decodeCloudFront(content),
  };
}

/** Whether the values of Policy and Signature stand under each other's names. */
export function areExchanged(policy: string, signature: string): boolean {
  const bytes = base64.decodeCloudFront(policy);
  const text = new TextDecoder().decode(base64.decodeCloudFront(signature) ?? new Uint8Array());
  return bytes !== undefined && signatureForm(bytes) !== undefined && /^\s*\{\s*"/.test(text);
}

/** The bytes of hexadecimal digits, as many as a signature has at least. */
export function hexBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  return text.length >= 128 && /^[\da-f]+$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined;
}
