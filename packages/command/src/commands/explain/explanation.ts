import { type CloudFrontFinding, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { readAnswer } from "cloudfront-sign-diagnosis/internals";
import { limits, readRestriction } from "cloudfront-sign-webcrypto/internals";
import type {
  CacheBehavior,
  CloudFrontInspection,
  CloudFrontVerdict,
} from "cloudfront-sign-webcrypto/verify";
import type { VerifierOfFlags } from "../../keys/read-public-keys.ts";
import { type Answer, serverTime } from "../../requests/fetch-answer.ts";
import { inspectRequest } from "../../requests/inspection-fields.ts";
import { otherLoopbackNames } from "../../requests/public-address.ts";
import type { DeniedRequest } from "./read-denied-request.ts";

export interface Explanation {
  readonly findings: readonly CloudFrontFinding[];
  readonly inspection: CloudFrontInspection;
  /** What CloudFront would do, if there is a public key and a URL. */
  readonly verdict: CloudFrontVerdict | undefined;
  /** The ID that the request names, if only whether it is that of the public key was not checked. */
  readonly uncheckedId: string | undefined;
  readonly allowedStatus: number | undefined;
  /** Whether the answer tells when the request was made. */
  readonly hasTimeOfAnswer: boolean;
}

/** What is known beside the request and its answer. */
interface Circumstances {
  readonly checked: VerifierOfFlags | undefined;
  /** The time that `--now` gives. */
  readonly now: Date | undefined;
  readonly ipAddress: string | undefined;
  readonly hostnames: readonly string[];
  /** The path patterns of the flags, if no verifier has them. */
  readonly restrict: readonly CacheBehavior[] | undefined;
}

export async function explainRequest(
  request: DeniedRequest,
  answer: Answer | undefined,
  { checked, now, ipAddress: givenAddress, hostnames, restrict }: Circumstances,
): Promise<Explanation> {
  const { url, urlAsPasted, cookies, requestHeaders, setCookie, method, pageOrigin, credentials } = request;
  const { shownPolicy } = request;
  const { verifier, assumedId } = checked ?? {};
  const { status, responseBody, responseHeaders } = answer
    ? { status: answer.status, responseBody: answer.body, responseHeaders: answer.headers }
    : request;
  const timeOfAnswer = answer ? serverTime(answer) : request.date;
  const hasTimeOfAnswer = timeOfAnswer !== undefined && (answer !== undefined || !request.isTimeUncertain);
  // When the request was made decides; --now only stands in for a time that is not known.
  const time = hasTimeOfAnswer ? timeOfAnswer : (now ?? timeOfAnswer);
  const ipAddress = givenAddress ?? (answer ? answer.ipv6Address : request.ipAddress);
  const findings = await explainCloudFrontDenial({
    url,
    urlAsPasted: answer === undefined ? urlAsPasted : undefined,
    // This machine sent the request: without --cookie, it had none.
    cookies: cookies ?? (answer && ""),
    areCookiesUncertain: answer === undefined && request.areCookiesUncertain === true,
    requestHeaders,
    setCookie,
    verifier,
    isRestricted: restrict === undefined || readRestriction(restrict)(asClientsSend(url ?? "")),
    method,
    pageOrigin,
    credentials,
    shownPolicy: answer === undefined ? shownPolicy : undefined,
    status,
    responseBody,
    responseHeaders,
    time,
    // A time that a text names stays in doubt beside another one.
    isTimeUncertain:
      answer === undefined &&
      request.isTimeUncertain === true &&
      (now === undefined || timeOfAnswer !== undefined),
    isRequestUncertain: answer === undefined && request.isRequestUncertain === true,
    isAddressUncertain:
      givenAddress === undefined && answer === undefined && request.isAddressUncertain === true,
    ipAddress,
    hostnames: [...hostnames, ...(request.hostnames ?? []), ...otherLoopbackNames(url)],
  });
  const sent = url === undefined ? undefined : asClientsSend(url);
  // Where the runtime refuses SHA-1, the verifier would reject.
  const isCheckable = !findings.some(({ id }) => id === "signature-not-checked");
  const verdict =
    sent === undefined || !isCheckable
      ? undefined
      : await verifier?.verifyCookies(sent, cookies ?? "", { time: time ?? new Date(), ipAddress });
  // CloudFront's error pages can have any status, and say so in X-Cache.
  const allowedStatus = readAnswer(status, undefined, responseHeaders).isAllowed ? status : undefined;
  const needsSignature = !verdict?.allowed || verdict.restricted;
  const isOnlyId = findings.length === 0 && allowedStatus === undefined && needsSignature;
  return {
    findings,
    inspection: inspectRequest({ url: sent, cookies }),
    verdict,
    uncheckedId: isOnlyId ? assumedId : undefined,
    allowedStatus,
    hasTimeOfAnswer,
  };
}

/** The URL as browsers send it; text that is not a URL stays as it is. */
function asClientsSend(url: string): string {
  return url.length <= limits.longestUrl && URL.canParse(url) ? new URL(url).href : url;
}
