import type { Grant } from "cloudfront-sign-webcrypto";
import { namesHost } from "cloudfront-sign-webcrypto/internals";
import type { Problem } from "./fault.ts";
import type { Base } from "./resolve-reference.ts";
import { shownName } from "./shown-name.ts";
import { splitReference } from "./url-parts.ts";

const playersUrl = "pass the URL that players request";

/** The first part in which a URL differs from what a grant covers. Of both, only schemes and hosts are shown. */
export function notCovered(url: string, reference: string, base: Base, grant: Grant): Problem {
  const given = splitReference(reference);
  const isRelative = given.scheme === undefined && given.authority === undefined;
  const { scheme = "", authority = "" } = splitReference(url);
  const [, granted, domain = ""] = /^(?:([^/]*):\/\/)?([^/]*)/.exec(grant.resource) ?? [];
  const problem = (words: string): Problem => ({ code: "ERR_RESOURCE_MISMATCH", words });
  const host = shownName(authority);
  const isOfOption = base.source.includes("Url");
  if (!isRelative && !namesHost(grant.resource))
    return problem(
      `points to ${host}, and the resource of the grant names no host, so only that of the manifest counts; use a grant for this host`,
    );
  if (!mayBeHost(domain, authority.toLowerCase())) {
    const isFor = `but the grant is for ${/^[\w.:*?-]{1,60}$/.test(domain) ? domain : "another host"}`;
    return problem(
      isRelative
        ? `is relative to ${base.source} at ${host}, ${isFor}; ${isOfOption ? playersUrl : "use a grant for this host"}`
        : `points to ${host}, ${isFor}; use a grant for this host`,
    );
  }
  if (scheme !== granted && (granted === "http" || granted === "https"))
    return problem(
      `has the scheme ${scheme}:, but the grant is for ${granted}:; write ${granted}:, or use a grant for *://`,
    );
  return problem(
    isRelative && !grant.covers(base.folder)
      ? `is relative to ${base.source}, whose folder the grant does not cover; ${isOfOption ? `${playersUrl}, or ` : ""}use a grant for this folder`
      : `points to a path of ${host} that the grant does not cover; use a grant that covers it`,
  );
}

/** Whether a host is that of a pattern, as far as its text in front of and behind wildcards tells. */
function mayBeHost(pattern: string, host: string): boolean {
  const [start = ""] = pattern.split(/[*?]/, 1);
  return start === pattern
    ? host === pattern
    : host.startsWith(start) && host.endsWith(pattern.replace(/^.*[*?]/s, ""));
}
