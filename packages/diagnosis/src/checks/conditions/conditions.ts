import {
  codePoint,
  describeSeconds,
  isLoopback,
  matchesWildcards,
  percentDecoded,
  resourceReadings,
} from "cloudfront-sign-webcrypto/internals";
import type { PolicyStatement } from "cloudfront-sign-webcrypto/verify";
import { type ResourceSection, resourceDifference } from "../../differences/resource-difference.ts";
import { type UrlDifferenceId, wordsForUrls } from "../../differences/url-difference.ts";
import { urlDifferenceFindings, urlDifferences } from "../../differences/url-differences.ts";
import { meaningOf, plainCharacters } from "../../differences/url-meaning.ts";
import type { ComparedTexts } from "../../findings/comparison.ts";
import { type Finding, found, likely, possible, proven, type Seen } from "../../findings/finding.ts";
import { privateNetworkOf } from "../../findings/network.ts";
import { addressOf, folderPattern, hostQuote, isInRoot, listed, quote } from "../../findings/quote.ts";
import { usualClockDifference } from "../../request/limits.ts";
import { lostInHost } from "../../request/lost-variable.ts";
import { describeUnit, meantTime, timeFix } from "../../request/meant-time.ts";
import { isResourceUndecided, type ReadQuestion } from "../../request/question.ts";
import { isBucketHost, isOfProxy, ofProxy, readTarget } from "../../request/request-target.ts";
import {
  describeExpiry,
  describeRequestTime,
  describeStart,
  secondsUntil,
  type TimeOfRequest,
  utcTimeOf,
} from "../../request/time-words.ts";
import { type Checks, rankAfterConditions } from "../check.ts";

/**
 * Conditions of the policy that the request does not meet.
 *
 * @inline
 */
export type ConditionFindingId =
  /**
   * The path has a `.` or `..` segment, plain, escaped or between backslashes, and `Resource` has a wildcard.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html
   */
  | "dot-segment"
  /**
   * `Resource` does not cover the URL. The evidence names the part of the URL, and the comparison shows the position.
   *
   * @see https://github.com/aws-solutions-library-samples/video-on-demand-on-aws/issues/100
   */
  | "resource-mismatch"
  /**
   * The expiry time has passed; the summary says how long ago.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html#private-content-check-expiration
   */
  | "expired"
  /**
   * The start time is in the future; the summary says by how much.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html
   */
  | "not-yet-valid"
  /**
   * The policy is for an address that is not the viewer's.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html
   */
  | "ip-mismatch"
  /**
   * The policy names an IPv4 address, and the viewer connected over IPv6.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-enable-ipv6.html
   */
  | "ipv6-viewer";

export const conditions: Checks<ConditionFindingId> = {
  "dot-segment": {
    rank: 1010,
    summary: "The path has a . or .. segment, which no wildcard covers.",
    fix: "Sign exactly this URL, or request it without dot segments. No wildcard covers a path with . or .. in it.",
  },
  "resource-mismatch": {
    rank: 1020,
    summary: "The policy does not cover this URL.",
    fix: "Sign a Resource that covers the URL. A * in the path does not reach into the host or the query. Only a * at the very end also covers the query.",
    hasComparison: true,
  },
  expired: {
    rank: 1030,
    isOfCircumstances: true,
    summary: "The signature has expired.",
    fix: "Sign again. Only the author of the policy can decide on a longer lifetime. If the request was made before that time, explain it with the time at which it was made. If the signature should still be valid, check the clock of the signer.",
  },
  "not-yet-valid": {
    rank: 1040,
    isOfCircumstances: true,
    summary: "The signature is not valid yet.",
    fix: "Wait. Only the author of the policy can decide on an earlier DateGreaterThan.",
  },
  "ip-mismatch": {
    rank: 1050,
    isOfCircumstances: true,
    summary: "The signature is for a different viewer address.",
    fix: "Sign for the public address that CloudFront sees. NAT, VPNs and mobile networks change it: only the author of the policy can decide whether other addresses may use the signature.",
  },
  "ipv6-viewer": {
    rank: 1060,
    isOfCircumstances: true,
    summary: "The viewer connected over IPv6, and the policy names an IPv4 address.",
    fix: "Turn IPv6 off for the distribution, so that viewers connect over IPv4: IpAddress takes no IPv6 address.",
  },
};

