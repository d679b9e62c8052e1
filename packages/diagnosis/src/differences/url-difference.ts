import type { ComparedTexts } from "../findings/comparison.ts";
import { type Finding, type FindingWords, proven, type Seen } from "../findings/finding.ts";
import { addressOf, urlQuote } from "../findings/quote.ts";
import { inCommonFolder, streamFile, streamFix } from "../request/stream-file.ts";
import { otherText } from "../request/text-difference.ts";

/** What happened to a section of a signed URL on the way. */
export type UrlDifferenceId =
  | "canned-with-wildcard"
  | "html-escaped"
  | "url-encoding-changed"
  | "url-host-changed"
  | "url-incomplete"
  | "url-parameter-added"
  | "url-parameter-removed"
  | "url-parameters-reordered"
  | "url-path-changed"
  | "url-scheme-changed";

/** What is different: the finding, and what was seen. */
export interface UrlDifference {
  readonly id: UrlDifferenceId;
  readonly seen: Seen;
  /** Where it is, if not in the path or the query. */
  readonly section?: "scheme" | "host";
  /** The first character that differs, from 1, in the requested URL; for text that has no other meaning. */
  readonly position?: number;
  /** Where the section differs, if an earlier section differs, too. */
  readonly from?: Required<ComparedTexts>["from"];
}

/** The finding for a difference of two URLs. */
export function urlDifferenceFinding(
  { id, seen, from }: UrlDifference,
  signed: string,
  requested: string,
): Finding<UrlDifferenceId> {
  return proven(id, {
    ...wordsForUrls(id, signed, requested),
    ...seen,
    compared: { signed, requested, ...(from && { from }) },
  });
}

/** A difference of two texts of the same meaning, or of none that is known. */
export function textDifference(
  id: UrlDifferenceId,
  signed: string,
  requested: string,
  start: number,
): UrlDifference {
  const { position, ...rest } = otherText(signed, requested, start);
  const evidence = `from character ${position}: signed "${urlQuote(rest.signed)}", requested "${urlQuote(rest.requested)}"`;
  return { id, seen: { evidence }, position };
}

/** Words that the two whole URLs show. */
export function wordsForUrls(id: UrlDifferenceId, signed: string, requested: string): Partial<FindingWords> {
  if (id === "canned-with-wildcard")
    return {
      fix: `Send the custom policy for ${addressOf(signed)} (Policy instead of Expires; in cookies, CloudFront-Policy instead of CloudFront-Expires): a canned policy has no wildcards.`,
    };
  return id === "url-path-changed" ? wordsForPaths(signed, requested) : {};
}

function wordsForPaths(signed: string, requested: string): Partial<FindingWords> {
  const [signedPath, requestedPath] = [pathOf(signed), pathOf(requested)];
  if (`${signedPath}index.html` === requestedPath)
    return { fix: "Sign the path that is requested, with index.html at its end." };
  if (`${requestedPath}index.html` === signedPath)
    return {
      fix: /^(?:[^/]*:\/\/[^/]*)?\/$/.test(requestedPath)
        ? "Sign the path that is requested: CloudFront adds index.html (the default root object) later."
        : "Sign the path that is requested, without index.html: CloudFront has a default root object for / alone.",
    };
  const isFolder = !signed.includes("?") && signed.endsWith("/") && requested.startsWith(signed);
  if (isFolder && requested.length > signed.length)
    return {
      summary: "The signature is for a folder without *, so it covers no file in it.",
      fix: `Sign ${addressOf(signed)}* as Resource and send this custom policy: a canned policy has no wildcards.`,
    };
  if (signedPath === requestedPath.replace(/(?<![:/])\/{2,}/g, "/"))
    return {
      fix: "Request the path with one /, as it was signed: an empty part of a path was joined with it.",
    };
  if (/\/\.{1,2}\//.test(signedPath))
    return { fix: "Sign the URL as clients send it, new URL(url).href: they resolve . and .. segments." };
  if (streamFile(requested) && isOfStream(signedPath))
    return {
      summary: "The signature is for another file of the stream.",
      fix: streamFix(inCommonFolder(requested, signed)),
    };
  return {};
}

/** Whether a path is that of a manifest, or of another file of a stream. */
function isOfStream(path: string): boolean {
  return path.endsWith(".mpd") || streamFile(path) !== undefined;
}

function pathOf(url: string): string {
  return url.replace(/[?#].*/s, "");
}
