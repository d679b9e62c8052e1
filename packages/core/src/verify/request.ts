import { percentDecoded } from "../encoding/percent.ts";
import { longestUrl } from "../url/limits.ts";
import { parameterNames } from "../url/signed-url.ts";
import type { RequestCookies } from "./cookies.ts";
import type { CloudFrontDenialReason } from "./denial.ts";

/** The reasons to deny a request for its URL or its cookies as such. */
type RequestProblem = Extract<
  CloudFrontDenialReason,
  "request-invalid" | "request-too-large" | "parameter-repeated"
>;

/** A viewer request: its URL and signing parameters, before any of them is decoded. */
export interface ViewerRequest {
  /** Where the signing parameters are; `undefined` when there are none. */
  readonly source: "url" | "cookies" | undefined;
  /**
   * The URL without signing parameters and fragment, otherwise byte for byte as it came. Empty for cookies
   * without a URL.
   */
  readonly url: string;
  /** The URL with all of its parameters, without fragment. */
  readonly requested: string;
  /** The signing parameters by their names in URLs. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Whether CloudFront ignores signed cookies because of a reserved name in a URL that is not signed. */
  readonly hasIgnoredCookies: boolean;
  /** What is wrong with the request itself. */
  readonly problem: RequestProblem | undefined;
}

/** Signing parameters while they are collected. */
interface CollectedParameters {
  readonly byName: Map<string, string>;
  isRepeated: boolean;
}

interface SplitUrl {
  readonly url: string;
  readonly requested: string;
}

const noUrl: SplitUrl = { url: "", requested: "" };

/**
 * Finds the signing parameters of a request. A single one in the query makes it a signed URL, and CloudFront
 * ignores its cookies.
 *
 * The URL is taken as it was requested: nothing is decoded, encoded, sorted or resolved, only pairs with a
 * reserved name are taken out. Pass `undefined` when the URL is unknown.
 *
 * Sources: CloudFront Developer Guide, "Decide to use signed URLs or signed cookies"; "Quotas" (8,192 bytes
 * of URL, 20,480 of headers).
 */
export function readViewerRequest(text: string | undefined, cookies: RequestCookies): ViewerRequest {
  const collected: CollectedParameters = { byName: new Map(), isRepeated: false };
  const parameters = collected.byName;
  // A URL with anything but ASCII is invalid, so that characters are bytes.
  const isTooLarge = cookies.isTooLong || (text !== undefined && text.length > longestUrl);
  const { url, requested } = text === undefined || isTooLarge ? noUrl : splitUrl(text, collected);
  const isUrlInvalid = text !== undefined && (!url || /[^!-~]/.test(url));
  const isSignedUrl = parameters.size > 0;
  const signed = isTooLarge ? [] : cookies.pairs.filter(([name]) => isSigningCookie(name));
  if (!isSignedUrl) for (const [name, value] of signed) collect(collected, parameterName(name), value);
  const hasIgnoredCookies =
    isSignedUrl && signed.length > 0 && !(parameters.get("Key-Pair-Id") && parameters.has("Signature"));
  const isRepeated = collected.isRepeated && !hasIgnoredCookies;
  return {
    source: isSignedUrl ? "url" : parameters.size > 0 ? "cookies" : undefined,
    url,
    requested,
    parameters,
    hasIgnoredCookies,
    problem: isTooLarge
      ? "request-too-large"
      : isUrlInvalid
        ? "request-invalid"
        : isRepeated
          ? "parameter-repeated"
          : undefined,
  };
}

/** Takes the signing parameters out of a URL; both parts are empty if it is not an absolute http or https URL. */
function splitUrl(text: string, collected: CollectedParameters): SplitUrl {
  const [before = "", origin = "", path = "/"] =
    /^(https?:\/\/[^/?#@\\]+)(\/[^?#]*)?(?![^?#])/.exec(text) ?? [];
  if (!origin) return noUrl;
  const url = origin + path;
  if (text.charAt(before.length) !== "?") return { url, requested: url };
  const hash = text.indexOf("#");
  const query = hash < 0 ? text.slice(before.length) : text.slice(before.length, hash);
  const own: string[] = [];
  const escaped: [name: string, decoded: string][] = [];
  for (const pair of query.slice(1).split("&")) {
    const at = pair.indexOf("=");
    const name = at < 0 ? pair : pair.slice(0, at);
    if (!parameterNames.includes(name)) {
      own.push(pair);
      if (name.includes("%")) escaped.push([name, percentDecoded(name)]);
    } else {
      // In every parameter: some signers send ~ as %7E, and no other escape is known to be decoded.
      collect(collected, name, pair.slice(name.length + 1).replace(/%7e/gi, "~"));
    }
  }
  // Whether CloudFront decodes names is not documented: what one of the two readings denies is denied.
  const names = new Set(collected.byName.keys());
  for (const [name, decoded] of escaped)
    if (parameterNames.includes(decoded)) {
      collected.isRepeated ||= names.has(decoded);
      names.add(decoded);
      collected.byName.set(name, "");
    }
  return { url: own.length ? `${url}?${own.join("&")}` : url, requested: url + query };
}

function collect(collected: CollectedParameters, name: string, value: string): void {
  collected.isRepeated ||= collected.byName.has(name);
  collected.byName.set(name, value);
}

const cookiePrefix = "CloudFront-";

function isSigningCookie(name: string): boolean {
  return name.startsWith(cookiePrefix) && parameterNames.includes(parameterName(name));
}

/** The name of the URL parameter that means the same as a cookie. */
function parameterName(cookie: string): string {
  return cookie.slice(cookiePrefix.length);
}