type ConditionFinding = Finding<ConditionFindingId | UrlDifferenceId | "request-invalid">;

/** The conditions of the policy that the request does not meet. */
export function conditionFindings(question: ReadQuestion): ConditionFinding[] {
  const { ipAddress, time, isTimeGiven, request, credentials } = question;
  const { source, url } = request;
  const { policy } = credentials;
  // Times and Resource can be read whatever is wrong with the signature.
  if (!source || request.problem || !policy) return [];
  const isUndecided = isResourceUndecided(question) || question.mended.has("host");
  const unmet = question
    .unmetConditions(time, ipAddress)
    .filter((condition) => !isUndecided || condition !== "resource-mismatch");
  const findings: ConditionFinding[] = [];
  const isMismatch = unmet.includes("resource-mismatch");
  const written = isMismatch ? writtenFinding(policy.resource, url) : undefined;
  const isUrl = !written && !policy.resource.includes("\\") && isOneUrl(policy.resource, url);
  if (isMismatch && isUrl && !isBeginningOf(policy.resource, url))
    findings.push(...urlDifferenceFindings(policy.resource, url));
  const isDifferenceSeen = findings.length > 0;
  for (const condition of unmet) {
    if (condition === "ip-unknown") {
      findings.push(...privateAddressFindings(policy, url));
      continue;
    }
    if (condition === "resource-mismatch" && isDifferenceSeen) continue;
    const finding =
      (condition === "resource-mismatch" && written) ||
      conditionFinding(condition, policy, url, { time, isGiven: isTimeGiven }, ipAddress);
    // Without an ID, an own parameter may have the name of the time.
    const isUnsure =
      !request.parameters.has("Key-Pair-Id") ||
      (question.isAddressUncertain && (condition === "ip-mismatch" || condition === "ipv6-viewer"));
    const isLess = isUnsure && finding.certainty === "proven";
    findings.push(...asOfThen(isLess ? { ...finding, certainty: "likely" } : finding, question));
  }
  return [...findings, ...readingFindings(question), ...rewritingFindings(question)];
}

/**
 * A Resource that covers the URL by one of the two readings of a ? that AWS documents: CloudFront may have the other.
 * Most patterns with a ? mean the start of the query, so that only a denial speaks against that.
 */
function readingFindings({ credentials, request, status, code }: ReadQuestion): ConditionFinding[] {
  const { kind, policy } = credentials;
  if (kind === "canned" || !policy || !request.url || (status !== undefined && status < 400)) return [];
  const covering = resourceReadings(policy.resource).map((covers) => covers(request.url));
  if (!covering.includes(true) || !covering.includes(false)) return [];
  const isQuery = covering[0] === true;
  const evidence = isQuery
    ? "Resource covers the URL only if its first ? starts the query; AWS documents it also as one character"
    : "Resource covers the URL only if its first ? is one character; AWS documents it also as the start of the query";
  const fix = `Sign ${addressOf(request.url)} as Resource, or a pattern whose only ? is directly before a *.`;
  const isSuspicious = status !== undefined || code !== undefined;
  return [found("resource-mismatch", isSuspicious ? "likely" : "possible", { evidence, fix })];
}

/** Whether a Resource has no wildcard, and so shows which URL was signed. A ? may start a query. */
function isOneUrl(resource: string, requested: string): boolean {
  if (resource === `${requested}?`) return true;
  return /^[^*?]+:\/\/[^*?]*(?:\?[^*?=/.]+(?:[=&][^*?]*)?)?$/.test(resource);
}

/** Whether a Resource may be meant for all that begins like it, and so shows no URL. */
function isBeginningOf(resource: string, url: string): boolean {
  return (
    isFolderOf(resource, url) || (url.startsWith(resource) && /^[\w.-]/.test(url.slice(resource.length)))
  );
}

/** Whether a URL is in the folder that a Resource names, which would only lack its *. */
function isFolderOf(resource: string, url: string): boolean {
  const folder = resource.endsWith("/") ? resource : `${resource}/`;
  return url.startsWith(folder) && url !== folder;
}

