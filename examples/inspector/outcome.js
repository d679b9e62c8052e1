import { describeCloudFrontOutcome } from "cloudfront-sign-diagnosis";

/**
 * What the findings say together. A request at a time that was not read is not simply allowed.
 *
 * @param {Pick<import("./explain.js").Answer, "findings" | "status" | "isTimeUnread">} answer
 * @returns {import("cloudfront-sign-diagnosis").CloudFrontOutcome}
 */
export function outcomeOf({ findings, status, isTimeUnread }) {
  // An answer that denies nothing.
  const allowed = status !== undefined && status < 400 ? status : undefined;
  const said = describeCloudFrontOutcome(findings, { status: allowed });
  if (!isTimeUnread || said.outcome !== "allowed") return said;
  return {
    outcome: "undecided",
    label: "Undecided",
    sentence: "The time of the request could not be read.",
  };
}
