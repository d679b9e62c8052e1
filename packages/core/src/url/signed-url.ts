import { parameterNames } from "../encoding/parameter-names.ts";
import { fail } from "../errors.ts";
import { type UrlInput, type WireUrl, wireForm } from "./wire-form.ts";

// A parameter whose name begins as a reserved one does, or has an escape, which CloudFront may decode. All others are not looked at twice.
const isSuspect = /[?&](?:[EPSKH]|[^=&?]*%)/;

/** The wire form of a URL that is to be signed; throws when one of its own parameters has a name that CloudFront reserves. */
export function signableUrl(input: UrlInput, option = "url"): WireUrl {
  const url = wireForm(input, option);
  const query = url.href.indexOf("?");
  for (const pair of query > 0 && isSuspect.test(url.href) ? url.href.slice(query + 1).split("&") : []) {
    const name = (pair.split("=", 1)[0] as string).replace(/%[2-7]\w/g, decodeURIComponent);
    if (parameterNames.includes(name)) fail("ERR_URL_ALREADY_SIGNED", option, `has the parameter ${name}, which CloudFront reserves`);
  }
  return url;
}

/** The URL with a query behind its own, and its fragment behind that. */
export function appendQuery({ href, fragment }: WireUrl, query: string): string {
  return href + (href.includes("?") ? "&" : "?") + query + fragment;
}
