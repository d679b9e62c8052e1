import { longestHost } from "./limits.ts";
import type { UrlProblem } from "./url-problem.ts";

/** A text in which these stand for a value was put together from a variable that was not set. */
const lostVariable = /^(?:undefined|null|NaN|\[object Object\])(?=[:/?#]|$)/i;

// Only what is a host name beyond doubt, since it is shown: a file name has a dot, too.
const hostAtStart = /^(?:localhost|[\w-]+(?:\.[\w-]+)+\.[a-z]{2,})(?::\d{1,5})?(?=[/?#]|$)/i;
const hostAfterSlashes = /^\/\/([\w.-]+(?::\d{1,5})?)(?=[/?#]|$)/;

/** What keeps a text from being an absolute http or https URL with a host. */
export function absoluteUrlProblem(text: string): UrlProblem | undefined {
  if (/^https?:\/\/[^/?#]/i.test(text)) return undefined;
  if (text === "") return { id: "empty" };
  // A host and its port, and the character that ends them.
  const start = text.slice(0, longestHost + ":65535/".length);
  const [, http, slashes = ""] = /^(https?):(\/*)/i.exec(start) ?? [];
  if (http !== undefined) {
    if (slashes.length >= 2) return { id: "no-host" };
    return { id: slashes === "" ? "no-slashes" : "one-slash", scheme: http.toLowerCase() };
  }
  const [word] = lostVariable.exec(start) ?? [];
  if (word !== undefined) return { id: "starts-with-lost-variable", word };
  if (start.startsWith("//")) return { id: "scheme-relative", host: hostAfterSlashes.exec(start)?.[1] };
  if (/^[/.?#]/.test(start)) return { id: "relative" };
  const [host] = hostAtStart.exec(start) ?? [];
  if (host !== undefined) return { id: "scheme-missing-before-host", host };
  const [, scheme] = /^([a-z][a-z\d+-]{0,15}):/i.exec(start) ?? [];
  return scheme === undefined ? { id: "scheme-missing" } : { id: "other-scheme", scheme };
}
