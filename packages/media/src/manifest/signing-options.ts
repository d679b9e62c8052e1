import type { CloudFrontSignErrorCode, Grant, UrlInput } from "cloudfront-sign-webcrypto";
import {
  describeType,
  fail,
  limits,
  memberOf,
  namesHost,
  typeTag,
} from "cloudfront-sign-webcrypto/internals";
import { type Base, createBase } from "./resolve-reference.ts";
import { splitReference } from "./url-parts.ts";

/** A grant, or several of which each reference gets the parameters of the first that covers it. */
export type Grants = Grant | readonly Grant[];

/** The option `grant` as a list; throws unless it has grants and nothing else. */
export function readGrants(given: Grants): readonly Grant[] {
  if (typeTag(given) !== "Array") return [checkGrant(given as Grant)];
  const grants = Array.from(given as readonly Grant[], checkGrant);
  if (grants.length === 0) fail("ERR_OPTION_INVALID", "grant", "is an empty list; pass one grant or several");
  return grants;
}

function checkGrant(grant: Grant): Grant {
  const { query, signUrl, resource } = Object(grant) as Partial<Grant>;
  if (typeof (query && signUrl) !== "function" || typeof resource !== "string") {
    fail(
      "ERR_OPTION_INVALID",
      "grant",
      typeTag(grant) === "Promise"
        ? "expected a grant; received a Promise: await signer.grant(…)"
        : `expected a grant; received ${describeType(grant)}: make one with await signer.grant(…)`,
    );
  }
  return grant;
}

/**
 * The grants for the references of a manifest. If the resource of one does not name a host, it covers the manifest's own host
 * alone: whoever wrote the manifest chose the hosts in it, and would get the signature.
 */
export function grantsForManifest(grants: readonly Grant[], base: Base): readonly Grant[] {
  return grants.map((grant) => grantForManifest(grant, base));
}

/** The hosts that grants are for: those that their resources name, and the manifest's own if one names none. */
export function hostsOfGrants(grants: readonly Grant[], { parts }: Base): string[] {
  return grants.map(({ resource }) =>
    String(namesHost(resource) ? resource.split("/", 3)[2] : parts.authority).toLowerCase(),
  );
}

function grantForManifest(grant: Grant, { parts }: Base): Grant {
  if (namesHost(grant.resource)) return grant;
  const isOwn = (url: UrlInput) =>
    typeof url === "string" && splitReference(url).authority?.toLowerCase() === parts.authority;
  return { ...grant, covers: (url) => isOwn(url) && grant.covers(url) };
}

/**
 * The URL that references are relative to, and its query. What is resolved against it is brought to wire form
 * when it is signed, so it is not checked as strictly itself.
 *
 * @throws `ERR_URL_INVALID` unless it is an absolute http or https URL, and for one that differs from the resource of the only
 * grant in its scheme alone; `ERR_URL_TOO_LONG` when it is longer
 * than the URLs that CloudFront takes.
 */
export function readBase(
  input: UrlInput,
  option: string,
  grants: readonly Grant[],
): { readonly base: Base; readonly query: URLSearchParams } {
  const refuse = (problem: string, code: CloudFrontSignErrorCode = "ERR_URL_INVALID"): never =>
    fail(code, option, problem);
  const text = typeof input === "string" ? input : memberOf(input, "href");
  if (typeof text !== "string")
    return refuse(`received ${describeType(input)}; pass an absolute URL as text or URL`);
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    // It is relative, or has no valid host or port.
  }
  if (!url || !/^https?:$/.test(url.protocol))
    return refuse(
      "is not an absolute http or https URL; start it with https:// and the host that players contact",
    );
  const { host, href, origin, pathname, protocol, searchParams } = url;
  const [{ resource } = { resource: "" }, ...others] = grants;
  const [scheme = ""] = /^https?:/.exec(resource) ?? [];
  const isOther = others.length === 0 && scheme && scheme !== protocol;
  if (isOther && resource.startsWith(`${scheme}//${host}/`))
    refuse(`starts with ${protocol} but the grant is for ${scheme}; pass the URL that players request`);
  if (href.length > limits.longestUrl)
    refuse(
      `has ${href.length} characters; CloudFront accepts URLs of ${limits.longestUrl} bytes, so shorten it`,
      "ERR_URL_TOO_LONG",
    );
  return { base: createBase(origin + pathname, option), query: searchParams };
}
