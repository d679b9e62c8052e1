import type { UrlInput } from "cloudfront-sign-webcrypto";
import { percentDecoded, readOptions, untrusted } from "cloudfront-sign-webcrypto/internals";
import { readErrorBody } from "../request/error-body.ts";
import { headerCookies } from "../request/header-cookies.ts";
import { innerUrl, isPlainInNextImage } from "../request/inner-url.ts";
import { longestPaste } from "../request/limits.ts";
import { readAccessLog } from "./access-log.ts";
import { readCookieJar, withJar } from "./cookie-jar.ts";
import { takeCookies } from "./cookies-in-text.ts";
import { deniedCommand, readCurlCommand } from "./curl-command.ts";
import { readDownloadCommand } from "./download-command.ts";
import { readHttpParts } from "./http-parts.ts";
import { readJsonValues } from "./json-values.ts";
import { readLooseText } from "./loose-text.ts";
import { describePasteNote, type PasteNote } from "./paste-note.ts";
import { hasRequest, joinedCookies, type PastedParts, withParts } from "./pasted-parts.ts";
import { readPowerShellCommand } from "./powershell-command.ts";
import { fieldsOf, type HeaderField } from "./response-fields.ts";
import { takePolicy } from "./shown-policy.ts";
import { hasSigningParameters, separateParameters } from "./signing-parameters-in-text.ts";
import { timeOfPaste } from "./time-of-paste.ts";
import { isPage } from "./url-in-text.ts";
import { withoutLinePrefixes } from "./wire-log.ts";

/** What is known besides the paste. */
export interface PastedRequestOptions {
  /** The URL that was requested, for a paste that has none: cookies, or parameters alone. */
  readonly requestedUrl?: UrlInput | undefined;
}

