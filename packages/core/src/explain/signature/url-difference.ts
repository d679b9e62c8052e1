import { percentDecoded } from "../../encoding/percent.ts";
import type { CloudFrontFindingId } from "../finding.ts";
import type { UrlDifferenceEvidence } from "./url-difference-evidence.ts";

/** What happened to a signed URL on the way: the finding, and how the two URLs differ. */
export interface UrlDifference {
  readonly id: CloudFrontFindingId;
  readonly evidence: UrlDifferenceEvidence;
}

/** Compares a URL or pattern that was signed with the URL that is requested. */
export function urlDifference(signed: string, requested: string): UrlDifference {
  if (signed.includes("*") && !requested.includes("*"))
    return { id: "canned-with-wildcard", evidence: "signed-with-wildcard" };
  const [before, after] = [splitUrl(signed), splitUrl(requested)];
  if (before.host !== after.host)
    return {
      id: "url-host-changed",
      evidence: { kind: "other-host", signed: before.host, requested: after.host },
    };
  if (before.scheme !== after.scheme)
    return {
      id: "url-scheme-changed",
      evidence: { kind: "other-scheme", signed: before.scheme, requested: after.scheme },
    };
  return (
    (before.path === after.path && queryDifference(before.pairs, after.pairs)) ||
    textDifference(signed, requested)
  );
}

function queryDifference(signed: readonly string[], requested: readonly string[]): UrlDifference | undefined {
  const [signedPairs, requestedPairs] = [new Set(signed), new Set(requested)];
  const added = requested.filter((pair) => !signedPairs.has(pair)).map(nameOf);
  const removed = signed.filter((pair) => !requestedPairs.has(pair)).map(nameOf);
  if (added.length && !removed.length)
    return { id: "url-parameter-added", evidence: { kind: "parameters-added", names: added } };
  // An empty pair has no name that could be shown.
  if (removed.length && !added.length && removed.some((name) => name !== ""))
    return { id: "url-parameter-removed", evidence: { kind: "parameters-removed", names: removed } };
  if (!added.length && !removed.length && signed.length === requested.length)
    return {
      id: "url-parameters-reordered",
      evidence: { kind: "parameters-reordered", names: requested.map(nameOf) },
    };
  return undefined;
}

function textDifference(signed: string, requested: string): UrlDifference {
  let at = 0;
  while (signed[at] === requested[at] && at < requested.length) at++;
  // Escapes are shown whole.
  for (const text of [signed, requested])
    if (/%.?$/.test(text.slice(0, at))) at = text.lastIndexOf("%", at - 1);
  return {
    id: meaningOf(signed) === meaningOf(requested) ? "url-encoding-changed" : "url-path-changed",
    evidence: {
      kind: "other-text",
      position: at + 1,
      signed: signed.slice(at),
      requested: requested.slice(at),
    },
  };
}

function splitUrl(url: string): { scheme: string; host: string; path: string; pairs: string[] } {
  const [, scheme = "", host = "", path = "", query] =
    /^([^/]*):\/\/([^/?]*)([^?]*)(?:\?(.*))?$/s.exec(url) ?? [];
  return { scheme, host, path, pairs: query === undefined ? [] : query.split("&") };
}

function nameOf(pair: string): string {
  return pair.split("=", 1)[0] as string;
}

/** The same text for all encodings of a URL, also for those encoded twice or written as JSON escapes. */
function meaningOf(url: string): string {
  let text = url.replace(/\\u([\da-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  for (let i = 0; i < 2; i++)
    text = text.replace(/\+|%20/g, " ").replace(/(?:%[\da-f]{2})+/gi, percentDecoded);
  return text.replace(/=(?=[=&]|$)/g, "");
}
