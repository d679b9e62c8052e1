import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import type { ComparedTexts } from "../comparison.ts";
import type { ResourceSection } from "../evidence/condition-evidence.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { isKind } from "../evidence/evidence-kind.ts";
import { addressOf, folderPattern, isInRoot } from "../folder-pattern.ts";
import { usualClockDifference } from "../limits.ts";
import { hostQuote } from "../quote.ts";
import { describeExpiry, describeStart, secondsUntil, utcTimeOf } from "../time-words.ts";
import type { FindingWords } from "./finding-entry.ts";

export function expiredWords(evidence: Evidence): Partial<FindingWords> | undefined {
  if (isKind(evidence, "duration"))
    return {
      summary: "The expiry time is a duration, so the signature expired in the 1970s.",
      fix: `Send the time of the expiry in seconds since 1970: the current time and ${evidence.seconds} seconds.`,
    };
  if (!isKind(evidence, "ended")) return undefined;
  return { summary: describeExpiry(evidence.end, evidence.request) };
}

export function notYetValidWords(evidence: Evidence): Partial<FindingWords> | undefined {
  if (!isKind(evidence, "starts")) return undefined;
  const { start, request } = evidence;
  const seconds = secondsUntil(start, request);
  const length = describeSeconds(seconds);
  return {
    summary: describeStart(start, request),
    fix:
      seconds < usualClockDifference
        ? `Set DateGreaterThan some minutes earlier, or leave it out: perhaps the signer's clock is ${length} ahead.`
        : `Wait until ${utcTimeOf(start)}, or sign with an earlier DateGreaterThan.`,
  };
}

/** Addresses that no CloudFront edge location sees (RFC 1918, RFC 6598, RFC 1122 section 3.2.1.3). */
const privateAddress =
  /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[789]\d|1[01]\d|12[0-7]))\./;

export function addressWords(evidence: Evidence): Partial<FindingWords> | undefined {
  if (!isKind(evidence, "other-address") || !privateAddress.test(evidence.cidr)) return undefined;
  return {
    fix: "Sign for the public address of the viewer, which CloudFront sees, or without IpAddress: the signed one is private.",
  };
}

export function resourceMismatchWords(
  evidence: Evidence,
  compared?: ComparedTexts,
): Partial<FindingWords> | undefined {
  if (evidence === "backslash-in-resource")
    return { fix: "Write * or ? instead of the backslash, or the character itself." };
  if (!isKind(evidence, "section-not-covered") || !compared) return undefined;
  return { fix: resourceFix(evidence.section, compared) };
}

/** For the beginning of the requested URL: a * behind the name of a folder would open other folders, too. */
function prefixFix(signed: string, requested: string): string {
  const [folder, added] = requested.startsWith(`${signed}/`) ? [`${signed}/`, "/*"] : [signed, "a *"];
  return `Add ${added} at the end of Resource, ${addressOf(folder)}*: it stands for all that follows.`;
}

/** The pattern for a file in the root would open the whole site. */
function folderFix(requested: string): string {
  return isInRoot(requested)
    ? "Sign a Resource that covers this path, or request a path that the signed one covers. Give each folder a signature of its own."
    : `Sign ${folderPattern(requested)} as Resource: it covers the requested URL.`;
}

function resourceFix(section: ResourceSection, { signed, requested }: ComparedTexts): string {
  const [, scheme = "", host = ""] = /^(https?):\/\/([^/?#]*)/.exec(requested) ?? [];
  switch (section) {
    case "protocol":
      return `Start Resource with ${scheme}://, as the request does, or with http*:// for both schemes.`;
    case "domain":
      return `Write the requested host name into Resource, ${scheme}://${hostQuote(host)}/…, or request the host name that was signed.`;
    case "path":
      return !/[*?]/.test(signed) && requested.startsWith(signed)
        ? prefixFix(signed, requested)
        : folderFix(requested);
    case "query":
      return "End Resource with a *, which also covers the query, or write the parameters that are requested into it.";
  }
}
