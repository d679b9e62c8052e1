import { nearestName, parameterNames, percentDecoded } from "cloudfront-sign-webcrypto/internals";
import type { Seen } from "../findings/finding.ts";
import { listed, quote } from "../findings/quote.ts";
import { oneCase } from "./base64-fault.ts";

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
    .replace(/^\W*(?:amp;)*(?:__(?:host-http|host|secure|http)-)?(?:x[-_](?!amz|goog))*/, "")
    // And the names of lists that it is written into.
    .replace(/^\w+\[([a-z-]{4,40})\]$/, "$1")
    .replace(/^.{0,20}cloud[-_]?front/, "")
    .replace(/[^a-z\d]/g, "");
  const same = parameterNames.find((known) => known.replace(/-/g, "").toLowerCase() === letters);
  if (same !== undefined || letters === "") return same;
  const near =
    nearestName(letters, parameterNames) ?? parameterNames.find((known) => aliases[known]?.test(letters));
  return near !== undefined && hasFormOf(near, value) ? near : undefined;
}

/** What other services and libraries call the same. */
const aliases: Readonly<Record<string, RegExp>> = {
  Expires: /^(?:e|se|exp(?:ir(?:y|ation|esat|e))?|xamzexpires)$/,
  Signature: /^(?:sig(?:n(?:ed)?)?|token|hmac|hash)$/,
  "Key-Pair-Id":
    /^(?:k(?:ey)?id|(?:public)?keyid|keypair|keyname|credential|(?:aws|google)access(?:key)?id)$/,
  "Hash-Algorithm": /^(?:hash|algo?|algorithm)$/,
};

const forms: Readonly<Record<string, RegExp>> = {
  Expires: /^\d{10,13}$/,
  Policy: /^e[wy][\w~+/=%-]{40,}$/,
  "Key-Pair-Id": /^(?:K|APKA)[A-Z\d]{8,}$/,
  "Hash-Algorithm": /^sha-?(?:1|256)$/i,
  Signature: /^(?!e[wy])[\w~+/%-]{88,}=*$/,
};

/** Whether a value has the form of those of a parameter, by its name in URLs. */
export function hasFormOf(name: string, value: string): boolean {
  return forms[name]?.test(value) === true;
}

/** A name and a value of a query or of a `Cookie` header. */
export type Pair = readonly [name: string, value: string];

/** A misspelt name, and the one that was meant. */
export interface Renaming {
  readonly name: string;
  readonly known: string;
}

/** The names that are meant as those of parameters which the request does not have. */
export function misspeltNames(
  pairs: readonly Pair[],
  prefix: "" | "CloudFront-",
  has: (name: string) => boolean,
): Renaming[] {
  const hasPolicy = has("Policy") || has("Expires");
  const renamings = pairs.flatMap(([given, value]) => {
    const name = given.trim();
    // The entity of &, a second ? and the escapes of a shell in front of a name have findings of their own.
    const known = /^(?:amp(?!$)|#\w{1,6};|\?)|\\/i.test(name) ? "" : (meantName(name, value) ?? "");
    const isPolicy = known === "Expires" || known === "Policy";
    const isMissing = isPolicy ? !hasPolicy : known !== "" && !has(known);
    const isSpeltRight = parameterNames.some((exact) => name === prefix + exact);
    return isMissing && !isSpeltRight ? [{ name, known: prefix + known }] : [];
  });
  // Alone, a parameter of one's own may be called so; without Hash-Algorithm, CloudFront assumes SHA1.
  const needed =
    has("Signature") || has("Key-Pair-Id") || hasPolicy
      ? /(?:Expires|Policy|Signature|Key-Pair-Id)$/
      : /(?:Signature|Key-Pair-Id)$/;
  const isSigned = renamings.some(({ known }) => needed.test(known));
  return isSigned ? renamings : [];
}

/** What is seen of misspelt names, and what mends them; `text` is the URL or the cookies that have them. */
export function renamingSeen(renamings: readonly Renaming[], text = ""): Seen {
  const letters = oneCase(text.slice(text.indexOf("?") + 1));
  if (letters)
    return {
      evidence: `all letters of the query are ${letters} letters`,
      summary: "All letters of the URL were made capital or small letters, including those of the signature.",
      fix: "Request the URL with the letters that were signed: the values cannot be restored. A QR code keeps small letters in its byte mode.",
    };
  const names = [...new Map(renamings.map((renaming) => [renaming.name, renaming])).values()];
  return {
    evidence: `CloudFront does not know the name ${quote(names[0]?.name ?? "")}`,
    fix: `Rename ${listed(names.map(({ name, known }) => `${name} to ${known}`))}: CloudFront reads these names only.`,
  };
}
