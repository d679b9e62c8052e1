import { isSafeMethod, readMethod } from "./response-fields.ts";

/** Options that send a body, in a POST unless -G stands beside them. */
const bodies: readonly string[] = [
  ..."dF",
  ...["data", "data-raw", "data-binary", "data-ascii", "data-urlencode", "json", "form", "form-string"],
];

/** Short options that do not change the method. Others may: -K reads a file with any of them. */
const plainLetters: readonly string[] = [..."AbcCDeEfgGHiIjJkLmnNoOpqrRsSTuUvwxXyYz012346#"];

/** Long options that do not change the method, without --. */
const plainNames: readonly string[] = [
  ..."request head get upload-file url header cookie cookie-jar junk-session-cookies user user-agent".split(
    " ",
  ),
  ..."referer proxy proxy-user preproxy noproxy doh-url resolve connect-to interface ipv4 ipv6".split(" "),
  ..."compressed insecure location location-trusted max-redirs path-as-is globoff range".split(" "),
  ..."silent show-error verbose include fail fail-with-body no-progress-meter progress-bar".split(" "),
  ..."output output-dir remote-name remote-header-name create-dirs continue-at no-buffer".split(" "),
  ..."write-out dump-header trace trace-ascii trace-time disable max-time connect-timeout".split(" "),
  ..."retry retry-delay retry-max-time retry-all-errors limit-rate cacert capath cert key".split(" "),
  ..."http1.0 http1.1 http2 http2-prior-knowledge http3 tlsv1.2 tlsv1.3 tls-max ssl-no-revoke".split(" "),
];

/**
 * The method of a curl command with these options, letters or long names without --, and these values of -X.
 * `undefined` if it might be another one than GET and HEAD: with an option that is not known.
 *
 * Source: https://curl.se/docs/manpage.html
 */
export function methodOfCurl(options: readonly string[], requested: readonly string[]): string | undefined {
  const has = (...names: readonly string[]): boolean => options.some((name) => names.includes(name));
  const method = readMethod(requested.at(-1)) ?? (has("X", "request") ? undefined : impliedMethod(has));
  return isSafeMethod(method) && !options.every(isPlain) ? undefined : method;
}

function impliedMethod(has: (...names: readonly string[]) => boolean): string {
  if (has("T", "upload-file")) return "PUT";
  if (has(...bodies) && !has("G", "get")) return "POST";
  return has("I", "head") ? "HEAD" : "GET";
}

function isPlain(option: string): boolean {
  return bodies.includes(option) || plainNames.includes(option) || plainLetters.includes(option);
}
