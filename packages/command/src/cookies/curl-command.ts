import { wireForm } from "cloudfront-sign-webcrypto/internals";
import { refuse } from "../refusal.ts";
import { shellWord } from "../shell-word.ts";
import type { CookieSet } from "./cookie-set.ts";

/** A whole command line that requests a URL with the cookies. */
export function curlCommand({ resource, cookies }: CookieSet, url: string | undefined): string {
  const target = url ?? resource;
  if (target === undefined || (url === undefined && /[*?]/.test(target)))
    return refuse("--url: the cookies are for more than one URL; give the one that curl is to request");
  return `curl -b ${shellWord(cookies.toCookieHeader())} ${shellWord(wireForm(target, "url").href)}`;
}
