import { longestUrl } from "../url/limits.ts";
import { parameterNames } from "../url/signing-parameters.ts";
import type { RequestCookies } from "./cookies.ts";
import type { CloudFrontDenialReason } from "./denial.ts";

/** What a request brings along, before anything of it is decoded. */
export interface Presented {
  /** Where the signing parameters are; `undefined` when there are none. */
  readonly source: "url" | "cookies" | undefined;
  /**
   * The URL without signing parameters and fragment: byte for byte what is left of it. Empty for cookies
   * without a URL.
   */
  readonly url: string;
  /** The URL with all of its parameters, without fragment. */
  readonly requested: string;
  /** The signing parameters by their names in URLs. */
  readonly values: ReadonlyMap<string, string>;
  /**
   * Whether there are signed cookies, hidden by some parameter in the URL that was never meant to sign
   * anything.
   */
  readonly shadowed: boolean;
  /** What is wrong with the request as such. */
  readonly problem: CloudFrontDenialReason | undefined;
}

/**
 * Finds the signing parameters of a request. Any of them in the query makes it a signed URL, and its cookies
 * are ignored.
 *
 * The URL is taken as it was requested; nothing is decoded, encoded, sorted or resolved, only reserved pairs
 * are taken out. `undefined` for a URL that is not known, which is none of a request.
 *
 * Sources: CloudFront Developer Guide, "Decide to use signed URLs or signed cookies"; "Quotas" (8,192 bytes
 * of URL, 20,480 of headers).
 */
export function readRequest(text: string | undefined, cookies: RequestCookies): Presented {
  // What is no ASCII is no URL, so that characters are bytes.
  const tooLarge = cookies.isTooLong || (text !== undefined && text.length > longestUrl);
  const values = new Map<string, string>();
  let url = "";
  let requested = "";
  let problem: CloudFrontDenialReason | undefined = tooLarge ? "request-too-large" : undefined;
  let isRepeated = false;
  const take = (name: string, value: string): void => {
    isRepeated ||= values.has(name);
    values.set(name, value);
  };
  if (!tooLarge && text !== undefined) {
    const [before = "", origin = "", path = "/"] =
      /^(https?:\/\/[^/?#@\\]+)(\/[^?#]*)?(?![^?#])/.exec(text) ?? [];
    url = requested = origin && origin + path;
    if (url && text[before.length] === "?") {
      const query = text.slice(before.length).split("#", 1)[0] as string;
      const own: string[] = [];
      for (const pair of query.slice(1).split("&")) {
        const at = pair.indexOf("=");
        const name = at < 0 ? pair : pair.slice(0, at);
        if (!parameterNames.includes(name)) own.push(pair);
        else {
          // Some signers send ~ as %7E, and CloudFront takes it. Nothing else of a value is known to be
          // decoded.
          take(name, pair.slice(name.length + 1).replace(/%(?:7e|2d|5f)/gi, decodeURIComponent));
        }
      }
      requested += query;
      if (own.length) url += `?${own.join("&")}`;
    }
    if (!url || /[^!-~]/.test(url)) problem = "request-invalid";
  }
  const fromUrl = values.size > 0;
  const signed = tooLarge
    ? []
    : cookies.pairs.filter(
        ([name]) => name.startsWith(cookiePrefix) && parameterNames.includes(nameOf(name)),
      );
  if (!fromUrl) for (const [name, value] of signed) take(nameOf(name), value);
  const shadowed = fromUrl && signed.length > 0 && !(values.get("Key-Pair-Id") && values.has("Signature"));
  if (isRepeated && !shadowed) problem ??= "parameter-repeated";
  return {
    source: fromUrl ? "url" : values.size > 0 ? "cookies" : undefined,
    url,
    requested,
    values,
    shadowed,
    problem,
  };
}

const cookiePrefix = "CloudFront-";

/** A cookie's name as that of a parameter. */
function nameOf(cookie: string): string {
  return cookie.slice(cookiePrefix.length);
}
