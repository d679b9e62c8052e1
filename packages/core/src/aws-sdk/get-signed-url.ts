import { fail } from "../errors.ts";
import { parsePolicy } from "../policy/parse-policy.ts";
import { longestUrlText } from "../url/limits.ts";
import { checkPathBeforeWildcard } from "../url/resource-pattern.ts";
import { appendQuery, promisedUrl, urlToSign } from "../url/signed-url.ts";
import type { WireUrl } from "../url/wire-form.ts";
import {
  type CloudfrontSignInput,
  hasWildcard,
  policyOfInput,
  policyOfParameters,
  readInput,
  signWithInput,
} from "./sign-input.ts";

/**
 * Signs a URL. It takes the options of `getSignedUrl` from `@aws-sdk/cloudfront-signer`, and returns a promise of
 * the same text, with the parameters in the same order. The key is imported once: see {@link forgetImportedKeys}.
 *
 * `dateLessThan` and `dateGreaterThan` are read as `new Date()` reads them: numbers are **milliseconds**,
 * text without a zone can be local time. They are rounded to the nearest second.
 *
 * The URL is encoded as the SDK encodes it: `#` becomes `%23` and belongs to the object key. Then it is
 * normalized as clients do, with the host in lower case and a path.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html | Use signed URLs}
 * @param input the URL, its restrictions and the key, as the SDK takes them
 * @returns the signed URL
 * @throws As a rejection: `ERR_OPTION_MISSING` without `url` or `dateLessThan`, `ERR_OPTION_UNKNOWN`,
 * `ERR_OPTION_INVALID`, `ERR_OPTION_CONFLICT`; `ERR_URL_INVALID`, also for `rtmp:` and `wss:`,
 * `ERR_URL_TOO_LONG`, `ERR_URL_ALREADY_SIGNED`; `ERR_RESOURCE_INVALID` for a `*` in the path of a canned
 * policy, and in the query of a URL without a path in a custom one; `ERR_DATE_INVALID` for seconds,
 * `ERR_DATE_PAST`, `ERR_DATE_ORDER`, `ERR_IP_ADDRESS_INVALID`; `ERR_POLICY_INVALID`, `ERR_RESOURCE_MISMATCH`
 * for a policy that CloudFront would deny; `ERR_KEY_PAIR_ID_INVALID`, `ERR_KEY_INVALID`, `ERR_KEY_ENCRYPTED`,
 * `ERR_KEY_PASSPHRASE`, `ERR_KEY_UNSUPPORTED`, `ERR_KEY_NOT_PRIVATE`, `ERR_KEY_USAGE` for the key and its ID.
 * @example
 * ```ts
 * import { getSignedUrl } from "cloudfront-sign-webcrypto/aws-sdk";
 *
 * const url = await getSignedUrl({
 *   url: "https://d111111abcdef8.cloudfront.net/image.jpg",
 *   keyPairId: "K2JCJMDEHXQW5F",
 *   privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!,
 *   dateLessThan: "2030-01-01T00:00:00Z",
 * });
 * console.log(url.includes("?Expires=1893456000&Key-Pair-Id=K2JCJMDEHXQW5F&Signature=")); // true
 * ```
 */
export function getSignedUrl(input: CloudfrontSignInput): Promise<string> {
  return promisedUrl(sign(input));
}

async function sign(input: CloudfrontSignInput): Promise<string> {
  const options = readInput(input);
  const target = urlOfInput(options);
  const { href } = target;
  const policy =
    options.policy === undefined ? policyOfParameters(options, href, false) : policyOfInput(options, href);
  if (policy.kind === "canned") checkPath(href);
  else if (options.policy === undefined) checkPathBeforeWildcard(options.url);
  const { query } = await signWithInput(policy, options);
  const [end = "", signature = "", keyPairId = "", ...hash] = query.split("&");
  return appendQuery(target, [end, keyPairId, signature, ...hash].join("&"));
}

function checkPath(href: string): void {
  if (hasWildcard(href))
    fail(
      "ERR_RESOURCE_INVALID",
      "url",
      "has a * in its path, which is not a wildcard in a canned policy; write %2A for a real *, or give a policy whose Resource has the *",
    );
}

function urlOfInput({ url, policy }: CloudfrontSignInput): WireUrl {
  if (url !== undefined) return urlToSign(typeof url === "string" ? encodeUrl(url) : url);
  if (policy === undefined)
    return fail("ERR_OPTION_MISSING", "url", "is missing; give url, or a policy whose Resource is a URL");
  const resource = parsePolicy(policy).resource.replace(/^\*:\/\//, "https://");
  return /^https?:\/\//.test(resource)
    ? urlToSign(resource, "policy")
    : fail(
        "ERR_OPTION_MISSING",
        "url",
        "is missing, and the Resource of policy is not a URL that could take its place; give the URL to sign",
      );
}

/**
 * A URL as the SDK encodes it before it signs: `#` belongs to the object key, each part of the path and the
 * query is encoded as a component of its own, and `?flag` becomes `?flag=`.
 *
 * Unlike the SDK it leaves `%2A` in the path alone: decoded, it would be a wildcard.
 */
function encodeUrl(url: string): string {
  // The check of the URL refuses it.
  if (url.length > longestUrlText) return url;
  const [, origin, path = "", query] = /^([^/]*\/\/[^/?#]*)(\/[^?]*)(?:\?(.*))?$/s.exec(url) ?? [];
  if (origin === undefined) return url;
  try {
    return origin + path.replace(/[^/]+/g, encodePart) + encodeQuery(query);
  } catch {
    // Half a surrogate pair cannot be encoded; the check of the URL names it.
    return url;
  }
}

function encodePart(part: string): string {
  try {
    const texts = part.split("*").map(decodeURIComponent);
    return texts.map((text) => encodeURIComponent(text).replaceAll("*", "%2A")).join("*");
  } catch {
    // Not UTF-8: every % is a character of the key.
    return encodeURIComponent(part);
  }
}

function encodeQuery(query: string | undefined): string {
  const pairs = (query ?? "").split("&").filter((pair) => pair !== "");
  return pairs.length === 0 ? "" : `?${pairs.map(encodePair).join("&")}`;
}

function encodePair(pair: string): string {
  const [name = "", ...value] = pair.split("=");
  return `${encodeText(name)}=${encodeText(value.join("="))}`;
}

/** Keeps escapes, in capital letters, and `+`. */
function encodeText(text: string): string {
  const kept = /(%[\da-f]{2}|\+)/gi;
  return text
    .split(kept)
    .map((part, i) => (i % 2 === 1 ? part.toUpperCase() : encodeURIComponent(part).replaceAll("'", "%27")))
    .join("");
}
