import { type Finding, proven } from "../findings/finding.ts";
import { urlDifferences } from "./url-differences.ts";

/** A finding for each section in which a signed URL differs from the requested one. */
export function urlDifferenceFindings(signed: string, requested: string): Finding[] {
  return urlDifferences(signed, requested).map(({ id, evidence, ...place }) => ({
    ...proven(id, evidence),
    compared: { signed, requested, ...place },
  }));
}
