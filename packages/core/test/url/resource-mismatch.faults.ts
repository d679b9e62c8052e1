import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import {
  refusedGrantUrl,
  refusedPolicyGrant,
  refusedPolicyResource,
  refusedResource,
} from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";

/** A resource that does not cover the URL. */
export const resourceMismatchFaults: readonly Fault[] = [
  refusedResource(
    "http://d111111abcdef8.cloudfront.net/*",
    "https://d111111abcdef8.cloudfront.net/a.jpg",
    "ERR_RESOURCE_MISMATCH",
    "resource: does not cover the URL: protocol, domain, path and query must each match; a pattern for this URL is https://d111111abcdef8.cloudfront.net/FOLDER/*, with the URL's own folder",
  ),
  refusedResource(
    "https://d111111abcdef8.cloudfront.net/*",
    "https://d111111abcdef8.cloudfront.net/x/%252e%252e/b",
    "ERR_RESOURCE_MISMATCH",
    "resource: does not cover the URL: some servers read a .. in its path, which no wildcard covers; sign the URL without a resource",
  ),
  refusedPolicyResource(
    "policy whose Resource is on another domain",
    "https://cdn.example.com/*",
    "https://d111111abcdef8.cloudfront.net/a.jpg",
    "ERR_RESOURCE_MISMATCH",
    "policy: its Resource does not cover the URL: protocol, domain, path and query must each match; a pattern for this URL is https://d111111abcdef8.cloudfront.net/FOLDER/*, with the URL's own folder",
  ),
  refusedPolicyGrant(
    "grant of a policy whose Resource has no scheme",
    "d111111abcdef8.cloudfront.net/*",
    "ERR_RESOURCE_INVALID",
    "policy: its Resource has no scheme; start it with https://",
  ),
  ...(
    [
      [" ", "/my dir/*", 'has the character " " at position 40, which no client sends; percent-encode it'],
      [
        "letter beyond ASCII",
        "/ä/*",
        "has the character U+00E4 at position 38, which no client sends; percent-encode it",
      ],
      ["#", "/*#top", 'has the character "#" at position 39, which no client sends; percent-encode it'],
      ["\\", "/a\\b/*", "has a \\ in its path, which clients send as /; write / or %5C"],
      [
        "dot segment",
        "/a/../*",
        "has a . or .. segment, which clients resolve in different ways; write the resolved path",
      ],
      [
        "port that clients leave out",
        ":443/*",
        "has the host d111111abcdef8.cloudfront.net:443, which clients send as d111111abcdef8.cloudfront.net; write d111111abcdef8.cloudfront.net",
      ],
    ] as const
  ).map(([what, rest, problem]) =>
    refusedPolicyGrant(
      `grant of a policy whose Resource has a ${what}`,
      `https://d111111abcdef8.cloudfront.net${rest}`,
      "ERR_RESOURCE_INVALID",
      `policy: its Resource ${problem}`,
    ),
  ),
  refusedPolicyGrant(
    "grant of a policy whose Resource has capital letters in its host",
    "https://CDN.example.com/*",
    "ERR_RESOURCE_INVALID",
    "policy: its Resource has the host CDN.example.com, which clients send as cdn.example.com; write cdn.example.com",
  ),
  refusedPolicyGrant(
    "grant of a policy whose Resource has another scheme",
    "ftp://cdn.example.com/*",
    "ERR_RESOURCE_INVALID",
    "policy: its Resource has another scheme; a resource starts with https://, http:// or *://",
  ),
  refusedGrantUrl(
    "grant.signUrl of a URL on another domain",
    "https://cdn.example.com/a.jpg",
    "ERR_RESOURCE_MISMATCH",
    "url: is not covered by the signed resource: protocol, domain, path and query must each match; a pattern for this URL is https://cdn.example.com/FOLDER/*, with the URL's own folder",
  ),
];
