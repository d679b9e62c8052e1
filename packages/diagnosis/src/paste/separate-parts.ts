import { namesOfQuery, parameterNames } from "cloudfront-sign-webcrypto/internals";
import type { PastedParts } from "./pasted-parts.ts";
import { lastSigningParameter } from "./signing-parameters-in-text.ts";

/** Behind one of these names stands a host in logs, in fields of HTTP/2, and in what programs print of a URL. */
const namedHost =
  /(?<![\w-])(?::?authority|(?:cs-|x-)?host(?:[_-]?(?:name|header))?|netloc|server_name)["']?\s{0,3}[:=,]?\s{0,3}["']?([a-z\d][a-z\d-]{0,62}(?:\.[a-z\d][a-z\d-]{0,62}){1,10}(?::\d{1,5})?)(?![\w.@])/i;

const namedPath =
  /(?<![\w-])(?::?(?:raw|url)?path(?:name)?|ur[il]|target)["']?\s{0,3}[:=,]?\s{0,3}["']?(\/[^\s"',?]{0,2000})/i;

const namedScheme = /(?<![\w-]):?scheme["']?\s{0,3}[:=]?\s{0,3}["']?(https?)\b/i;

/** Where what is around a request target in a text begins and ends. */
const around = /[\s"'<>`\\]/;

/** The host that a text names apart from any URL. */
export function hostIn(text: string): string | undefined {
  return namedHost.exec(text)?.[1];
}

/** The request whose host and target, or whose path and query, stand apart in a text; the query alone if no host does. */
export function separateRequest(text: string): PastedParts | undefined {
  const target = signedTarget(text);
  if (target === undefined) return undefined;
  const [path = "", query = ""] = target.startsWith("/")
    ? [target.split("?", 1)[0], target.slice(target.indexOf("?") + 1)]
    : [namedPath.exec(text)?.[1], target];
  const host = hostIn(text);
  if (host === undefined || path === "") return { query };
  const scheme = namedScheme.exec(text)?.[1]?.toLowerCase();
  return {
    url: `${scheme ?? "https"}://${host}${path}?${query}`,
    ...(scheme === undefined && { notes: ["scheme-assumed" as const] }),
  };
}

/** A path with signing parameters, or these alone, among other words. */
function signedTarget(text: string): string | undefined {
  const at = Math.max(
    lastSigningParameter(text),
    ...parameterNames.map((name) => text.lastIndexOf(`${name}=`)),
  );
  if (at < 0) return undefined;
  let [start, end] = [at, at];
  while (start > 0 && !around.test(text.charAt(start - 1))) start--;
  while (end < text.length && !around.test(text.charAt(end))) end++;
  // The name of a field may be in front of it.
  const token = text.slice(start, end).replace(/^[^/?=&]{0,60}[=:](?=\/)/, "");
  if (token.startsWith("/")) return token;
  const names = namesOfQuery(token.replace(/^\?/, ""));
  const isQuery = names.every((name) => /^[\w.-]+$/.test(name)) && names.includes("Signature");
  return isQuery ? token.replace(/^\?/, "") : undefined;
}
