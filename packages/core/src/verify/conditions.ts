import { cidrContains, isIpv4Cidr } from "../policy/ipv4.ts";
import type { PolicyStatement } from "../policy/policy.ts";
import { hasDotSegmentInAnyReading } from "../url/dot-segments.ts";
import { resourceCovers } from "../url/resource-match.ts";
import { pathOf } from "./path-readings.ts";

/** The reasons for which a policy, whose signature is right, denies a request. */
export type UnmetCondition =
  | "dot-segment"
  | "resource-mismatch"
  | "expired"
  | "not-yet-valid"
  | "ip-unknown"
  | "ip-mismatch"
  | "ipv6-viewer";

/**
 * The conditions of a policy that a request does not meet; the first is the reason for the denial. `time` is that
 * of the request in milliseconds; without a URL the resource is not compared.
 */
export function unmetConditions(
  kind: "canned" | "custom",
  policy: PolicyStatement,
  url: string | undefined,
  time: number,
  viewer: string | undefined,
): UnmetCondition[] {
  const unmet: (UnmetCondition | undefined)[] = [
    unmetResource(kind, policy, url),
    unmetTime(policy, time),
    unmetAddress(policy, viewer),
  ];
  return unmet.filter((condition) => condition !== undefined);
}

function unmetResource(kind: "canned" | "custom", { resource }: PolicyStatement, url: string | undefined) {
  // A canned policy is rebuilt from the requested URL.
  if (kind === "custom" && url !== undefined && !resourceCovers(resource, url))
    // The reason why no wildcard covers it, whatever else differs.
    return /[*?]/.test(resource) && hasDotSegmentInAnyReading(pathOf(url))
      ? "dot-segment"
      : "resource-mismatch";
  return undefined;
}

function unmetTime({ dateLessThan, dateGreaterThan }: PolicyStatement, time: number) {
  // Policies count whole seconds. In the second of the start access has not begun, in that of the end it is over.
  const seconds = Math.floor(time / 1000);
  if (seconds >= dateLessThan) return "expired";
  return dateGreaterThan !== undefined && seconds <= dateGreaterThan ? "not-yet-valid" : undefined;
}

function unmetAddress({ ipAddress: cidr }: PolicyStatement, viewer: string | undefined) {
  if (cidr === undefined) return undefined;
  if (!viewer) return "ip-unknown";
  // Dual-stack servers write an IPv4 peer as ::ffff:192.0.2.1; CloudFront-Viewer-Address has a port.
  const address = viewer.includes(":")
    ? viewer.replace(/^::ffff:/i, "").replace(/^([\d.]+):\d+$/, "$1")
    : viewer;
  if (isIpv4Cidr(address) && !address.includes("/"))
    return cidrContains(cidr, address) ? undefined : "ip-mismatch";
  return address.includes(":") ? "ipv6-viewer" : "ip-mismatch";
}