/** What clients do to the URL, where no public key can show whether they did it before it was signed. */
function rewritingFindings(question: ReadQuestion): ConditionFinding[] {
  const { verifier, credentials, request, rawUrl } = question;
  if (verifier || credentials.kind === "custom" || rawUrl === request.url || question.keyLookupProblem)
    return [];
  // No URL as it was written.
  if (rawUrl === "" && request.url !== "")
    return [likely("request-invalid", { ...slashesSeen, rank: rankAfterConditions })];
  return urlDifferences(rawUrl, request.url).map(({ id, seen, from }) =>
    likely(id, `clients rewrite it: ${seen.evidence}`, {
      ...rewrittenWords(id, rawUrl, request.url),
      compared: { signed: rawUrl, requested: request.url, ...(from && { from }) },
      rank: rankAfterConditions,
    }),
  );
}

const slashesSeen: Seen = {
  evidence:
    "there are not two slashes between the scheme and the host name: some clients add them, others fail",
  summary: "The URL does not have two slashes behind its scheme.",
  fix: "Write https:// before the host name, before you sign: functions that join paths make one slash of two.",
};

function rewrittenWords(id: UrlDifferenceId, rawUrl: string, url: string): Omit<Seen, "evidence"> {
  return id === "url-encoding-changed"
    ? { fix: "Sign the URL as clients send it: new URL(url).href in JavaScript, percent-encoded once." }
    : wordsForUrls(id, rawUrl, url);
}

/**
 * A signature that has expired by now, of a request that was answered at a time that is not known: it may have been valid
 * then. If the answer has another cause, this one comes after it.
 */
function asOfThen(
  finding: ConditionFinding,
  { isTimeGiven, isTimeCertain, status, code }: ReadQuestion,
): ConditionFinding[] {
  const isOfClock = finding.id === "expired" ? finding.fix === undefined : finding.id === "not-yet-valid";
  if (!isOfClock || isTimeCertain) return [finding];
  if (isTimeGiven) return [{ ...finding, certainty: "likely" }];
  if (finding.id === "not-yet-valid") return [finding];
  if (status !== undefined && status < 400) return [];
  return [
    {
      ...finding,
      certainty: "likely",
      summary: "The signature has expired by now. The time of the request is not known.",
      ...(code !== undefined && code !== "AccessDenied" && { rank: rankAfterConditions }),
    },
  ];
}

/** Three years. As a time it is in 1973, when there was nothing to sign. Our own limit. */
const longestDuration = 100_000_000;

function conditionFinding(
  unmet: Exclude<ReturnType<ReadQuestion["unmetConditions"]>[number], "ip-unknown">,
  policy: PolicyStatement,
  url: string,
  request: TimeOfRequest,
  viewer = "",
): ConditionFinding {
  const { resource, dateLessThan, dateGreaterThan = 0, ipAddress = "" } = policy;
  if ((unmet === "expired" || unmet === "not-yet-valid") && dateGreaterThan >= dateLessThan)
    return proven(unmet, swappedTimes(dateGreaterThan, dateLessThan));
  switch (unmet) {
    case "dot-segment":
      return proven(unmet, "the path has a . or .. segment, plain or escaped, and Resource has a wildcard");
    case "resource-mismatch":
      return resourceFinding(resource, url);
    case "expired":
      return proven(unmet, endSeen(dateLessThan, request));
    case "not-yet-valid":
      return proven(unmet, startSeen(dateGreaterThan, request));
    case "ip-mismatch":
      return addressFinding(ipAddress, viewer, url);
    case "ipv6-viewer":
      return proven(unmet, `the policy is for ${ipAddress}, and the viewer connected over IPv6`);
  }
}

