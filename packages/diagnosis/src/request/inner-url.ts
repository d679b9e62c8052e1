import { base64, limits, percentDecoded } from "cloudfront-sign-webcrypto/internals";
import { readGivenUrl } from "./given-url.ts";

/** How often a URL in a parameter may have been percent-encoded. Our own limit. */
const mostEncodings = 4;

/**
 * The signed URL that stands inside another one which is not signed itself: a redirect page, Safe Links or URL Defense.
 * `undefined` for any other URL.
 */
export function innerUrl(url: string): string | undefined {
  const { text, address, query, pairs } = readGivenUrl(url);
  const defended = /^https?:\/\/urldefense\.(?:com|us)\/v3\/__(.*?)__;([\w-]*)!/i.exec(text);
  if (defended) return signed(undefended(defended[1] ?? "", defended[2] ?? ""));
  if (!/^https?:\/\//i.test(address)) return undefined;
  const [inPath] = /(?<=[/=])https?%(?:25){0,9}3A[^/&]+/i.exec(address) ?? [];
  if (inPath !== undefined) return signed(decodedStart(inPath));
  if (query === undefined) return undefined;
  const has = (...names: string[]): boolean => pairs.some(({ name }) => names.includes(name));
  const isPlain = isPlainInNextImage(url);
  if (has("Expires", "Policy") && !isPlain) return undefined;
  if (has("Signature", "Key-Pair-Id")) {
    // Without any encoding, the inner parameters are those of the outer URL.
    const inner = isPlain ? /^https?:\/\/[^?]*\?/i : /^https?:\/\/[^?]*\?(?:Expires|Policy)=/i;
    const at = pairs.findIndex(({ value = "" }) => inner.test(value));
    const behind = query.split("&").filter((pair, i) => i > at && !(isPlain && /^[wq]=/.test(pair)));
    return at < 0 ? undefined : [pairs[at]?.value, ...behind].join("&");
  }
  for (const { name, value = "" } of pairs) {
    const isDefended = name === "u" && /^https?:\/\/urldefense\.proofpoint\.com\/v2\//i.test(address);
    const found = signed(decodedStart(isDefended ? value.replaceAll("-", "%").replaceAll("_", "/") : value));
    if (found !== undefined && found.split("/", 3)[2] !== address.split("/", 3)[2]) return found;
  }
  return undefined;
}

/** Whether the image optimizer of Next.js is given a URL that is not encoded, so that it ends at its first & for it. */
export function isPlainInNextImage(url: string): boolean {
  return /^[^?#]*\/_next\/image\?(?:[^#]*&)?url=https?:\/\/[^&#]*\?[^#]*&/i.test(url);
}

/** A URL that was percent-encoded, once or more often. */
export function decodedStart(text: string): string {
  let plain = text;
  for (let i = 0; i < mostEncodings && /^(?:https?|[\w-]+(?:\.[\w-]+)+)%/i.test(plain); i++)
    plain = percentDecoded(plain);
  return plain;
}

function signed(text: string): string | undefined {
  const isSigned =
    /^(?:https?:\/|[\w-]+\.[\w.-]+)\/[^?]+\?/i.test(text) && /[?&](?:Signature|Key-Pair-Id)=/.test(text);
  return isSigned ? text : undefined;
}

/**
 * A URL of URL Defense, version 3: one `*` for each character that is kept in base64 behind it, `**` and a letter for
 * several.
 *
 * Source: Proofpoint, URLDefenseDecode2.py.
 */
function undefended(text: string, kept: string): string {
  const bytes = base64.decode(kept.slice(0, limits.longestUrlText).replaceAll("-", "+").replaceAll("_", "/"));
  const characters = Array.from(new TextDecoder().decode(bytes ?? new Uint8Array()));
  let at = 0;
  const whole = text.replace(/\*(?:\*([\w-]))?/g, (_, letter: string | undefined) => {
    const count = letter === undefined ? 1 : runs.indexOf(letter) + 2;
    at += count;
    return characters.slice(at - count, at).join("");
  });
  return whole.replace(/^(https?:\/)(?!\/)/i, "$1/");
}

/** The letters that stand for two, three and more characters. */
const runs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
