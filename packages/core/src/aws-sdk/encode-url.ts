import { longestUrlText } from "../url/limits.ts";

/**
 * A URL as the SDK encodes it before it signs: `#` belongs to the object key, each part of the path and the
 * query is encoded as a component of its own, and `?flag` becomes `?flag=`.
 *
 * Unlike the SDK it leaves `%2A` in the path alone: decoded, it would be a wildcard.
 */
export function encodeUrl(url: string): string {
  // The check of the URL refuses it.
  if (url.length > longestUrlText) return url;
  const [, origin, path = "", query] = /^([^/]*\/\/[^/?#]*)(\/[^?]*)(?:\?(.*))?$/s.exec(url) ?? [];
  if (origin === undefined) return url;
  try {
    return origin + path.replace(/[^/]+/g, encodePart) + encodeQuery(query);
  } catch {
    // Half a surrogate pair cannot be encoded; the check of the URL names it.
    return url;
  }
}

function encodePart(part: string): string {
  try {
    const texts = part.split("*").map(decodeURIComponent);
    return texts.map((text) => encodeURIComponent(text).replaceAll("*", "%2A")).join("*");
  } catch {
    // Not UTF-8: every % is a character of the key.
    return encodeURIComponent(part);
  }
}

function encodeQuery(query: string | undefined): string {
  const pairs = (query ?? "").split("&").filter((pair) => pair !== "");
  return pairs.length === 0 ? "" : `?${pairs.map(encodePair).join("&")}`;
}

function encodePair(pair: string): string {
  const [name = "", ...value] = pair.split("=");
  return `${encodeText(name)}=${encodeText(value.join("="))}`;
}

/** Keeps escapes, in capital letters, and `+`. */
function encodeText(text: string): string {
  const kept = /(%[\da-f]{2}|\+)/gi;
  return text
    .split(kept)
    .map((part, i) => (i % 2 === 1 ? part.toUpperCase() : encodeURIComponent(part).replaceAll("'", "%27")))
    .join("");
}
