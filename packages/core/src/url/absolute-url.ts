import { longestHost } from "./limits.ts";
import { exampleHost, noHost, schemeMissing } from "./url-problem.ts";

/** A text in which these stand for a value was put together from a variable that was not set. */
const lostVariable = /^(?:undefined|null|NaN|\[object Object\])(?=[:/?#]|$)/i;

// Only what is a host name beyond doubt, since it is shown: a file name has a dot, too.
const hostAtStart = /^(?:localhost|[\w-]+(?:\.[\w-]+)+\.[a-z]{2,})(?::\d{1,5})?(?=[/?#]|$)/i;
const hostAfterSlashes = /^\/\/([\w.-]+(?::\d{1,5})?)(?=[/?#]|$)/;

/** What keeps a text from being an absolute http or https URL with a host. */
export function absoluteUrlProblem(text: string): string | undefined {
  if (/^https?:\/\/[^/?#]/i.test(text)) return undefined;
  if (text === "") return "is empty; is an environment variable or a field missing?";
  // A host and its port, and the character that ends them.
  const start = text.slice(0, longestHost + ":65535/".length);
  const [, http, slashes = ""] = /^(https?):(\/*)/i.exec(start) ?? [];
  if (http !== undefined) {
    if (slashes.length >= 2) return noHost();
    const scheme = http.toLowerCase();
    return `has ${slashes === "" ? "no slashes" : "only one slash"} after ${scheme}:; write ${scheme}://`;
  }
  const [word] = lostVariable.exec(start) ?? [];
  if (word !== undefined)
    return `starts with the word "${word}": a variable was not set; check where the URL is put together`;
  if (start.startsWith("//"))
    return `the scheme is missing in front of //; write https://${hostAfterSlashes.exec(start)?.[1] ?? exampleHost}/…`;
  if (/^[/.?#]/.test(start))
    return `is relative; add https:// and the distribution's host name in front: https://${exampleHost}/…`;
  const [host] = hostAtStart.exec(start) ?? [];
  if (host !== undefined) return `the scheme is missing; write https://${host}/…`;
  const [, scheme] = /^([a-z][a-z\d+-]{0,15}):/i.exec(start) ?? [];
  if (scheme === undefined) return schemeMissing();
  return scheme.toLowerCase() === "s3"
    ? "s3: is not http or https; make the URL of an object with cloudFrontUrl(origin, key)"
    : `${scheme}: is not http or https; pass the URL under which CloudFront serves the file`;
}
