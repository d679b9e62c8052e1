import { cidrContains, isIpv4Cidr } from "../policy/ip-address.ts";
import type { PolicyTerms } from "../policy/policy.ts";
import { hasDotSegmentInAnyReading } from "../url/dot-segments.ts";
import { resourceCovers } from "../url/resource-match.ts";
import type { CloudFrontDenialReason } from "./denial.ts";
import { pathOf } from "./path-readings.ts";

/** What the policy has against the request, which came at `time` (milliseconds). */
export function termsProblem(
  isCustom: boolean,
  { resource, dateLessThan, dateGreaterThan, ipAddress }: PolicyTerms,
  url: string | undefined,
  time: number,
  viewer: string | undefined,
): CloudFrontDenialReason | undefined {
  if (isCustom && url !== undefined) {
    if (resource !== url && /[*?]/.test(resource) && hasDotSegmentInAnyReading(pathOf(url)))
      return "dot-segment";
    if (!resourceCovers(resource, url)) return "resource-mismatch";
  }
  // Policies count whole seconds: at that of the start access has not begun, at that of the end it is over.
  const seconds = Math.floor(time / 1000);
  if (seconds >= dateLessThan) return "expired";
  if (dateGreaterThan !== undefined && seconds <= dateGreaterThan) return "not-yet-valid";
  return ipAddress === undefined ? undefined : addressProblem(ipAddress, viewer);
}

function addressProblem(cidr: string, viewer: string | undefined): CloudFrontDenialReason | undefined {
  if (!viewer) return "ip-unknown";
  // As servers on both protocols name an IPv4 peer; as CloudFront-Viewer-Address has it, with a port.
  const address = viewer.replace(/^::ffff:/i, "").replace(/^([\d.]+):\d+$/, "$1");
  if (isIpv4Cidr(address) && !address.includes("/"))
    return cidrContains(cidr, address) ? undefined : "ip-mismatch";
  return address.includes(":") ? "ipv6-viewer" : "ip-mismatch";
}
