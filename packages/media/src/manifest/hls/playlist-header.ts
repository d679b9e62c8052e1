import { describeType, fail } from "cloudfront-sign-webcrypto/internals";

/**
 * Throws unless the text is the start of a playlist.
 *
 * Source: RFC 8216bis, section 4.4.1.1, "EXTM3U".
 *
 * @throws `ERR_MANIFEST_INVALID`.
 */
export function checkHeader(text: string): void {
  if (typeof text === "string" && /^\uFEFF?#EXTM3U(?!\S)/.test(text)) return;
  fail("ERR_MANIFEST_INVALID", "playlist", headerProblem(text));
}

/** Decided by the type and the first character, so that it is the same however a stream is cut. */
function headerProblem(text: unknown): string {
  if (typeof text !== "string")
    return `received ${describeType(text)}; decode it and give a string, or use createHlsSigningStream`;
  const [first = ""] = text.replace(/^\uFEFF/, "");
  if (first === "") return "is empty; give the text of an HLS playlist";
  if (first === "\x1f") return "is compressed; ask the origin for it without compression";
  if (first === "<") return "starts with <, as HTML and XML do; is it an error page or a DASH manifest?";
  if (first === "#")
    return "starts with # and not with the line #EXTM3U; add it, or check that this is a playlist";
  return /\s/.test(first)
    ? "starts with white space, and the line #EXTM3U has to come first; remove it"
    : "does not start with #EXTM3U; is it the text of an HLS playlist?";
}
