/**
 * A number of a key behind its name, in JSON, a script, YAML, XML or a `.env` file, with white space in it: those of a JWK
 * (RFC 7518, section 6) and of .NET's RSAKeyValue. Without quotes it goes on in the next lines, if they have no names.
 */
const namedNumber =
  /(?<![A-Za-z0-9])(d|n|x|modulus|privateexponent)(?:\\*["'])?\s{0,40}(?:=>|[:=>])\s{0,40}(?:[>|][+-]?\s{1,40})?(?:\\*["'`]((?:[\w+/-]|=|\s|\\+[nrt])+)|([\w+/-]{16,}(?:\s{1,40}[\w+/-]{16,}(?![\w+/-]*=*\s*[:=]\S))*))/gi;

/** What `openssl pkey -text` prints. */
const printedNumber = /\bpriv(?:ate ?exponent)?:\s{0,40}(?:[\da-f]{2}[:\s]{1,40}){24}/i;

/** The key file of PuTTY. */
const puttyKey = /Private-Lines: {0,9}\d{1,4}[\s\S]{1,40}?[\w+/]{32}/;

/** The characters of the numbers of curves: P-256 and Ed25519, P-384, X448, Ed448, P-521. */
const curveLengths: readonly number[] = [43, 64, 75, 76, 88];

/** How far the public number of a key may stand from the private one: the others of an RSA key are between them. */
const longestKey = 32_768;

interface KeyNumber {
  readonly at: number;
  readonly length: number;
}

/** Whether a text has the private number of a key, and beside it the public one that belongs to it. */
export function hasPrivateNumber(text: string): boolean {
  if (printedNumber.test(text) || (text.includes("PuTTY-User-Key-File-") && puttyKey.test(text))) return true;
  const last = new Map<string, KeyNumber>();
  for (const { 1: name = "", 2: quoted, 3: plain = "", index } of text.matchAll(namedNumber)) {
    const value = (quoted ?? plain).replace(/\\+[nrt]|[\s=]/g, "");
    if (value.length < 43 || !/[A-Z]/.test(value) || !/[a-z]/.test(value)) continue;
    const letter = letters[name.toLowerCase()] ?? name.toLowerCase();
    last.set(letter, { at: index, length: value.length });
    const [d, n, x] = ["d", "n", "x"].map((each) => last.get(each));
    if (isPair(d, n, isExponent) || isPair(d, x, isOnCurve)) return true;
  }
  return false;
}

const letters: Readonly<Record<string, string>> = { modulus: "n", privateexponent: "d" };

function isPair(
  one: KeyNumber | undefined,
  other: KeyNumber | undefined,
  fits: (d: number, other: number) => boolean,
): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    Math.abs(one.at - other.at) < longestKey &&
    fits(one.length, other.length)
  );
}

/** A private exponent is about as long as the modulus, of 512 bits at least. */
function isExponent(d: number, n: number): boolean {
  return n >= 86 && d >= n / 2 && d <= n + 8;
}

function isOnCurve(d: number, x: number): boolean {
  return d === x && curveLengths.includes(d);
}
