import type { CloudFrontDiagnosis, CloudFrontDistributionFinding } from "cloudfront-sign-diagnosis/doctor";
import type { RestrictedPaths } from "cloudfront-sign-webcrypto/verify";
import { findingLines } from "../finding-lines.ts";
import { restrictPatternOf } from "../restrict-pattern.ts";
import { quotedWord, shellWord } from "../shell-word.ts";
import { styled, textWidth, wrap } from "../terminal.ts";

/** A diagnosis for a person: the findings, then the flags that stand for the distributions elsewhere. */
export function diagnosisText({ findings, distributions }: CloudFrontDiagnosis): string {
  const width = textWidth(process.stdout);
  const lines =
    findings.length > 0
      ? findingLines(findings.map(withPlace), width)
      : wrap(
          "Nothing was found that would deny a signed URL, or leave private files open to everyone.",
          width,
        );
  const restricted = distributions.filter(({ restrict }) => restrict.some(isRestricted));
  const flags = restricted.flatMap(({ name, restrict }) => [
    `  # ${shellWord(name)}`,
    `  ${restrict.map(restrictFlag).join(" ")}`,
  ]);
  const title = styled(process.stdout, "bold", "For verify, explain and serve");
  return [...lines, "", ...(flags.length > 0 ? [title, ...flags, ""] : [])].join("\n");
}

/** The distribution and the cache behaviors stand before the evidence. */
function withPlace(finding: CloudFrontDistributionFinding) {
  const { distribution, pathPatterns, summary } = finding;
  const places = [...(distribution === undefined ? [] : [distribution]), ...pathPatterns];
  return { ...finding, sentence: summary, ...(places.length > 0 && { place: places.join(", ") }) };
}

/** With `=` where the value looks like a flag. */
function restrictFlag(path: RestrictedPaths[number]): string {
  const pattern = restrictPatternOf(path);
  return `--restrict${pattern.startsWith("-") ? "=" : " "}${quotedWord(pattern)}`;
}

function isRestricted(path: RestrictedPaths[number]): boolean {
  return typeof path === "string" || path.restricted;
}
