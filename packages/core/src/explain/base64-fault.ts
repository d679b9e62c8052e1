/** Why text is not CloudFront's base64. */
export type Base64Fault =
  | { readonly id: "variable-not-set"; readonly word: string }
  | { readonly id: "not-encoded" | "percent-encoded" | "base64url" | "not-canonical" }
  | { readonly id: "standard-base64" | "foreign-character"; readonly character: string }
  | { readonly id: "wrong-length" | "too-long"; readonly length: number };

/** Finds what is wrong with text that is not CloudFront's base64, or longer than is decoded. */
export function base64Fault(text: string, longest: number): Base64Fault {
  // What JavaScript writes for a value that is missing or not text.
  if (/^(undefined|null|NaN|\[object.*)$/.test(text)) return { id: "variable-not-set", word: text };
  if (/^[{\s]/.test(text)) return { id: "not-encoded" };
  if (/%[0-9a-f]{2}/i.test(text)) return { id: "percent-encoded" };
  const [character] = /[^\w~-]/.exec(text) ?? [];
  // A + in a query may have become a space.
  if (character && "+/= ".includes(character)) return { id: "standard-base64", character };
  if (character) return { id: "foreign-character", character };
  if (/_(?!_?$)/.test(text)) return { id: "base64url" };
  const { length } = text;
  if (length % 4) return { id: "wrong-length", length };
  return length > longest ? { id: "too-long", length } : { id: "not-canonical" };
}
