import { longestPattern, longestQuote } from "./limits.ts";
import { hostQuote, quote } from "./quote.ts";

/** The pattern for all files in the folder of a URL: `https://host/folder/*`. */
export function folderPattern(url: string): string {
  const [, origin = "", path = ""] = addressParts.exec(url) ?? [];
  return `${hostQuote(origin)}${shownPath(path.slice(0, Math.max(0, path.lastIndexOf("/"))))}/*`;
}

/** Whether no folder stands between the host name of a URL and its file. */
export function isInRoot(url: string): boolean {
  const [, , path = ""] = addressParts.exec(url) ?? [];
  return path.lastIndexOf("/") <= 0;
}

/** A URL or pattern without its query, short enough for a sentence. */
export function addressOf(url: string): string {
  const [, origin = "", path = "", rest = ""] = addressParts.exec(url) ?? [];
  const address = `${hostQuote(origin)}${shownPath(path)}${shownRest(rest)}`;
  return address.length > longestPattern ? quote(address) : address;
}

/** Of a query nothing is shown; a ? before a folder or a * is a wildcard. */
function shownRest(rest: string): string {
  return rest === "" || /^\?[^=]*[*/][^=]*$/.test(rest) ? rest : `${rest.charAt(0)}…`;
}

const addressParts = /^((?:[^/]*:\/\/)?[^/?#]*)([^?#]*)(.*)$/s;

/** A path, unless it is long or may hold a secret. */
export function shownPath(path: string): string {
  const isShown = path.length <= longestPattern && !new RegExp(`[\\w~-]{${longestQuote}}`).test(path);
  return isShown ? path : "/…";
}
