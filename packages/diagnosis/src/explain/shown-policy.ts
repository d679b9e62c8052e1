import { base64, policyGrammar, resourceReadings } from "cloudfront-sign-webcrypto/internals";
import { conditionFindings } from "../checks/conditions/conditions.ts";
import { findingEntry } from "../checks/entries.ts";
import { urlDifferenceFindings } from "../differences/url-differences.ts";
import { likely, possible } from "../findings/finding.ts";
import { quote } from "../findings/quote.ts";
import { lostValue } from "../request/lost-variable.ts";
import { meantTime, timeFix } from "../request/meant-time.ts";
import { mendedPolicy, timeTextIn } from "../request/mended-value.ts";
import type { ReadQuestion } from "../request/question.ts";
import type { DenialFinding } from "./finding.ts";
import { withCookiesAlone } from "./mended-request.ts";

/**
 * The findings, with what a policy in the text about the request shows where the request has none of its own: nobody has
 * seen that it was signed, so that it is likely at most.
 */
export function withShownPolicy(question: ReadQuestion, findings: readonly DenialFinding[]): DenialFinding[] {
  const { request, verifier, keyPairId, time, answer, code } = question;
  // What is read of it ends before a quote, a bracket or a line break.
  const shownPolicy = `${question.shownPolicy}\n`;
  const sent = request.parameters.get("Policy");
  const isHidden = lostValue(sent ?? "")?.id === "mask";
  const isSigned = request.source === "url" && !isHidden;
  const isDecided =
    verifier?.keyPairIds.includes(keyPairId) ||
    (!isHidden && (sent !== undefined || request.source === "cookies"));
  // What a program prints of a time may be its address.
  const withoutEnd = shownPolicy.replaceAll("DateLessThan", "");
  const policy =
    question.shownPolicy === "" || isDecided
      ? undefined
      : (mendedPolicy(shownPolicy, time) ?? mendedPolicy(withoutEnd, time));
  if (policy === undefined || request.url === "" || answer.isAllowed) return [...findings];
  const shown = isSigned
    ? differencesOf(policy, request.url)
    : [...timesOf(shownPolicy, time), ...conditionFindings(withPolicy(question, policy))];
  const isNew = ({ id }: DenialFinding): boolean => findings.every((known) => known.id !== id);
  const told = shown.filter(isNew).map(asTold);
  const isMissing = ({ id }: DenialFinding): boolean =>
    (findingEntry(id).kind === "missing" || id === "segment-not-signed") && code !== "MissingKey";
  const isExplained = told.some(({ certainty }) => certainty !== "possible");
  const others = findings.flatMap((finding) => {
    if (isSigned || !isMissing(finding)) return [finding];
    return isExplained ? [] : [{ ...finding, ...possible(finding.id, signatureNotShown) }];
  });
  return [...others, ...told];
}

const signatureNotShown = {
  evidence: "the text has a policy, but not the signature that was sent",
  summary: "The text does not show whether the request was signed.",
} as const;

function asTold(finding: DenialFinding): DenialFinding {
  return {
    ...finding,
    certainty: finding.certainty === "possible" ? "possible" : "likely",
    evidence: `by the policy in the text: ${finding.evidence}`,
  };
}

/** Where a canned policy is signed for one URL, and another one is requested. */
function differencesOf(policy: string, url: string): DenialFinding[] {
  const read = policyGrammar.read(policy);
  if ("id" in read || resourceReadings(read.resource).some((covers) => covers(url))) return [];
  return urlDifferenceFindings(read.resource, url);
}

/** Times that are no whole numbers of seconds. */
function timesOf(text: string, time: number): DenialFinding[] {
  return (["DateLessThan", "DateGreaterThan"] as const).flatMap((name) => {
    const value = timeTextIn(text, name) ?? "";
    const meant = meantTime(value, time);
    if (!meant || meant.unit === "seconds") return [];
    const id = meant.unit === "date" ? "policy-schema" : "milliseconds";
    return [likely(id, `${name} is ${quote(value)}`, { fix: timeFix(meant, ` as ${name}`) })];
  });
}

/** The question about a request that was signed with the policy. */
function withPolicy(question: ReadQuestion, policy: string): ReadQuestion {
  const encoded = base64.encodeCloudFront(new TextEncoder().encode(policy));
  const unknown = { sent: "", isUnknown: true };
  return question.withRequest({
    url: withCookiesAlone(question).question.givenUrl,
    cookies: `CloudFront-Policy=${encoded}; CloudFront-Signature=AAAA; CloudFront-Key-Pair-Id=KMADEUP0000000`,
    mended: new Map([...question.mended, ["Signature", unknown], ["Key-Pair-Id", unknown]]),
  });
}