/** A request and its response, as they were found in a paste. */
export interface PastedRequest {
  /** The URL, without what the text around it has added: the punctuation of a sentence, the entities of a chat, line breaks, the encoding of a mail. */
  readonly url: string | undefined;
  /** The URL as it stands in the text, if something was taken away from it: it may have been sent so. */
  readonly urlAsPasted: string | undefined;
  /** The cookies of the request, as in a `Cookie` header. */
  readonly cookies: string | undefined;
  /** Whether `cookies` are only those of the `Set-Cookie` lines, so that nobody knows whether they were sent. */
  readonly areCookiesUncertain: boolean | undefined;
  /** The headers of the request that have signed cookies, though they are not `Cookie`, names in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>> | undefined;
  /** The values of the `Set-Cookie` lines. */
  readonly setCookie: readonly string[] | undefined;
  /** The method of the request, if the paste shows it. */
  readonly method: string | undefined;
  /** The HTTP status of the response. */
  readonly status: number | undefined;
  /** The time of the request: the `Date` of the response, that of a log, or else one in the text around. */
  readonly date: Date | undefined;
  /** Whether the request may have been made at another time than `date`, or, without it, than now. */
  readonly isTimeUncertain: boolean | undefined;
  /** Whether the URL is from a text that may not show it as it was sent. */
  readonly isRequestUncertain: boolean | undefined;
  /** Other host names, from a log of CloudFront or from other URLs in the text: one of them may have been signed instead. */
  readonly hostnames: readonly string[] | undefined;
  /** The address of the viewer, from a log of CloudFront, or else one that the text names. */
  readonly ipAddress: string | undefined;
  /** Whether `ipAddress` may not be the address that CloudFront has seen. */
  readonly isAddressUncertain: boolean | undefined;
  /** The body of the response. */
  readonly responseBody: string | undefined;
  /** The header fields of the response, names in lower case. */
  readonly responseHeaders: Readonly<Record<string, string>> | undefined;
  /** The credentials mode with which a script calls `fetch`, or the one that a player or an element is given. */
  readonly credentials: "include" | "omit" | "same-origin" | undefined;
  /** The origin of the page, where the console of a browser names it. */
  readonly pageOrigin: string | undefined;
  /** A policy that the text shows in any notation, or the URL that it says was signed, as the `Resource` of one. */
  readonly shownPolicy: string | undefined;
  /** What was left out of the paste and what was assumed, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Reads what people paste about a denied request: a URL among other words, in quotes, JSON, Markdown, HTML or the
 * source of a mail; a browser's "Copy as cURL" (bash, cmd), "Copy as PowerShell", "Copy as fetch" and HAR files;
 * commands of wget, HTTPie, ffmpeg and yt-dlp; `curl -v` and `curl -i` with their output; raw requests and
 * responses; logs of CloudFront, of servers and load balancers, and of HTTP clients; a host and a path that stand
 * apart; cookie jars of clients and browsers; `Cookie` and `Set-Cookie` lines; parameters or values alone; an error
 * body. Of several requests, it reads the one that was denied.
 *
 * It removes what cannot belong to the request, but does not repair the request: its fault may be the cause of
 * the 403. No text makes it throw. It reads only the first 100,000 characters, and returns `undefined` if it
 * recognizes nothing in them.
 *
 * @param text what was pasted
 * @param options what is known besides the paste
 * @returns the request and its response: most members are options of `explainCloudFrontDenial`
 * @throws `ERR_OPTION_INVALID` and `ERR_OPTION_UNKNOWN` for invalid and unknown options.
 * @example
 * ```ts
 * import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
 *
 * const pasted = readPastedRequest("curl 'https://d111111abcdef8.cloudfront.net/a.jpg?Expires=1&Key-Pair-Id=K2JCJMDEHXQW5F'");
 * if (pasted) {
 *   const { date, notes, ...request } = pasted;
 *   const [cause] = await explainCloudFrontDenial({ ...request, time: date });
 *   console.log(cause?.summary); // The signature is missing.
 * }
 * ```
 */
export function readPastedRequest(
  text: string,
  options: PastedRequestOptions = {},
): PastedRequest | undefined {
  const { requestedUrl } = readOptions("options", options, ["requestedUrl"]);
  const whole = untrusted.text(text) ?? "";
  const read = whole.slice(0, longestPaste).trim();
  const visible = withoutInvisible(read);
  const readable = withoutLinePrefixes(withoutFrames(visible));
  const { policy, rest: plain } = takePolicy(readable);
  const notes: PasteNote[] = [];
  if (whole.length > longestPaste) notes.push("cut");
  if (visible !== read) notes.push("invisible-characters");
  const jar = readCookieJar(plain);
  const credentials = credentialsIn(plain);
  const sent: PastedParts = { isSent: credentials === "omit" || credentials === "same-origin" };
  const found = withSeparateParameters(asSetCookie(withParts(readParts(jar?.rest ?? plain), sent)), plain);
  if (!jar && !hasRequest(found) && found.status === undefined && found.responseBody === undefined)
    return undefined;
  const requested = withRequestedUrl(found, untrusted.url(requestedUrl).trim());
  const parts = asShellSends(unwrapped(jar ? withJar(requested, jar.cookies) : requested));
  const {
    url,
    urlAsPasted,
    cookies,
    areCookiesUncertain,
    requestFields,
    setCookie,
    method,
    status,
    hostnames,
    ipAddress,
    responseBody,
    responseHeaders,
  } = parts;
  const named = parts.date
    ? undefined
    : (timeOfPaste(parts.line ?? "", parts) ?? timeOfPaste(visible, parts));
  if (named?.hasZone === false) notes.push("zone-assumed");
  const date = parts.date ?? (named && new Date(named.seconds * 1000));
  const namedAddress = addressIn(plain);
  const allNotes = [...new Set([...notes, ...(parts.notes ?? [])])];
  return {
    url,
    urlAsPasted,
    cookies,
    areCookiesUncertain,
    requestHeaders: fieldsOf(withCookies(requestFields), false),
    setCookie,
    method,
    status,
    date,
    isTimeUncertain: isTimeUncertain(parts, named !== undefined, plain),
    isRequestUncertain: isRequestUncertain(parts, plain),
    hostnames: hostnames ?? otherHosts(plain, url),
    ipAddress: ipAddress ?? namedAddress,
    isAddressUncertain: (ipAddress === undefined && namedAddress !== undefined) || undefined,
    responseBody,
    responseHeaders,
    credentials,
    pageOrigin: pageIn(plain, parts),
    shownPolicy: policy,
    notes: allNotes.map(describePasteNote),
  };
}

/** The origin of the page: a browser's console names it, and what has an iframe or sets cookies in front of the request is one. */
function pageIn(text: string, { url = "", setCookie }: PastedParts): string | undefined {
  const [, named] = / from origin ['"](https?:\/\/[^'"\s]{1,300})['"]/.exec(text) ?? [];
  if (named !== undefined || !setCookie || setCookie.length === 0) return named;
  const isEmbedded = /\biframe\b/i.test(text);
  const before = isEmbedded ? text : text.slice(0, Math.max(0, text.search(/^[< \t]{0,4}set-cookie:/im)));
  const pages = Array.from(
    before.matchAll(/(\b(?:GET|HEAD|POST|PUT) )?(https?:\/\/[\w.-]{1,253}(?::\d{1,5})?)/g),
    ([, method, origin = ""]) => (isEmbedded || method ? origin : ""),
  ).filter((origin) => origin !== "" && !url.startsWith(origin));
  return isEmbedded ? pages[0] : pages.at(-1);
}

/** Hosts of other URLs in a text. Our own limit: each is tried in the search for the URL that was signed. */
const mostOtherHosts = 6;

/** The hosts of the other URLs in words around one, without that of the page; `undefined` if there is none. */
function otherHosts(text: string, url = ""): string[] | undefined {
  // A file of JSON has the requests of a whole page.
  if (url === "" || /^[{[]/.test(text)) return undefined;
  const hosts = new Set<string>();
  const named = /(?:https?:\/\/|\bhost:[ \t]?)([\w-]{1,63}(?:\.[\w-]{1,63}){1,9})/gi;
  for (const { 1: host = "", index } of text.matchAll(named))
    if (hosts.size < mostOtherHosts && !isPage(text, index) && !url.includes(`//${host}`)) hosts.add(host);
  return hosts.size > 0 ? [...hosts] : undefined;
}

/** The header fields with signed cookies, though they are not `Cookie`. */
function withCookies(fields: PastedParts["requestFields"] = []): HeaderField[] {
  return fields.filter(({ name, value }) => headerCookies([[name, value]]).names.length > 0);
}

/** The address of a client as servers, proxies and people name it, the first one of a list. */
const viewerAddress =
  /\b(?:client(?:[ _-]?(?:ip|address))?|x-forwarded-for|x-real-ip|true-client-ip|(?:cloudfront-)?viewer(?:[ _-]address)?|remote_?addr(?:ess)?|source_?ip|c-ip|my ip(?: address)?(?: is)?)["']?[ \t]{0,3}[:=]?[ \t]{0,3}["']?((?:\d{1,3}\.){3}\d{1,3}|[\da-f]{1,4}(?::[\da-f]{0,4}){2,7})(?![\w.])/i;

function addressIn(text: string): string | undefined {
  return viewerAddress.exec(text)?.[1];
}

/** Attributes of HTML, and options of players and clients, with which cookies go to the origin of the page alone. */
const withoutCredentials =
  /\b(?:withCredentials|allowCrossSiteCredentials)["']?\s{0,9}[:=]\s{0,9}false\b|\bsetXHRWithCredentials\w{0,9}\([^()]{0,60}\bfalse\b|<(?:img|video|audio|source|track)\b[^<>]{0,400}\scrossorigin(?=[\s>]|=(?!["']?use))|\bcrossOrigin\s{0,9}[:=]\s{0,9}["']anonymous/i;

/** The credentials mode of a call of `fetch`, or that of what requests files in its place. */
function credentialsIn(text: string): PastedRequest["credentials"] {
  const [, mode] = /\bcredentials["']?\s{0,9}:\s{0,9}["'](include|omit|same-origin)["']/.exec(text) ?? [];
  if (mode !== undefined) return mode as PastedRequest["credentials"];
  // What a script does that says nothing of credentials.
  const isUntold =
    !/credentials/i.test(text) &&
    (/\bnew Hls\(/.test(text) ||
      (/\bset-cookie:/i.test(text) && /\b(?:fetch|axios(?:\.get)?|XMLHttpRequest)\(/.test(text)));
  return isUntold || withoutCredentials.test(text) ? "same-origin" : undefined;
}

/** A URL alone, and a command, are of now; what was found among other text was requested at some time before. */
function isTimeUncertain(parts: PastedParts, isNamed: boolean, text: string): true | undefined {
  if (!hasRequest(parts) || (parts.date && !isNamed)) return undefined;
  const isOfNow = parts.isCommand || parts.url === text || /^[^\s[{]\S*$/.test(text);
  return isNamed || !isOfNow || undefined;
}

/** What HTML, JSON, the source of a mail and logs write for a character, what a template has for a value, and white space. */
const ofText =
  /&(?:amp|#\w{2,5});|\\(?:u[\da-f]{4}|x[\da-f]{2}|\/)|%%|=3D|=$|\s|[$#]\{|\{\w{1,60}\}|<[\w -]{1,60}>|%[A-Z_]{2,30}%/i;

/** What stands in front of a URL that is requested nevertheless: a label, a method. */
const label = /^\W?(?:(?:[Rr]equest )?UR[LI]:? ?|[A-Z]{3,7} )?\W?$/;

/** A sentence, a log or source code may show a URL with their own punctuation and escapes, or only a part of it. */
function isRequestUncertain(parts: PastedParts, text: string): true | undefined {
  const { url = "", cookies = "", line = url, isSent, isRequest } = parts;
  if (isSent) return undefined;
  const [before = "", behind = ""] = line.split(url);
  // Without the name of their header, there may be more of them.
  const areSome = !isRequest && cookies !== "" && !/\bcookie["']?\s?:/i.test(text);
  const isSentence = !isRequest && (!label.test(before.trimStart()) || /\s\S/.test(behind));
  return areSome || isSentence || ofText.test(url) || /\\[ux][\da-f]{2}/i.test(cookies) || undefined;
}

/**
 * Text without the escape sequences (ECMA-48) of bold and colored text, and without the invisible characters that
 * chats put around a URL. Within a URL they stay, since they may be the cause.
 */
function withoutInvisible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ESC starts the sequences
  const plain = text.replace(/\u001b\[[\d;]{0,20}m/g, "");
  return plain.replace(
    /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u061c\u00ad]+/g,
    (characters, at: number) => {
      const isWithin = isOfUrl(plain.charAt(at - 1)) && isOfUrl(plain.charAt(at + characters.length));
      return isWithin ? characters : "";
    },
  );
}

/** Characters that stand within a URL, rather than at its end. */
function isOfUrl(character: string): boolean {
  return /[\w~%&=?/#-]/.test(character);
}

/** The first form that the paste has counts. */
function readParts(text: string): PastedParts {
  const mail = decodedMail(text);
  if (mail !== undefined) {
    const { url, cookies, notes } = readLooseText(mail);
    const { url: encoded } = readLooseText(withoutSoftBreaks(text));
    return { url, urlAsPasted: encoded === url ? undefined : encoded, cookies, notes: notes ?? [] };
  }
  const recorded = readJsonValues(text) ?? readAccessLog(text);
  if (recorded) return recorded;
  const denied = deniedCommand(text);
  const command = readCurlCommand(denied);
  const { before, parts } = readHttpParts(command?.rest ?? denied);
  // What was really sent counts, and not the command or the words before it.
  if (parts.isSent && parts.url) {
    const { setCookie } = takeCookies(before.split(/\r\n|\n|\r/));
    return withParts(parts, { setCookie, notes: command?.parts.notes ?? [] });
  }
  if (command)
    return withParts(parts, {
      ...readAnswer(before),
      ...command.parts,
      isRequest: true,
      isCommand: command.rest.trim() === "",
    });
  const read = withParts(parts, readOtherCommand(before) ?? readLooseText(before));
  if (hasRequest(read) || !parts.responseBody) return read;
  // The request that somebody wrote behind the answer.
  const { url, cookies, method, notes } = readLooseText(parts.responseBody);
  return withParts(read, { url, cookies, method, notes: notes ?? [] });
}

/** With the parameters that stand apart from their URL: in a form, in a table, in the options of a client. */
function withSeparateParameters(parts: PastedParts, text: string): PastedParts {
  const { url = "", cookies, setCookie, query, notes = [] } = parts;
  const isElsewhere = cookies || setCookie || query || withCookies(parts.requestFields).length > 0;
  if (!/^https?:/i.test(url) || /Signature|Key-Pair-Id/i.test(url) || isElsewhere) return parts;
  const separate = separateParameters(text);
  return separate === undefined
    ? parts
    : {
        ...parts,
        url: withQuery(url, separate),
        urlAsPasted: undefined,
        notes: [...notes, "parameters-joined"],
      };
}

function withQuery(url: string, query: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${query}`;
}

/** The signed URL itself is what a redirect leads to. */
function unwrapped(parts: PastedParts): PastedParts {
  const { url = "", cookies, isSent, notes = [] } = parts;
  // What Next.js cuts at an & is the fault itself.
  const isWhole = isSent || cookies !== undefined || isPlainInNextImage(url);
  const inner = isWhole ? undefined : innerUrl(url);
  return inner === undefined
    ? parts
    : { ...parts, url: inner, urlAsPasted: undefined, notes: [...notes, "inner-url"] };
}

/** A command's output after it is read as other text is. */
function readOtherCommand(text: string): PastedParts | undefined {
  const command = readPowerShellCommand(text) ?? readDownloadCommand(text);
  return command && { ...command, ...readAnswer(text), isRequest: true, isCommand: true };
}

/** What a command printed. */
function readAnswer(text: string): PastedParts {
  const { status, date, responseBody, responseHeaders } = readLooseText(text);
  return { status, date, responseBody, responseHeaders };
}

/** A response that sets signed cookies is not the one that denies them. */
function asSetCookie(parts: PastedParts): PastedParts {
  const { setCookie, cookies, isSent, status = 403, url, responseBody = "", notes = [] } = parts;
  if (!setCookie || cookies !== undefined) return parts;
  const derived = {
    cookies: joinedCookies(setCookie.map((line) => line.split(";", 1)[0] ?? "")),
    areCookiesUncertain: true,
  } as const;
  const setsCredentials = setCookie.some((line) => /^CloudFront-/i.test(line));
  if (!setsCredentials || status >= 400 || /[?&]Signature=/.test(url ?? ""))
    return isSent || lacksKey(responseBody) ? parts : { ...parts, ...derived };
  // What is said of another request stands behind the answer.
  const after = /^[<{[]/.test(responseBody) ? {} : readLooseText(responseBody);
  const other = after.url === url ? {} : { url: after.url, status: after.status };
  return { ...other, setCookie, ...derived, notes: [...notes, "explained-as-set-cookie"] };
}

/** The URL of a command up to where the shell ended it, if the answer shows that the rest did not arrive. */
function asShellSends(parts: PastedParts): PastedParts {
  const { url, responseBody = "", notes = [] } = parts;
  const isSplit = notes.includes("shell-splits-url") && lacksKey(responseBody);
  return isSplit ? { ...parts, url: url?.split("&", 1).join(), urlAsPasted: undefined } : parts;
}

/** Whether CloudFront has answered that neither parameters nor cookies of a signature had arrived. */
function lacksKey(responseBody: string): boolean {
  return readErrorBody(responseBody)?.code === "MissingKey";
}

/** Without a URL of its own, a paste is about the requested URL. */
function withRequestedUrl(parts: PastedParts, requestedUrl: string): PastedParts {
  const { url, query, cookies, notes = [] } = parts;
  // Clients do not send the fragment, and a query behind it would belong to it.
  const [sentUrl = ""] = requestedUrl.split("#", 1);
  if (url !== undefined) {
    const isOther = !url.startsWith(sentUrl);
    return isOther ? { ...parts, notes: [...notes, "requested-url-unused"] } : parts;
  }
  if (query === undefined) return { ...parts, url: requestedUrl || undefined };
  if (sentUrl) {
    return { ...parts, url: withQuery(sentUrl, query), notes: [...notes, "parameters-joined"] };
  }
  if (cookies !== undefined) return parts;
  const asCookies = query
    .split("&")
    .filter((pair) => hasSigningParameters(`?${pair}`))
    .map((pair) => `CloudFront-${pair}`);
  return { ...parts, cookies: joinedCookies(asCookies), notes: [...notes, "parameters-without-url"] };
}

/** A mail whose source says that it is quoted-printable. */
const quotedPrintable = /^content-transfer-encoding:[ \t]*quoted-printable[ \t]*$/im;

/**
 * The source of a mail as its reader sees it; `undefined` for other text. Without the header, =3D in a URL may be
 * what was requested.
 *
 * Source: RFC 2045, section 6.7.
 */
function decodedMail(text: string): string | undefined {
  if (!quotedPrintable.test(text)) return undefined;
  return withoutSoftBreaks(text).replace(/(?:=[\dA-F]{2})+/gi, (bytes) =>
    percentDecoded(bytes.replaceAll("=", "%")),
  );
}

function withoutSoftBreaks(text: string): string {
  return text.replace(/=[ \t]{0,9}\r?\n/g, "");
}

/** Lines of a box, as terminals, tmux and tables draw them. */
const box = "[\\u2500-\\u257f]";

/** Under the names of the columns of psql, and below the rows of one column. */
const ofPsql = /^[ \t]{0,9}-{1,9999}\+[-+]{2,}[ \t]*$|^\(\d{1,9} rows?\)/m;

/** Text without the frames around it, and without the marks with which psql breaks a value into lines. */
function withoutFrames(text: string): string {
  const plain = new RegExp(box).test(text)
    ? text
        .split(/\r?\n/)
        .filter((line) => !new RegExp(`^(?:\\s*${box})+\\s*$`).test(line))
        .map((line) => line.trimEnd().replace(new RegExp(`^\\s{0,9}${box}|${box}$`, "g"), ""))
        .join("\n")
    : text;
  if (!ofPsql.test(plain)) return plain;
  return plain
    .replace(/\.[ \t]{0,200}\r?\n[ \t]{0,200}\|?\./g, "")
    .replace(/\+[ \t]{0,200}(\r?\n)[ \t]{0,200}\|?/g, "$1");
}