function endSeen(end: number, request: TimeOfRequest): Seen {
  const meant = meantTime(`${end}`, request.time);
  if (meant?.unit === "kiloseconds")
    return {
      evidence: `the expiry time is ${end}, which is in 1970`,
      summary: "The signature expired in 1970: its time seems to be divided by 1,000 once too often.",
      fix: "Sign and send the time in seconds since 1970: only milliseconds are divided by 1,000, once.",
    };
  if (meant && meant.unit !== "seconds" && meant.seconds > request.time / 1000)
    return {
      evidence: `the expiry time is ${end}, which counts ${describeUnit(meant.unit)}`,
      summary: `The expiry time counts ${describeUnit(meant.unit)}, and not seconds.`,
      fix: timeFix(meant),
    };
  if (end > 0 && end < longestDuration)
    return {
      evidence: `the expiry time is ${end}, a duration of ${describeSeconds(end)} and not a time`,
      summary: "The expiry time is a duration, so the signature expired in the 1970s.",
      fix: `Sign and send the time of the expiry in seconds since 1970: the current time and ${end} seconds.`,
    };
  return {
    evidence: `it was valid until ${utcTimeOf(end)}; ${describeRequestTime(request)}`,
    summary: describeExpiry(end, request),
  };
}

function startSeen(start: number, request: TimeOfRequest): Seen {
  const isOfClock = secondsUntil(start, request) < usualClockDifference;
  return {
    evidence: `it is valid after ${utcTimeOf(start)}; ${describeRequestTime(request)}`,
    summary: describeStart(start, request),
    fix: `Wait until ${utcTimeOf(start + 1)}. ${isOfClock ? "If the start was meant to be the time of signing, check the clock of the signer. " : ""}Only the author of the policy can decide on an earlier DateGreaterThan.`,
  };
}

/** A policy that is never valid, whenever it is signed. */
function swappedTimes(start: number, end: number): Seen {
  return {
    evidence: `it is valid from ${utcTimeOf(start)}, and until ${utcTimeOf(end)}`,
    summary: "The policy ends before it starts, so it is never valid.",
    fix: "Sign again with a DateGreaterThan that comes before DateLessThan: only the author of the policy knows which times were meant.",
  };
}

/** Servers behind a NAT or a proxy see a private address or a list of them, and never the one that CloudFront sees. */
function addressFinding(cidr: string, viewer: string, url: string): ConditionFinding {
  const evidence = `the policy is for ${cidr}, and the viewer's address is ${quote(viewer)}`;
  if (privateNetworkOf(cidr) !== undefined)
    return proven("ip-mismatch", evidence, {
      fix: signPublicAddress,
    });
  // A local server sees the address that its viewers have.
  if (isPublicAddress(viewer) || isLoopback(readTarget(url)?.host ?? ""))
    return proven("ip-mismatch", evidence);
  return possible("ip-mismatch", `${evidence}, which is no public IPv4 address`, {
    summary: "The address that you passed is not the one that CloudFront sees.",
    fix: "Pass the public address of the viewer: the access log of CloudFront shows it as c-ip.",
  });
}

/** For a viewer whose address is not known: CloudFront sees no private one. */
function privateAddressFindings({ ipAddress = "" }: PolicyStatement, url: string): ConditionFinding[] {
  if (privateNetworkOf(ipAddress) === undefined || isLoopback(readTarget(url)?.host ?? "")) return [];
  return [
    likely("ip-mismatch", `the policy is for ${ipAddress}, a private address, which CloudFront never sees`, {
      fix: signPublicAddress,
    }),
  ];
}

const signPublicAddress =
  "Sign for the public address of the viewer, which CloudFront sees: the signed one is private.";

/** Also one that is written as IPv6, or with the port that CloudFront-Viewer-Address has. */
function isPublicAddress(viewer: string): boolean {
  const address = viewer.replace(/^::ffff:/i, "").replace(/:\d+$/, "");
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(address) && privateNetworkOf(address) === undefined;
}

