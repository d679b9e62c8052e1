import { readOptions } from "cloudfront-sign-webcrypto/internals";
import { findingEntry } from "../checks/entries.ts";
import type { CloudFrontFinding } from "./finding.ts";

/** What is known besides the findings. */
export interface CloudFrontOutcomeOptions {
  /** The HTTP status of the answer. */
  readonly status?: number | undefined;
}

/** What all findings together say, for a person. */
export interface CloudFrontOutcome {
  /** What CloudFront does with the request, as far as it is known. */
  readonly outcome: "allowed" | "undecided" | "denied";
  /** `Allowed` is what an answer shows. `Undecided` where the findings only say what was not checked. */
  readonly label: "Allowed" | "No fault found" | "Undecided" | "Proven" | "Likely" | "Possible";
  /** The cause, or that there is none. */
  readonly sentence: string;
}

const labels = {
  proven: "Proven",
  likely: "Likely",
  possible: "Possible",
} as const satisfies Record<CloudFrontFinding["certainty"], CloudFrontOutcome["label"]>;

/**
 * Sums up the findings of `explainCloudFrontDenial` in one sentence with a label. No findings mean that
 * everything was checked and the request is allowed.
 *
 * @param findings what `explainCloudFrontDenial` returned
 * @param options what is known besides the findings
 * @returns the sentence and its label
 * @throws `ERR_OPTION_INVALID` and `ERR_OPTION_UNKNOWN` for invalid and unknown options.
 * @example
 * ```ts
 * import { describeCloudFrontOutcome, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
 *
 * const url = "https://d111111abcdef8.cloudfront.net/course/segment-1.ts";
 * const { label, sentence } = describeCloudFrontOutcome(await explainCloudFrontDenial({ url, status: 403 }));
 * console.log(label, sentence); // Likely This media segment is requested without a signature.
 * ```
 */
export function describeCloudFrontOutcome(
  findings: readonly CloudFrontFinding[],
  options: CloudFrontOutcomeOptions = {},
): CloudFrontOutcome {
  const { status } = readOptions("options", options, ["status"]);
  const [first] = findings;
  if (first === undefined)
    return {
      outcome: "allowed",
      label: status === undefined ? "No fault found" : "Allowed",
      sentence:
        status === undefined
          ? "CloudFront should allow this request if it trusts the key."
          : `The status is ${status}, and nothing is wrong with this request. This does not prove that the path is protected: without a signature, the same request must get 403.`,
    };
  const { isUndecided: isAlways, isOfCircumstances } = findingEntry(first.id);
  const isUndecided = isAlways === true || (isOfCircumstances === true && first.certainty === "possible");
  return {
    // What is wrong with a request that succeeded did not deny it.
    outcome: isUndecided || (status !== undefined && status >= 200 && status < 300) ? "undecided" : "denied",
    label: isUndecided ? "Undecided" : labels[first.certainty],
    sentence: first.summary,
  };
}
