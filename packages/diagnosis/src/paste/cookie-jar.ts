import { memberOf } from "cloudfront-sign-webcrypto/internals";
import { domainMatches, isTrustworthy, pathMatches } from "../request/cookie-scope.ts";
import { readTarget } from "../request/request-target.ts";
import { parsedJson } from "./json-values.ts";
import { joinedCookies, type PastedParts } from "./pasted-parts.ts";

/** A cookie as a jar keeps it. */
export interface JarCookie {
  readonly pair: string;
  readonly domain: string;
  /** Whether it goes to no host but the one that set it. */
  readonly isHostOnly: boolean;
  readonly path: string;
  readonly isSecure: boolean;
  /** In seconds; 0 for a cookie of the session. */
  readonly endsAt: number;
}

/** The cookies of a jar in a paste, and the text around it. */
export interface CookieJar {
  readonly cookies: readonly JarCookie[];
  readonly rest: string;
}

/**
 * Reads a file of cookies as curl, wget and yt-dlp write it, or the JSON of Playwright, Puppeteer and of extensions of
 * browsers. `undefined` without a signed cookie in one.
 *
 * Source: https://curl.se/docs/http-cookies.html
 */
export function readCookieJar(text: string): CookieJar | undefined {
  if (!text.includes("CloudFront-")) return undefined;
  const jar = readJsonJar(text) ?? readNetscapeJar(text);
  return jar.cookies.some(({ pair }) => pair.startsWith("CloudFront-")) ? jar : undefined;
}

function readNetscapeJar(text: string): CookieJar {
  const cookies: JarCookie[] = [];
  const rest: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const fields = line
      .trim()
      .replace(/^#HttpOnly_/, "")
      .split(/\s+/);
    const [domain = "", subdomains = "", path = "", secure = "", end = "", name = "", value] = fields;
    const isCookie = value !== undefined && /^(?:TRUE|FALSE)$/.test(subdomains) && /^\d{1,15}$/.test(end);
    if (isCookie)
      cookies.push({
        pair: `${name}=${value}`,
        domain: bareDomain(domain),
        isHostOnly: subdomains === "FALSE",
        path,
        isSecure: secure === "TRUE",
        endsAt: Number(end),
      });
    else if (!/^# (?:Netscape HTTP Cookie|https?:|This)/.test(line)) rest.push(line);
  }
  return { cookies, rest: rest.join("\n").trim() };
}

/** JSON between the first line that opens it and the last one that closes it. */
function readJsonJar(text: string): CookieJar | undefined {
  const start = text.search(/^[ \t]{0,20}[[{]/m);
  const end = Math.max(text.lastIndexOf("]"), text.lastIndexOf("}")) + 1;
  if (start < 0) return undefined;
  try {
    const json: unknown = parsedJson(text.slice(start, end));
    const list = memberOf(json, "cookies") ?? json;
    const cookies = (Array.isArray(list) ? list : []).flatMap((entry) => jarCookie(entry) ?? []);
    if (cookies.length === 0) return undefined;
    return { cookies, rest: `${text.slice(0, start)}\n${text.slice(end)}`.trim() };
  } catch {
    return undefined;
  }
}

function jarCookie(entry: unknown): JarCookie | undefined {
  const [name, value, domain, path] = ["name", "value", "domain", "path"].map((key) => memberOf(entry, key));
  if (typeof name !== "string" || typeof value !== "string" || typeof domain !== "string") return undefined;
  const endsAt = memberOf(entry, "expires") ?? memberOf(entry, "expirationDate");
  return {
    pair: `${name}=${value}`,
    domain: bareDomain(domain),
    isHostOnly: memberOf(entry, "hostOnly") === true || !domain.startsWith("."),
    path: typeof path === "string" ? path : "/",
    isSecure: memberOf(entry, "secure") === true,
    endsAt: typeof endsAt === "number" && endsAt > 0 && endsAt < longestTime ? endsAt : 0,
  };
}

/** In seconds, the last time that a `Date` can have. */
const longestTime = 8.64e12;

function bareDomain(domain: string): string {
  return domain.replace(/^\./, "").toLowerCase();
}

/** The cookies of a jar that go along with a request; as lines, too, where one does not. */
export function withJar(parts: PastedParts, jar: readonly JarCookie[]): PastedParts {
  const target = readTarget(parts.url ?? "");
  const sent = jar.filter(
    ({ domain, isHostOnly, path, isSecure }) =>
      target === undefined ||
      ((isHostOnly ? domain === target.host : domainMatches(target.host, domain)) &&
        pathMatches(target.path, path) &&
        (!isSecure || isTrustworthy(target))),
  );
  const cookies = joinedCookies(sent.map(({ pair }) => pair));
  if (target !== undefined && sent.length === jar.length) return { ...parts, cookies };
  return {
    ...parts,
    cookies,
    setCookie: jar.map(setCookieLine),
    notes: [...(parts.notes ?? []), ...(target === undefined ? [] : ["cookies-of-other-urls" as const])],
  };
}

function setCookieLine({ pair, domain, path, isSecure, endsAt }: JarCookie): string {
  const expires = endsAt === 0 ? "" : `; Expires=${new Date(endsAt * 1000).toUTCString()}`;
  return `${pair}; Domain=${domain}; Path=${path}${expires}${isSecure ? "; Secure" : ""}`;
}
