import { longestKeyText } from "./key-structure.ts";

/**
 * A number of a key behind its name, in JSON, a script, YAML, XML or a `.env` file, with white space in it: those of a JWK
 * (RFC 7518, section 6) and of .NET's RSAKeyValue. Without quotes it goes on in the next lines, if they have no names.
 */
const namedNumber =
  /(?<![A-Za-z0-9])(d|n|x|modulus|privateexponent)(?:\\*["'])?\s*(?:=>|[:=>])\s*(?:[>|][+-]?\s{1,40})?(?:\\*["'`]((?:[\w+/-]|=|\s|\\+[nrt])+)|([\w+/-]{16,}(?:\s{1,40}[\w+/-]{16,}(?![\w+/-])(?!=*\s*[:=]\S))*))/gi;

/** What `openssl pkey -text` prints. */
const printedNumber = /\bpriv(?:ate ?exponent)?:\s{0,40}(?:[\da-f]{2}[:\s]{1,40}){24}/i;

const puttyKey = /Private-Lines: {0,9}\d{1,4}[\s\S]{1,40}?[\w+/]{32}/;

/** By the length of their numbers in base64, the curves with the names of Node.js: those of NIST, Edwards and Montgomery. */
const curves: Readonly<Record<number, readonly string[]>> = {
  43: ["prime256v1", "Ed25519", "X25519"],
  64: ["secp384r1"],
  75: ["X448"],
  76: ["Ed448"],
  88: ["secp521r1"],
};

/** The pairs of numbers that are still checked, since each takes half a millisecond. With more, a text counts as a key. */
export interface PairBudget {
  pairs: number;
}

/** Whether a text has the private number of a key, and beside it the public one that belongs to it. */
export function hasPrivateNumber(text: string, budget: PairBudget): boolean {
  if (printedNumber.test(text) || (text.includes("PuTTY-User-Key-File-") && puttyKey.test(text))) return true;
  // By their names as they are written: JSON may have a D beside the d of a key.
  const last = new Map<string, { readonly at: number; readonly value: string }>();
  for (const { 1: name = "", 2: quoted, 3: plain = "", index: at } of text.matchAll(namedNumber)) {
    const value = (quoted ?? plain).replace(/\\+[nrt]|[\s=]/g, "");
    if (!isNumber(value)) continue;
    for (const [other, number] of last) {
      // The other numbers of an RSA key stand between the two.
      if (at - number.at >= longestKeyText) continue;
      const pair = { [kindOf(name)]: value, [kindOf(other)]: number.value };
      if (isExponent(pair.d, pair.n) || isOnCurve(pair.d, pair.x, budget)) return true;
    }
    last.set(name, { at, value });
  }
  return false;
}

const kinds: Readonly<Record<string, string>> = { modulus: "n", privateexponent: "d" };

function kindOf(name: string): string {
  const lower = name.toLowerCase();
  return kinds[lower] ?? lower;
}

/** Whether a text in base64 is long enough for a number of a key, and is no word and no path of SVG. */
function isNumber(value: string): boolean {
  return value.length >= 43 && /[A-Z]/.test(value) && /[a-z]/.test(value);
}

/** A private exponent is about as long as the modulus, of 512 bits at least. */
function isExponent({ length } = "", { length: modulus } = ""): boolean {
  return modulus >= 86 && length >= modulus / 2 && length <= modulus + 8;
}

/** Whether the public number is that of the private one on some curve: other random texts have this length, too. */
function isOnCurve(d = "", x = "", budget: PairBudget): boolean {
  const possible = curves[d.length] ?? [];
  if (d.length !== x.length || possible.length === 0) return false;
  if (--budget.pairs < 0) return true;
  const [secret, open] = [Buffer.from(d, "base64"), Buffer.from(x, "base64")];
  return possible.some((curve) => {
    try {
      return open.equals(publicNumber(curve, secret));
    } catch {
      return false;
    }
  });
}

function publicNumber(curve: string, d: Buffer): Uint8Array {
  // Not imported: every command would wait for it, and few need it.
  const { createECDH, createPrivateKey, createPublicKey } = process.getBuiltinModule("node:crypto");
  if (/^[EX]/.test(curve)) {
    const key = createPrivateKey({
      key: { kty: "OKP", crv: curve, d: d.toString("base64url"), x: d.toString("base64url") },
      format: "jwk",
    });
    return Buffer.from(createPublicKey(key).export({ format: "jwk" }).x ?? "", "base64url");
  }
  const pair = createECDH(curve);
  pair.setPrivateKey(d);
  return pair.getPublicKey().subarray(1, 1 + d.length);
}
