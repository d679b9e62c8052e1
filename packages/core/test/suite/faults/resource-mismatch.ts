import type { Fault } from "./fault.ts";
import { refusedGrantUrl, refusedPolicyGrant, refusedPolicyResource, refusedResource } from "./refused.ts";

/** A resource that does not cover the URL. */
export const resourceMismatchFaults: readonly Fault[] = [
  refusedResource(
    "http://d111111abcdef8.cloudfront.net/*",
    "https://d111111abcdef8.cloudfront.net/a.jpg",
    "ERR_RESOURCE_MISMATCH",
    "resource: does not cover the URL: its protocol is http, and that of the URL https; write http*:// for both",
  ),
  refusedResource(
    "https://cdn.example.com/*",
    "https://d111111abcdef8.cloudfront.net/a.jpg",
    "ERR_RESOURCE_MISMATCH",
    "resource: does not cover the URL: its domain is cdn.example.com, and that of the URL d111111abcdef8.cloudfront.net; a pattern for it starts with https://d111111abcdef8.cloudfront.net/",
  ),
  refusedResource(
    "https://d111111abcdef8.cloudfront.net/course",
    "https://d111111abcdef8.cloudfront.net/course/1.ts",
    "ERR_RESOURCE_MISMATCH",
    "resource: does not cover the URL: the path of the URL is below its path; end it with /*",
  ),
  refusedResource(
    "https://d111111abcdef8.cloudfront.net/course/",
    "https://d111111abcdef8.cloudfront.net/course/1.ts",
    "ERR_RESOURCE_MISMATCH",
    "resource: does not cover the URL: the path of the URL goes on after its end; end it with *",
  ),
  refusedResource(
    "https://d111111abcdef8.cloudfront.net/course/*.ts",
    "https://d111111abcdef8.cloudfront.net/other/1.ts",
    "ERR_RESOURCE_MISMATCH",
    "resource: does not cover the URL: its path does not match that of the URL; compare them, capital letters too, or end it with /* after a folder",
  ),
  refusedResource(
    "https://d111111abcdef8.cloudfront.net/a.jpg",
    "https://d111111abcdef8.cloudfront.net/a.jpg?width=2",
    "ERR_RESOURCE_MISMATCH",
    "resource: does not cover the URL: the URL has a query, and it has none; end it with ?* for any query",
  ),
  refusedResource(
    "https://d111111abcdef8.cloudfront.net/a.jpg?width=1",
    "https://d111111abcdef8.cloudfront.net/a.jpg",
    "ERR_RESOURCE_MISMATCH",
    "resource: does not cover the URL: its first ? starts a query, and the URL has none; end it before the ?, and write * for any characters",
  ),
  refusedResource(
    "https://d111111abcdef8.cloudfront.net/a.jpg?width=1",
    "https://d111111abcdef8.cloudfront.net/a.jpg?height=2",
    "ERR_RESOURCE_MISMATCH",
    "resource: does not cover the URL: the queries differ; end it with ?* for any query",
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
    "policy: its Resource does not cover the URL: its domain is cdn.example.com, and that of the URL d111111abcdef8.cloudfront.net; a pattern for it starts with https://d111111abcdef8.cloudfront.net/",
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
  refusedPolicyResource(
    "policy whose Resource has no scheme",
    "d111111abcdef8.cloudfront.net/*",
    "https://d111111abcdef8.cloudfront.net/a.jpg",
    "ERR_RESOURCE_MISMATCH",
    "policy: its Resource does not cover the URL: its scheme is missing; start it with https://, or with a *",
  ),
  refusedPolicyGrant(
    "grant of a policy whose Resource has no scheme",
    "d111111abcdef8.cloudfront.net/*",
    "ERR_RESOURCE_MISMATCH",
    "policy: its Resource does not cover any URL: its scheme is missing; start it with https://, or with a *",
  ),
  refusedGrantUrl(
    "grant.signUrl of a URL on another domain",
    "https://cdn.example.com/a.jpg",
    "ERR_RESOURCE_MISMATCH",
    "url: is not covered by the signed resource: its domain is d111111abcdef8.cloudfront.net, and that of the URL cdn.example.com; a pattern for it starts with https://cdn.example.com/",
  ),
  refusedPolicyResource(
    "policy whose Resource has a user name",
    "https://user:secret@d111111abcdef8.cloudfront.net/a.jpg",
    "https://d111111abcdef8.cloudfront.net/a.jpg",
    "ERR_RESOURCE_MISMATCH",
    "policy: its Resource does not cover the URL: its domain is no host name, and that of the URL is d111111abcdef8.cloudfront.net; a pattern for it starts with https://d111111abcdef8.cloudfront.net/",
  ),
  refusedPolicyResource(
    "policy whose Resource starts with secret://",
    "secret://d111111abcdef8.cloudfront.net/a.jpg",
    "https://d111111abcdef8.cloudfront.net/a.jpg",
    "ERR_RESOURCE_MISMATCH",
    "policy: its Resource does not cover the URL: its protocol is none that CloudFront serves, and that of the URL is https; write http*:// for both",
  ),
];
