import { limits, namesHost } from "cloudfront-sign-webcrypto/internals";
import {
  type CloudFrontInspection,
  inspectCloudFrontCookies,
  inspectCloudFrontUrl,
} from "cloudfront-sign-webcrypto/verify";
import { type Clock, describeTime } from "../output/describe-time.ts";
import type { Field } from "../output/print-fields.ts";
import { printable } from "../output/terminal.ts";

export interface GivenRequest {
  readonly url: string | undefined;
  /** The value of the `Cookie` header. */
  readonly cookies: string | undefined;
}

export function inspectRequest({ url, cookies }: GivenRequest): CloudFrontInspection {
  return cookies === undefined ? inspectCloudFrontUrl(url ?? "") : inspectCloudFrontCookies(cookies, url);
}

/** The request, what its policy allows, and who signed it, as far as they can be read. */
export function inspectionFields(
  inspection: CloudFrontInspection,
  request: GivenRequest,
  clock: Clock,
): Field[] {
  if (inspection.source === undefined) return requestFields(inspection, request);
  return [
    ...requestFields(inspection, request),
    ...policyFields(inspection, clock),
    ...signatureFields(inspection),
  ];
}

function requestFields({ source, url }: CloudFrontInspection, request: GivenRequest): Field[] {
  const fields: Field[] = [];
  if (url !== "") fields.push(["URL", printable(url)]);
  if (source !== undefined)
    fields.push(["Signed by", source === "url" ? "parameters of the URL" : "cookies"]);
  if (request.url !== undefined)
    fields.push(["URL size", `${byteLength(request.url)} bytes of ${limits.longestUrl}`]);
  if (request.cookies !== undefined)
    fields.push(["Cookie size", `${byteLength(request.cookies)} bytes of ${limits.longestCookieHeader}`]);
  return fields;
}

/** What the policy allows; nothing for a policy that cannot be read. */
function policyFields(inspection: CloudFrontInspection, clock: Clock): Field[] {
  const { kind, policy, startsAt, expiresAt } = inspection;
  if (policy === undefined) return [];
  const fields: Field[] = [["Policy", kind === "canned" ? "canned: rebuilt from the request" : "custom"]];
  const resource = policy.resource === "" ? "the requested URL, which was not given" : policy.resource;
  fields.push(["Resource", printable(resource)]);
  const [, domain = ""] = /^(?:[^/]*:\/\/)?([^/]*)/.exec(policy.resource) ?? [];
  if (domain !== "" && !namesHost(`https://${domain}/`))
    fields.push(["Covers", "every host like that of each distribution that trusts the key"]);
  const isOver = (date: Date): boolean => date <= clock.now;
  if (startsAt !== undefined)
    fields.push([isOver(startsAt) ? "Started" : "Starts", describeTime(startsAt, clock)]);
  if (expiresAt !== undefined)
    fields.push([isOver(expiresAt) ? "Expired" : "Expires", describeTime(expiresAt, clock)]);
  if (policy.ipAddress !== undefined) fields.push(["IP address", printable(policy.ipAddress)]);
  return fields;
}

function signatureFields({ keyPairId, hashAlgorithm, signature }: CloudFrontInspection): Field[] {
  const fields: Field[] = [];
  if (keyPairId !== undefined) fields.push(["Key pair ID", printable(keyPairId)]);
  fields.push(["Hash", printable(hashAlgorithm)]);
  if (signature !== undefined)
    fields.push(["Signature", `${signature.bytes} bytes (${signature.looksLike})`]);
  return fields;
}

/** The bytes that go over the network; a URL as it came, with its signing parameters. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
