import { isSafeMethod, readMethod } from "./response-fields.ts";

/** Options that send a body, in a POST unless -G stands beside them. */
const bodies: readonly string[] = [
  "d",
  "F",
  "data",
  "data-raw",
  "data-binary",
  "data-ascii",
  "data-urlencode",
  "json",
  "form",
  "form-string",
];

/** Short options that do not change the method. Others may: -K reads a file with any of them. */
const plainLetters = "AbcCDeEfgGHiIjJkLmnNoOpqrRsSTuUvwxXyYz012346#";

/** Long options that do not change the method, without --. */
const plainNames: readonly string[] = [
  "request head get upload-file url header cookie cookie-jar junk-session-cookies user user-agent",
  "referer proxy proxy-user preproxy noproxy doh-url resolve connect-to interface ipv4 ipv6",
  "compressed insecure location location-trusted max-redirs path-as-is globoff range silent",
  "show-error verbose include fail fail-with-body no-progress-meter progress-bar output output-dir",
  "remote-name remote-header-name create-dirs continue-at no-buffer write-out dump-header trace",
  "trace-ascii trace-time disable max-time connect-timeout retry retry-delay retry-max-time",
  "retry-all-errors limit-rate cacert capath cert key http1.0 http1.1 http2 http2-prior-knowledge",
  "http3 tlsv1.2 tlsv1.3 tls-max ssl-no-revoke",
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
  return (
    bodies.includes(option) ||
    (option.length === 1
      ? plainLetters.includes(option)
      : plainNames.some((line) => line.split(" ").includes(option)))
  );
}
