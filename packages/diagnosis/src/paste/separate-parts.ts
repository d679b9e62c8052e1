import { namesOfQuery, parameterNames } from "cloudfront-sign-webcrypto/internals";
import type { PastedParts } from "./pasted-parts.ts";
import { hasSigningParameters, lastSigningParameter } from "./signing-parameters-in-text.ts";
import { isPage } from "./url-in-text.ts";

/** Behind one of these names stands a host in logs, in fields of HTTP/2, and in what programs print of a URL. */
const namedHost =
  /(?<![\w-])(?::?authority|(?:cs-|x-|request_?)?host(?:[_-]?(?:name|header))?|netloc|server_name|upstream(?:_host|_addr)?)["']?\s{0,3}[:=,]?\s{0,3}["']?([a-z\d][a-z\d-]{0,62}(?:\.[a-z\d][a-z\d-]{0,62}){1,10}(?:(?::|', port=)\d{1,5})?)(?![\w.@])/i;

const namedPath =
  /(?<![\w-])(?::?(?:raw|url)?path(?:name)?|ur[il]|target)["']?\s{0,3}[:=,]?\s{0,3}["']?(\/[^\s"',?]{0,2000})/i;

/** Also of urllib3, whose errors have the host and the port, and then the target. */
const namedScheme = /(?<![\w-]):?scheme["']?\s{0,3}[:=]?\s{0,3}["']?(https?)\b|\b(https?)ConnectionPool\(/i;

/** Where what is around a request target in a text begins and ends. */
const around = /[\s"'<>`\\]/;

const originInText = /https?:\/\/[a-z\d][\w.-]{0,253}(?::\d{1,5})?(?![\w@])/gi;

/** The only origin that a text has: the page that linked to a URL is not where it was requested. */
function onlyOriginIn(text: string): string | undefined {
  const origins = Array.from(text.matchAll(originInText)).filter(({ index }) => !isPage(text, index));
  const [one, ...others] = new Set(origins.map(([origin]) => origin.toLowerCase()));
  return others.length === 0 ? one : undefined;
}

/** A request for a target whose host stands apart from it, in its line or else in the text; its query alone without one. */
export function hostedRequest(target: string, line: string, text: string): PastedParts {
  const [host, port] = (namedHost.exec(line) ?? namedHost.exec(text))?.[1]?.split(/:|', port=/) ?? [];
  const origin = host === undefined ? onlyOriginIn(text.replace(target, "")) : undefined;
  if (origin !== undefined) return { url: origin + target };
  if (host === undefined) return { query: target.slice(target.indexOf("?") + 1) };
  const [, own, ofPool] = namedScheme.exec(line) ?? namedScheme.exec(text) ?? [];
  const scheme =
    (own ?? ofPool)?.toLowerCase() ?? (port === "443" ? "https" : port === "80" ? "http" : undefined);
  const isUsualPort = port === undefined || (scheme === "http" ? port === "80" : port === "443");
  return {
    url: `${scheme ?? "https"}://${host}${isUsualPort ? "" : `:${port}`}${target}`,
    ...(scheme === undefined && { notes: ["scheme-assumed" as const] }),
  };
}

/** The request whose host and target, or whose path and query, stand apart in a text; the query alone if no host does. */
export function separateRequest(text: string): PastedParts | undefined {
  const target = signedTarget(text);
  if (target === undefined) return undefined;
  if (target.startsWith("/")) return hostedRequest(target, "", text);
  const [, path] = namedPath.exec(text) ?? [];
  return path === undefined ? { query: target } : hostedRequest(`${path}?${target}`, "", text);
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
  const whole = text.slice(start, end);
  if (whole.includes("://")) return undefined;
  // The name of a field may be in front of it.
  const token = whole.replace(/^[^/?=&]{0,60}[=:](?=\/)/, "");
  if (token.startsWith("/")) return hasSigningParameters(token) ? token : undefined;
  const names = namesOfQuery(token.replace(/^\?/, ""));
  const isQuery = names.every((name) => /^[\w.-]+$/.test(name)) && names.includes("Signature");
  return isQuery ? token.replace(/^\?/, "") : undefined;
}
