import { percentDecoded } from "../encoding/percent.ts";
import { longestUrl } from "../limits.ts";
import { parameterNames } from "../url/signed-url.ts";
import type { RequestCookies } from "./cookies.ts";

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
  /** What is wrong with its URL or its cookies as such. */
  readonly problem: "request-invalid" | "request-too-large" | "parameter-repeated" | undefined;
}

type Parameter = readonly [name: string, value: string];

interface SplitUrl {
  readonly url: string;
  readonly requested: string;
  readonly inUrl: readonly Parameter[];
}

const noUrl: SplitUrl = { url: "", requested: "", inUrl: [] };

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
  // A URL with anything but ASCII is invalid, so that characters are bytes.
  const isTooLarge = cookies.isTooLong || (text !== undefined && text.length > longestUrl);
  const { url, requested, inUrl } = text === undefined || isTooLarge ? noUrl : splitUrl(text);
  const isUrlInvalid = text !== undefined && (!url || /[^!-~]/.test(url));
  const inCookies = isTooLarge ? [] : parametersOf(cookies);
  const isSignedUrl = inUrl.length > 0;
  const found = isSignedUrl ? inUrl : inCookies;
  const parameters = new Map(found);
  const hasIgnoredCookies =
    isSignedUrl && inCookies.length > 0 && !(parameters.get("Key-Pair-Id") && parameters.has("Signature"));
  // Decoding takes longer than the rest, and most names have no escape.
  const names = found.map(([name]) => (name.includes("%") ? percentDecoded(name) : name));
  const isRepeated = new Set(names).size < names.length;
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
        : isRepeated && !hasIgnoredCookies
          ? "parameter-repeated"
          : undefined,
  };
}

/** Takes the signing parameters out of a URL; all parts are empty if it is not an absolute http or https URL. */
function splitUrl(text: string): SplitUrl {
  const [, origin, path = "/", query] =
    /^(https?:\/\/[^/?#@\\]+)(\/[^?#]*)?(\?[^#]*)?(?:#|$)/.exec(text) ?? [];
  if (origin === undefined) return noUrl;
  const url = origin + path;
  if (query === undefined) return { url, requested: url, inUrl: [] };
  const own: string[] = [];
  const inUrl: Parameter[] = [];
  for (const pair of query.slice(1).split("&")) {
    const at = pair.indexOf("=");
    const name = at < 0 ? pair : pair.slice(0, at);
    // In every parameter: some signers send ~ as %7E, and no other escape is known to be decoded.
    if (parameterNames.includes(name)) inUrl.push([name, pair.slice(name.length + 1).replace(/%7e/gi, "~")]);
    else own.push(pair);
    // Whether CloudFront decodes names is not documented: one that decoding would repeat is denied.
    if (name.includes("%") && parameterNames.includes(percentDecoded(name))) inUrl.push([name, ""]);
  }
  return { url: own.length ? `${url}?${own.join("&")}` : url, requested: url + query, inUrl };
}

/** The signing parameters in cookies, whose names have a prefix. */
function parametersOf({ pairs }: RequestCookies): Parameter[] {
  const prefix = "CloudFront-";
  return pairs
    .filter(([name]) => name.startsWith(prefix) && parameterNames.includes(name.slice(prefix.length)))
    .map(([name, value]) => [name.slice(prefix.length), value]);
}
