import { type CloudFrontFinding, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { limits } from "cloudfront-sign-webcrypto/internals";
import type { CloudFrontInspection, CloudFrontVerdict } from "cloudfront-sign-webcrypto/verify";
import { type Answer, isAllowed, serverTime } from "../../requests/fetch-answer.ts";
import { inspectRequest } from "../../requests/inspection-fields.ts";
import { otherLoopbackNames } from "../../requests/public-address.ts";
import type { Circumstances } from "./explain-flags.ts";
import type { DeniedRequest } from "./read-denied-request.ts";

/** Everything that is printed of a request. */
export interface Explanation {
  readonly findings: readonly CloudFrontFinding[];
  readonly inspection: CloudFrontInspection;
  /** What CloudFront would do, if there is a public key and a URL. */
  readonly verdict: CloudFrontVerdict | undefined;
  /** Whether there is a public key. */
  readonly isChecked: boolean;
  /** The ID that the request names, if only whether it is that of the public key was not checked. */
  readonly uncheckedId: string | undefined;
  /** The status of the answer, if it denies nothing. */
  readonly allowedStatus: number | undefined;
  /** Whether a URL or cookies are known. */
  readonly hasRequest: boolean;
  /** Whether the answer tells when the request was made. */
  readonly hasTimeOfAnswer: boolean;
}

/** Explains a request, with the answer that was fetched if there is one. */
export async function explainRequest(
  request: DeniedRequest,
  answer: Answer | undefined,
  { verifier, assumedId, now, ipAddress: givenAddress, hostnames }: Circumstances,
): Promise<Explanation> {
  const { url, cookies, requestHeaders, setCookie, method, pageOrigin, credentials } = request;
  const timeOfAnswer = answer ? serverTime(answer) : request.date;
  const time = now ?? timeOfAnswer ?? new Date();
  const allowedStatus = allowedStatusOf(request, answer);
  const ipAddress = givenAddress ?? (answer ? answer.ipv6Address : request.ipAddress);
  const findings = await explainCloudFrontDenial({
    url,
    cookies,
    // What was fetched was sent with them.
    areCookiesUncertain: answer === undefined && request.areCookiesUncertain === true,
    requestHeaders,
    setCookie,
    verifier,
    method,
    pageOrigin,
    credentials,
    status: answer?.status ?? request.status,
    responseBody: answer?.body ?? request.responseBody,
    responseHeaders: answer?.headers ?? request.responseHeaders,
    time: now ?? timeOfAnswer,
    isTimeUncertain: now === undefined && answer === undefined && request.isTimeUncertain === true,
    isRequestUncertain: answer === undefined && request.isRequestUncertain === true,
    isAddressUncertain:
      givenAddress === undefined && answer === undefined && request.isAddressUncertain === true,
    ipAddress,
    hostnames: [...hostnames, ...otherLoopbackNames(url)],
  });
  const sent = url === undefined ? undefined : asClientsSend(url);
  // Where the runtime refuses SHA-1, the verifier would reject.
  const isCheckable = !findings.some(({ id }) => id === "signature-not-checked");
  const verdict =
    sent === undefined || !isCheckable
      ? undefined
      : await verifier?.verifyCookies(sent, cookies ?? "", { time, ipAddress });
  const needsSignature = !verdict?.allowed || verdict.restricted;
  const isOnlyId = findings.length === 0 && allowedStatus === undefined && needsSignature;
  return {
    findings,
    inspection: inspectRequest({ url: sent, cookies }),
    verdict,
    isChecked: verifier !== undefined,
    uncheckedId: isOnlyId ? assumedId : undefined,
    allowedStatus,
    hasRequest: url !== undefined || cookies !== undefined,
    hasTimeOfAnswer: now === undefined && timeOfAnswer !== undefined && !request.isTimeUncertain,
  };
}

function allowedStatusOf(
  { status, responseHeaders }: DeniedRequest,
  answer: Answer | undefined,
): number | undefined {
  const known = answer ?? { status, headers: responseHeaders };
  return isAllowed(known) ? known.status : undefined;
}

/** The URL as browsers send it; text that is not a URL stays as it is. */
function asClientsSend(url: string): string {
  return url.length <= limits.longestUrl && URL.canParse(url) ? new URL(url).href : url;
}
