import { describeType, fail } from "cloudfront-sign-webcrypto/internals";

/** Nothing but blank lines, which players skip in front of `#EXTM3U`. */
export function isBlank(text: string): boolean {
  return typeof text === "string" && /^\uFEFF?(?:[ \t]*\r?\n)*$/.test(text);
}

/**
 * Throws unless the text is the start of a playlist.
 *
 * Source: RFC 8216bis, section 4.4.1.1, "EXTM3U".
 *
 * @throws `ERR_MANIFEST_INVALID`.
 */
export function checkHeader(text: string): void {
  if (typeof text === "string" && /^\uFEFF?(?:[ \t]*\r?\n)*#EXTM3U(?!\S)/.test(text)) return;
  fail("ERR_MANIFEST_INVALID", "playlist", headerProblem(text));
}

/** Decided by the type and the first character that is not blank, so that it is the same however a stream is cut. */
function headerProblem(text: unknown): string {
  if (typeof text !== "string")
    return `received ${describeType(text)}; decode it and pass a string, or use createHlsSigningStream`;
  return text.trimStart().startsWith("\x1f")
    ? "is compressed; request it from the origin without compression"
    : "does not start with the line #EXTM3U; check whether it is empty, an error page, or a DASH manifest";
}
