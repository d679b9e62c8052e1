import { nearestName, parameterNames, percentDecoded } from "cloudfront-sign-webcrypto/internals";
import type { Seen } from "../../findings/finding.ts";
import { listed, nameQuote, quote } from "../../findings/quote.ts";

/** The longest name that can be meant as one of CloudFront's, with prefixes. Our own limit. */
const longestName = 60;

/**
 * The name in URLs of the parameter that a misspelt one stands for, also that of a cookie: with other letters and hyphens,
 * or nearly the same and a value of its form. `undefined` for a name that is none.
 */
export function meantName(name: string, value: string): string | undefined {
  if (name === "" || name.length > longestName) return undefined;
  const letters = percentDecoded(name)
    .toLowerCase()
    // Prefixes that make it another cookie (RFC 6265bis, section 4.1.3), and those of other headers and of HTML.
    .replace(/^\W*(?:amp;)*(?:__(?:host-http|host|secure|http)-)?(?:(?:x|amz)[-_])*/, "")
    .replace(/^cloud[-_]?front/, "")
    .replace(/[^a-z\d]/g, "");
  const same = parameterNames.find((known) => known.replace(/-/g, "").toLowerCase() === letters);
  if (same !== undefined || letters === "") return same;
  const near =
    nearestName(letters, parameterNames) ?? parameterNames.find((known) => aliases[known]?.test(letters));
  return near !== undefined && forms[near]?.test(value) ? near : undefined;
}

/** What other services and libraries call the same. */
const aliases: Readonly<Record<string, RegExp>> = {
  Expires: /^exp(?:ir(?:y|ation|esat))?$/,
  Signature: /^sig(?:n(?:ed)?)?$/,
  "Key-Pair-Id": /^(?:k(?:ey)?id|(?:public)?keyid|keypair)$/,
  "Hash-Algorithm": /^(?:hash|algo?|algorithm)$/,
};

const forms: Readonly<Record<string, RegExp>> = {
  Expires: /^\d{10,13}$/,
  Policy: /^e[wy][\w~+/=%-]{40,}$/,
  Signature: /^[\w~+/=%-]{88,}$/,
  "Key-Pair-Id": /^(?:K|APKA)[A-Z\d]{8,}$/,
  "Hash-Algorithm": /^sha-?(?:1|256)$/i,
};

/** A misspelt name, and the one that was meant. */
export interface Renaming {
  readonly name: string;
  readonly known: string;
}

/** What is seen of misspelt names, and what mends them; `text` is the URL or the cookies that have them. */
export function renamingSeen(renamings: readonly Renaming[], text = ""): Seen {
  // Base64 of this length has both.
  const values = text.slice(text.indexOf("?") + 1);
  if (values.length > 150 && (values === values.toUpperCase() || values === values.toLowerCase()))
    return {
      evidence: `all letters of the query are ${values === values.toUpperCase() ? "capital" : "small"} letters`,
      summary: "All letters of the URL were made capital or small letters, those of the signature, too.",
      fix: "Request the URL with the letters that were signed: the values cannot be restored. A QR code keeps small letters in its byte mode.",
    };
  const names = [...new Map(renamings.map((renaming) => [renaming.name, renaming])).values()];
  return {
    evidence: `CloudFront does not know the name ${quote(names[0]?.name ?? "")}`,
    fix: `Rename ${listed(names.map(({ name, known }) => `${nameQuote(name)} to ${known}`))}: CloudFront reads these names only.`,
  };
}
