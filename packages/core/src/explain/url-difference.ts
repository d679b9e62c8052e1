import { percentDecoded } from "../encoding/percent.ts";
import type { CloudFrontFindingId } from "./fixes.ts";

/**
 * What became of a signed URL (or pattern) on the way to the requested one: the finding, and the first place
 * where they differ.
 */
export function urlDifference(signed: string, sent: string): [id: CloudFrontFindingId, evidence: string] {
  const [before, after] = [parts(signed), parts(sent)];
  if (signed.includes("*") && !sent.includes("*"))
    return ["canned-with-wildcard", "the signature fits a Resource with * in it"];
  if (before.host !== after.host)
    return ["url-host-changed", `signed for ${clip(before.host)}, requested from ${clip(after.host)}`];
  if (before.scheme !== after.scheme)
    return ["url-scheme-changed", `signed for ${before.scheme}, requested with ${after.scheme}`];
  const [signedPairs, sentPairs] = [new Set(before.pairs), new Set(after.pairs)];
  const added = after.pairs.filter((pair) => !signedPairs.has(pair)).map(nameOf);
  const removed = before.pairs.filter((pair) => !sentPairs.has(pair)).map(nameOf);
  if (before.path === after.path) {
    if (added.length && !removed.length)
      return ["url-parameter-added", `not signed: the parameter ${clip(added.join(", "))}`];
    if (removed.length && !added.length && removed.join(""))
      return ["url-parameter-removed", `not sent: the parameter ${clip(removed.join(", "))}`];
    if (!added.length && !removed.length && before.pairs.length === after.pairs.length)
      return [
        "url-parameters-reordered",
        `the order of the parameters ${clip(after.pairs.map(nameOf).join(", "))}`,
      ];
  }
  let at = 0;
  while (signed[at] === sent[at] && at < sent.length) at++;
  // An escape is shown whole.
  for (const text of [signed, sent]) if (/%.?$/.test(text.slice(0, at))) at = text.lastIndexOf("%", at - 1);
  const evidence = `from character ${at + 1}: signed "${clip(signed.slice(at), 12)}", requested "${clip(sent.slice(at), 12)}"`;
  return [plain(signed) === plain(sent) ? "url-encoding-changed" : "url-path-changed", evidence];
}

function parts(url: string): { scheme: string; host: string; path: string; pairs: string[] } {
  const [, scheme = "", host = "", path = "", query] =
    /^([^/]*):\/\/([^/?]*)([^?]*)(?:\?(.*))?$/s.exec(url) ?? [];
  return { scheme, host, path, pairs: query === undefined ? [] : query.split("&") };
}

const nameOf = (pair: string): string => pair.split("=", 1)[0] as string;

/** As short as evidence may be. */
export function clip(text: string, length = 40): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** What a URL means, however it is encoded. */
function plain(url: string): string {
  let text = url.replace(/\\u([\da-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  for (let i = 0; i < 2; i++)
    text = text.replace(/\+|%20/g, " ").replace(/(?:%[\da-f]{2})+/gi, percentDecoded);
  return text.replace(/=(?=[=&]|$)/g, "");
}
