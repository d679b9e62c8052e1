/**
 * Names of the parameters that make a request a signed one; as cookies they have `CloudFront-` in front.
 *
 * Source: CloudFront Developer Guide, "Decide to use signed URLs or signed cookies".
 */
export const parameterNames: readonly string[] = [
  "Expires",
  "Policy",
  "Signature",
  "Key-Pair-Id",
  "Hash-Algorithm",
];

/** The names of the parameters in a query, which has no `?`. */
export function namesOfQuery(query: string): string[] {
  return query.split("&").map((pair) => pair.split("=", 1)[0] as string);
}
