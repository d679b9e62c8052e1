import { parameterNames } from "cloudfront-sign-webcrypto/internals";
import type { Deviation, EdgeRequest } from "./conformance-edge.ts";

/** An edge that decides otherwise than the verifier, and every question in which that shows. */
interface DeviatingEdge extends Deviation {
  readonly does: string;
  /** The questions that differ, with the edge's decision. */
  readonly differs: Readonly<Record<string, string>>;
}

type Rewrite = NonNullable<Deviation["rewrite"]>;

const allowed = "allowed";

/** Only the URL changes. */
function rewriteUrl(rewrite: (url: string) => string): Rewrite {
  return (request) => ({ ...request, url: rewrite(request.url) });
}

/** The URL with another path and query. */
function rewriteTarget(rewrite: (target: string) => string): Rewrite {
  return rewriteUrl((url) => {
    const [origin = ""] = /^http:\/\/[^/]*/.exec(url) ?? [];
    return origin + rewrite(url.slice(origin.length));
  });
}

/** The query without the signing parameters that `isKept` does not want. */
function withParameters(
  url: string,
  isKept: (name: string, index: number, names: readonly string[]) => boolean,
) {
  const [path = "", ...rest] = url.split("?");
  if (rest.length === 0) return url;
  const pairs = rest.join("?").split("&");
  const names = pairs.map((pair) => pair.split("=", 1)[0] ?? "");
  const kept = pairs.filter(
    (_, i) => !parameterNames.includes(names[i] ?? "") || isKept(names[i] ?? "", i, names),
  );
  return `${path}?${kept.join("&")}`;
}

function laterBy(milliseconds: number) {
  return (request: EdgeRequest): EdgeRequest => ({
    ...request,
    now: new Date(request.now.getTime() + milliseconds),
  });
}

export const deviatingEdges: readonly DeviatingEdge[] = [
  {
    does: "reads Hash-Algorithm in any case",
    rewrite: rewriteUrl((url) => url.replace(/(?<=Hash-Algorithm=)\w+/g, (name) => name.toUpperCase())),
    differs: {
      "rsa-sha256-lower-case": allowed,
      "rsa-sha1-lower-case": allowed,
      "ec-sha256-lower-case": allowed,
      "ec-sha1-lower-case": allowed,
    },
  },
  {
    does: "reads the first of two parameters",
    rewrite: rewriteUrl((url) => withParameters(url, (name, i, names) => names.indexOf(name) === i)),
    differs: {
      "expires-twice-right-first": allowed,
      "expires-twice-same": allowed,
      "policy-twice-right-first": allowed,
      "policy-twice-right-last": "MalformedPolicy",
      "policy-twice-same": allowed,
      "signature-twice-right-first": allowed,
      "signature-twice-same": allowed,
      "key-pair-id-twice-right-first": allowed,
      "key-pair-id-twice-right-last": "InvalidKey",
      "key-pair-id-twice-same": allowed,
      "hash-algorithm-twice-right-first": allowed,
      "hash-algorithm-twice-same": allowed,
    },
  },
  {
    does: "reads the last of two parameters",
    rewrite: rewriteUrl((url) => withParameters(url, (name, i, names) => names.lastIndexOf(name) === i)),
    differs: {
      "expires-twice-right-last": allowed,
      "expires-twice-same": allowed,
      "policy-twice-right-first": "MalformedPolicy",
      "policy-twice-right-last": allowed,
      "policy-twice-same": allowed,
      "signature-twice-right-last": allowed,
      "signature-twice-same": allowed,
      "key-pair-id-twice-right-first": "InvalidKey",
      "key-pair-id-twice-right-last": allowed,
      "key-pair-id-twice-same": allowed,
      "hash-algorithm-twice-right-last": allowed,
      "hash-algorithm-twice-same": allowed,
    },
  },
  {
    does: "resolves dot segments as a browser does",
    rewrite: rewriteTarget((target) => new URL(target, "http://host").href.slice("http://host".length)),
    differs: {
      "double-slash": "AccessDenied",
      brackets: "AccessDenied",
      "dots-plain-exact": "AccessDenied",
      "dots-single-dot-exact": "AccessDenied",
      "dots-single-dot-wildcard": allowed,
      "dots-escaped-exact": "AccessDenied",
      "dots-escaped-upper-exact": "AccessDenied",
      "dots-backslash-exact": "AccessDenied",
      "dots-resolved": allowed,
      "dots-escaped-resolved": allowed,
      "dots-everything": allowed,
    },
  },
  {
    does: "reads Host in any case",
    rewrite: rewriteUrl((url) => url.replace(/^http:\/\/[^/]*/, (origin) => origin.toLowerCase())),
    differs: { "host-upper-case-sent": allowed },
  },
  {
    does: "lets signatures count for 45 seconds after their end",
    rewrite: (request) => (request.url.includes("Expires=") ? laterBy(-45_000)(request) : request),
    differs: { "expired-5-seconds": allowed, "expired-30-seconds": allowed },
  },
  {
    does: "lets signatures count for 45 seconds before their start",
    rewrite: (request) => (request.url.includes("Policy=") ? laterBy(45_000)(request) : request),
    differs: { "starts-in-5-seconds": allowed, "starts-in-30-seconds": allowed },
  },
  {
    does: "answers AccessDenied to a missing Signature",
    decide: (_, decision) =>
      decision.reason === "signature-missing" ? { ...decision, code: "AccessDenied" } : decision,
    differs: {
      "no-signature": "AccessDenied",
      "signature-empty": "AccessDenied",
      "cookie-no-signature": "AccessDenied",
    },
  },
  {
    does: "accepts raw P-256 signatures",
    decide: ({ url }, decision) =>
      decision.reason === "signature-wrong-format" && /Signature=[^&]{86}__(&|$)/.test(url)
        ? { ...decision, isAllowed: true }
        : decision,
    differs: { "ec-raw-sha1": allowed, "ec-raw-sha256": allowed },
  },
  {
    does: "denies Policy beside Expires",
    decide: ({ url }, decision) =>
      url.includes("Policy=") && url.includes("Expires=")
        ? { ...decision, isAllowed: false, code: "MalformedPolicy" }
        : decision,
    differs: {
      "policy-and-expires": "MalformedPolicy",
      "policy-and-expires-past": "MalformedPolicy",
      "expires-and-policy": "MalformedPolicy",
    },
  },
  {
    does: "lets cookies count beside the parameter Hash-Algorithm",
    rewrite: (request) =>
      request.cookies === undefined
        ? request
        : { ...request, url: request.url.replace("?Hash-Algorithm=SHA1", "") },
    differs: { "cookies-and-hash-algorithm": allowed },
  },
  {
    does: "keeps Hash-Algorithm in the cache key",
    decide: ({ url }, decision) =>
      url.includes("Hash-Algorithm") ? { ...decision, url: `${decision.url}&hash` } : decision,
    differs: { "cache-key-hash-algorithm": "not shared" },
  },
];
