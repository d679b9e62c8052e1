import type { PolicyTerms } from "../policy/policy.ts";
import { resourceCovers } from "../url/resource-match.ts";
import type { CloudFrontDenialReason } from "../verify/denial.ts";
import { clip } from "./url-difference.ts";

/** The same in words, with what it is about. */
export function describeTerms(
  problem: CloudFrontDenialReason,
  { resource, dateLessThan, dateGreaterThan = 0, ipAddress }: PolicyTerms,
  url: string,
  time: number,
): string {
  const seconds = time / 1000;
  if (problem === "expired") return `it ended ${Math.ceil(seconds - dateLessThan)} seconds ago`;
  if (problem === "not-yet-valid") {
    const wait = Math.max(1, Math.ceil(dateGreaterThan - seconds));
    return `it starts in ${wait} seconds${wait < 300 ? ": perhaps the clocks differ" : ""}`;
  }
  if (problem === "dot-segment")
    return "the path has a . or .. segment, plain or escaped, and Resource a wildcard";
  if (problem !== "resource-mismatch")
    return `the policy is for ${ipAddress}${problem === "ipv6-viewer" ? ", and the viewer came over IPv6" : ""}`;
  if (resource.includes("\\")) return "Resource has a backslash, which CloudFront documents no longer";
  const cut = (text: string): string[] =>
    /^(?:([^/]*):\/\/)?([^/?]*)([^?]*)(.*)$/s.exec(text)?.slice(1) ?? [];
  const [pattern, request] = [cut(resource), cut(url)];
  // Only a domain that starts with * may lack its protocol.
  const missing = resource.slice(0, 1);
  const section = ["protocol", "domain", "path", "query"].find(
    (_, i) => !sectionCovers(pattern[i] ?? missing, request[i] ?? ""),
  );
  return `the ${section ?? "query"} is not covered by Resource ${clip(resource)}`;
}

function sectionCovers(pattern: string, text: string): boolean {
  return resourceCovers(`https://h/${pattern.replace(/\?/g, "x")}`, `https://h/${text.replace(/\?/g, "x")}`);
}
