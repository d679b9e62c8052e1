import type { Fault } from "./fault.ts";
import { refusedGrantUrl, refusedPolicyGrant, refusedPolicyResource, refusedResource } from "./refused.ts";

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
  refusedPolicyResource(
    "policy whose Resource has a ? before its *",
    "https://d111111abcdef8.cloudfront.net/a.jpg?width=*",
    "https://d111111abcdef8.cloudfront.net/a.jpg?width=2",
    "ERR_RESOURCE_INVALID",
    "policy: its Resource has a ? that starts the query to some readers and is a wildcard to others; end the pattern at this ?, with * or, for any query, with ?*",
  ),
  refusedPolicyGrant(
    "grant of a policy whose Resource has a ? directly after the domain",
    "https://d111111abcdef8.cloudfront.net?*",
    "ERR_RESOURCE_INVALID",
    "policy: its Resource has a ? in the domain that starts the query to some readers and is a wildcard to others; write * for it, or / in front of a query",
  ),
  refusedPolicyGrant(
    "grant of a policy whose Resource has no scheme",
    "d111111abcdef8.cloudfront.net/*",
    "ERR_RESOURCE_MISMATCH",
    "policy: its Resource covers no URL, because its scheme is missing; start it with https://",
  ),
  refusedGrantUrl(
    "grant.signUrl of a URL on another domain",
    "https://cdn.example.com/a.jpg",
    "ERR_RESOURCE_MISMATCH",
    "url: is not covered by the signed resource: protocol, domain, path and query must each match; a pattern for this URL is https://cdn.example.com/FOLDER/*, with the URL's own folder",
  ),
];
