import type { UrlDifferenceEvidence } from "../evidence/url-difference-evidence.ts";
import type { CloudFrontFindingId } from "../findings/finding.ts";

/** What happened to a section of a signed URL on the way: the finding, and what was seen. */
export interface UrlDifference {
  readonly id: CloudFrontFindingId;
  readonly evidence: UrlDifferenceEvidence;
  /** Where the section differs, if an earlier section differs, too. */
  readonly from?: Readonly<Record<"signed" | "requested", number>>;
}
