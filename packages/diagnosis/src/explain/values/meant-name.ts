import { nearestName, parameterNames, percentDecoded } from "cloudfront-sign-webcrypto/internals";

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
