import type { CloudFrontDiagnosis, CloudFrontDistributionFinding } from "cloudfront-sign-diagnosis/doctor";
import type { RestrictedPaths } from "cloudfront-sign-webcrypto/verify";
import { describeRestriction, restrictPatternOf } from "../../arguments/restrict-pattern.ts";
import { findingLines } from "../../output/finding-lines.ts";
import { quotedWord, shellWord } from "../../output/shell-word.ts";
import { printable, styled, textWidth, wrap } from "../../output/terminal.ts";
import type { SourceDocument } from "./read-documents.ts";

/**
 * A diagnosis for a person: the findings, then the flags that stand for the distributions elsewhere. `notGiven` are the
 * flags with which more would be checked.
 */
export function diagnosisText(
  diagnosis: CloudFrontDiagnosis,
  notGiven: readonly string[],
  hasBucketPolicy: boolean,
): string {
  const { findings, distributions } = diagnosis;
  const width = textWidth(process.stdout);
  const lines =
    findings.length > 0
      ? findingLines(findings.map(withPlace), width)
      : nothingFound(diagnosis, notGiven, hasBucketPolicy).flatMap((sentence) => wrap(sentence, width));
  const restricted = distributions.filter(({ restrict }) => restrict.some(isRestricted));
  const flags = restricted.flatMap(({ name, restrict }) => [
    `  # ${shellWord(name)}`,
    `  ${restrict.map(restrictFlag).join(" ")}`,
  ]);
  const title = styled(process.stdout, "bold", "Pass these options to verify, explain and serve:");
  return [...lines, "", ...(flags.length > 0 ? [title, ...flags, ""] : [])].join("\n");
}

function nothingFound(
  { distributions }: CloudFrontDiagnosis,
  notGiven: readonly string[],
  hasBucketPolicy: boolean,
): string[] {
  if (distributions.length === 0)
    return [
      "Nothing was checked, because no document is of a distribution; add the output of aws cloudfront get-distribution.",
    ];
  const more = notGiven.length > 0 ? ` More is checked with ${notGiven.join(", ")}.` : "";
  const byPolicy = hasBucketPolicy ? " by other ways than its policy" : "";
  return [
    "Nothing was found in these documents that would deny a signed URL, or open a restricted path to everyone.",
    ...distributions.map(
      ({ name, restrict }) =>
        `Paths of ${printable(name)}: ${describeRestriction(restrict.map(restrictPatternOf))}`,
    ),
    `Not checked: who can read the bucket${byPolicy}, functions, and AWS WAF.${more}`,
  ];
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

/** What a message says for an entry of the options `documents`, `urls` and `uploadUrls`, by its name in the library. */
export function wordsOfPlaces(
  documents: readonly SourceDocument[],
  numUrls: number,
  numUploadUrls: number,
): Readonly<Record<string, string>> {
  const wordsOf = (option: string, flag: string, word: string, count: number): [string, string][] => [
    [option, flag],
    ...Array.from({ length: count }, (_, i): [string, string] => [
      `${option}[${i}]`,
      count === 1 ? flag : `${word} ${i + 1} of ${count}`,
    ]),
  ];
  return Object.fromEntries([
    ...documents.map(({ source }, i) => [`documents[${i}]`, source]),
    ...wordsOf("urls", "--url", "URL", numUrls),
    ...wordsOf("uploadUrls", "--upload-url", "upload URL", numUploadUrls),
  ]);
}