/** What is a rule in a regular expression, and stands in no URL. */
const regularExpression = /^\^|\\[./]|\\[dws][*+{]|\/\.[*+]|\[\^?\w-\w[\w-]*\]|\((?:\?:|[^()]*\|)|[*+)]\$$/;

/** A wildcard of SQL, of a shell or of a router in a Resource that covers the URL with a * in its place. */
function foreignWildcard(resource: string, url: string): string | undefined {
  const [, wildcard] =
    /[/._-](%(?![\da-f]{2})|\{[^{}/]*,[^{}/]*\}|:\w{1,40}(?=\/|$)|\uff0a)/i.exec(resource) ?? [];
  if (wildcard === undefined) return undefined;
  return resourceReadings(resource.replaceAll(wildcard, "*")).some((covers) => covers(url))
    ? wildcard
    : undefined;
}

/** What stands around a URL in a text: no URL has it, since clients encode it or leave it out. */
const aroundUrl = /^["<\s]|[">\s]$/;

/** An object of S3 instead of a URL. */
const ofBucket = /^(?:arn:|s3:\/\/)/i;

/** A Resource that is written as none of CloudFront's. */
function writtenFinding(resource: string, url: string): ConditionFinding | undefined {
  const id = "resource-mismatch";
  const foreign = foreignWildcard(resource, url);
  if (foreign !== undefined)
    return proven(id, `Resource has ${quote(foreign)}, which is no wildcard of CloudFront`, {
      fix: `Sign a Resource with * instead of ${quote(foreign)}, if the author of the policy meant all that * matches there.`,
    });
  if (regularExpression.test(resource))
    return proven(id, `Resource has what is a rule in a regular expression: ${quote(resource)}`, {
      summary: "Resource looks like a regular expression, and CloudFront reads only the wildcards * and ?.",
      fix: "Sign a Resource with * for any characters and ? for one, and all other characters as they are requested. Only the author of the policy can decide whether all that these wildcards match was meant.",
    });
  if (/^[^?]*\\(?!\?)/.test(resource))
    return proven(id, "Resource has a backslash in its path, which clients send as a /", {
      fix: "Sign a Resource with / or %5C instead of the backslash, as it is requested.",
    });
  const [character] = aroundUrl.exec(resource) ?? [];
  if (character !== undefined)
    return proven(id, `Resource has the character ${JSON.stringify(character)}, which no URL has`, {
      fix: "Sign the URL as clients request it: without quotes, brackets and white space around it.",
    });
  if (ofBucket.test(resource))
    return proven(id, "Resource names an object or a bucket of S3, and not a URL", {
      fix: `Sign the URL that viewers request as Resource, ${addressOf(url)}: CloudFront compares it with that, and not with the origin.`,
      compared: { signed: resource, requested: url },
    });
  return lookAlikeFinding(resource, url);
}

/** What of a URL a Resource does not cover. */
function resourceFinding(resource: string, url: string): ConditionFinding {
  const id = "resource-mismatch";
  const plain = percentDecoded(resource);
  if (plain !== resource && resourceReadings(plain).some((covers) => covers(url)))
    return proven(id, `Resource is percent-encoded: ${quote(resource)}`, {
      fix: `Sign ${addressOf(plain)} as Resource: only the base64 of the policy is encoded.`,
      compared: { signed: resource, requested: url },
    });
  const similar = otherWritingFinding(resource, url);
  if (similar) return similar;
  const { sections, compared } = resourceDifference(resource, url);
  const [section, ...others] = sections;
  if (resource.includes("?") && matchesWildcards(resource, url))
    return likely(
      id,
      "Resource covers the URL only if its first ? is one character; AWS documents it also as the start of the query",
      { compared },
    );
  const names = listed(sections.map((name) => `the ${name}`));
  return proven(
    id,
    `${names} ${others.length > 0 ? "are" : "is"} not covered by Resource ${addressOf(resource)}`,
    {
      fix:
        others.length > 0
          ? `Request a URL with ${names} that Resource covers, or sign a Resource for the URL that is requested. Only the author of the policy can decide which was meant.`
          : resourceFix(section, compared),
      compared,
    },
  );
}

/** A Resource that covers the URL once each character that only looks like one of ASCII is that one, in both. */
function lookAlikeFinding(resource: string, url: string): ConditionFinding | undefined {
  const requested = percentDecoded(url);
  const isSimilar = (character: string): boolean => plainCharacters(character) !== character;
  const inResource = Array.from(resource).find(isSimilar);
  const inUrl = Array.from(requested).find(isSimilar);
  const character = inResource ?? inUrl;
  const plain = plainCharacters(requested);
  const isCovered = resourceReadings(plainCharacters(resource)).some((covers) => covers(plain));
  if (character === undefined || (inResource && inUrl) || !isCovered) return undefined;
  const [place, step] = inResource ? ["Resource", "Sign a Resource"] : ["the URL", "Request the URL"];
  return proven("resource-mismatch", {
    evidence: `${place} has ${codePoint(character)}, which only looks like ${plainCharacters(character)}`,
    fix: `${step} with ${plainCharacters(character)} instead: a document, a chat or a keyboard may have changed it.`,
    compared: { signed: resource, requested: url },
  });
}

/** What is another wildcard, path or query once it is decoded. */
function delimitersOf(text: string): string {
  return text.replace(/[^*?/&#]/g, "");
}

/** A Resource that covers the URL once both are written in one way. */
function otherWritingFinding(resource: string, url: string): ConditionFinding | undefined {
  if ([resource, url].some((text) => delimitersOf(meaningOf(text)) !== delimitersOf(text))) return undefined;
  if (!resourceReadings(meaningOf(resource)).some((covers) => covers(meaningOf(url)))) return undefined;
  return proven("resource-mismatch", {
    evidence: "Resource covers the URL only once the escapes and the accents of both are written in one way",
    fix: "Percent-encode Resource as clients send the URL, once, as UTF-8 and in one form of Unicode (NFC), apart from its wildcards.",
    compared: { signed: resource, requested: url },
  });
}

function resourceFix(section: ResourceSection, { signed, requested }: ComparedTexts): string {
  const [, scheme = "", host = ""] = /^(https?):\/\/([^/?#]*)/.exec(requested) ?? [];
  switch (section) {
    case "protocol":
      return signed.startsWith("/")
        ? `Sign a Resource that starts with ${scheme}://${hostQuote(host)}, as the request does.`
        : scheme === "http" && signed.startsWith("https:")
          ? "Request the URL over https, as it was signed."
          : `Sign a Resource that starts with ${scheme}://, as the request does.`;
    case "domain":
      if (isBucketHost(signed.replace(/^[^/]*:\/\//, "").split("/", 1)[0] ?? ""))
        return `Sign a Resource with the requested host name, ${scheme}://${hostQuote(host)}/…, instead of the bucket's.`;
      if (signed.toLowerCase().includes(`://${host}:`))
        return `Sign the host name without the port, ${hostQuote(host)}: clients leave out the port of the scheme.`;
      if (isOfProxy(host)) return `Request the host name that was signed: ${ofProxy}`;
      if (signed.toLowerCase().includes(`://${host}`))
        return `Sign the host name in small letters, ${hostQuote(host)}: clients send it so.`;
      return lostInHost(host)
        ? "Request the host name that was signed."
        : `Sign a Resource with the requested host name, ${scheme}://${hostQuote(host)}/…, or request the host name that was signed.`;
    case "path":
      return !/[*?]/.test(signed) && isFolderOf(signed, requested)
        ? prefixFix(signed)
        : otherPathFix(signed, requested);
    case "query":
      if (/\?\*$/.test(signed) && !requested.includes("?"))
        return "Request the URL with a query, or sign a Resource without its ?*: that covers only URLs with a query.";
      return "Sign a Resource with the parameters that are requested, in their order. Only the author of the policy can decide whether every query was meant: then sign one whose query is a *.";
  }
}

/** For a file in the folder that Resource names: a * behind the name of the folder would open other folders, too. */
function prefixFix(signed: string): string {
  const folder = signed.endsWith("/") ? signed : `${signed}/`;
  return `If all of this folder was meant, sign ${addressOf(folder)}* as Resource.`;
}

/**
 * For another path: either may be the wrong one. A pattern for a file in the root would open the whole site, and one for
 * a file below the folder of Resource all that it leaves out.
 */
function otherPathFix(signed: string, requested: string): string {
  const decide = "Request a path that Resource covers. If";
  const longer = signed.replaceAll("?", "*");
  if (longer !== signed && matchesWildcards(longer, requested))
    return `A ? stands for exactly one character. ${decide} more of them were meant, sign ${addressOf(longer)} as Resource.`;
  const [start = ""] = signed.split(/[*?]/, 1);
  const isBelow = requested.startsWith(start.slice(0, start.lastIndexOf("/") + 1));
  if (isInRoot(requested) || isBelow) return `${decide} this file was meant, too, sign a Resource for it.`;
  return `${decide} this folder was meant, sign ${folderPattern(requested)} as Resource.`;
}
