import type { PeerCase } from "@cloudfront-sign-webcrypto/testing/support/peer-signing.ts";
import { comparedSigners } from "@cloudfront-sign-webcrypto/testing/vectors/peer-signers.ts";
import { table } from "../generated-tables.ts";
import type { Judgement, Outcome } from "./outcome.ts";
import { type CaseResult, type GroupResult, type KindResult, outcomesOf } from "./results.ts";

/** The sections of `packages/integration/signers/README.md` that are made from the vectors. */

const problems = ["403", "changed", "throws"] as const;

function namesOf(indexes: readonly number[]): string {
  if (indexes.length === comparedSigners.length) return "all";
  return indexes.map((i) => comparedSigners[i]?.title).join(", ");
}

/** The outcomes of one signer in all cases of a kind. */
const ofPeer = ({ cases }: KindResult, i: number) => outcomesOf(cases.flatMap(({ peers }) => peers[i] ?? []));
const ofThisPackage = ({ cases }: KindResult) => outcomesOf(cases.map(({ ours }) => ours));

function codes({ cases }: KindResult): string {
  const thrown = cases
    .filter(({ ours }) => ours.outcome === "throws")
    .map(({ ours }) => `\`${ours.detail}\``);
  return [...new Set(thrown)].join(", ");
}

function riskRow(result: KindResult): string[] {
  const peers = comparedSigners.map((_, i) => ofPeer(result, i));
  const columns = problems.map((problem) =>
    namesOf(peers.flatMap((outcomes, i) => (outcomes.includes(problem) ? [i] : []))),
  );
  const ours = ofThisPackage(result)
    .join(", ")
    .replace("throws", `throws ${codes(result)}`);
  return [result.kind.title, ...columns, ours];
}

/** For each kind of input that goes wrong with some signer, with which. */
export function riskSection(groups: readonly GroupResult[]): string {
  const header = ["input", "403", "changed", "throws", "this package"];
  const sections = groups.map(({ title, note, kinds }) => {
    const rows = kinds.map(riskRow).filter(([, ...columns]) => columns.slice(0, 3).some(Boolean));
    return [`### ${title}`, ...(note ? [note] : []), table(header, rows)].join("\n\n");
  });
  return sections.join("\n\n");
}

function withoutOrigin(url: string): string {
  return `\`${url.replace(/^https:\/\/[^/]+/, "")}\``;
}

function givenExpiry({ input: { dateInput, dateLessThan = 0 } }: PeerCase): string {
  return dateInput ? JSON.stringify(dateInput.value) : new Date(dateLessThan * 1000).toISOString();
}

function changes({ one, peers, ours }: CaseResult): string[][] {
  const judged: readonly [string, Judgement][] = [
    ...peers.map((peer, i): [string, Judgement] => [comparedSigners[i]?.title ?? "", peer]),
    ["this package", ours],
  ];
  return judged
    .filter(([, { outcome }]) => outcome === "changed")
    .map(([title, { detail }]) => {
      if (detail.startsWith("https:")) return [title, withoutOrigin(one.input.url), withoutOrigin(detail)];
      return [title, `expires ${givenExpiry(one)}`, detail];
    });
}

/** What the origin gets instead of what was signed, and what expires at another time. */
export function changedSection(groups: readonly GroupResult[]): string {
  const rows = groups.flatMap(({ kinds }) => kinds.flatMap(({ cases }) => cases.flatMap(changes)));
  const note = [
    "If a result is *changed*, the origin gets a URL that differs from yours, and the cache stores the response under the changed URL.",
    "This package percent-encodes characters that some HTTP clients would rewrite after signing.",
    "If the expiry is text or 0, aws-cloudfront-sign uses an expiry half an hour after signing.",
  ].join(" ");
  return `${note}\n\n${table(["signer", "you pass", "CloudFront receives"], rows)}`;
}

function countsOf(judgements: readonly Judgement[]): string[] {
  const counted: readonly Outcome[] = ["ok", "changed", "403", "throws"];
  return counted.map((wanted) => `${judgements.filter(({ outcome }) => outcome === wanted).length}`);
}

/** Each signer with its version and what it makes of all the cases that it was tried with. */
export function signerSection(groups: readonly GroupResult[]): string {
  const cases = groups.flatMap(({ kinds }) => kinds.flatMap((result) => result.cases));
  const rows = comparedSigners.map((signer, i) => [
    signer.title,
    signer.software,
    signer.version,
    ...countsOf(cases.flatMap(({ peers }) => peers[i] ?? [])),
  ]);
  const ours = [
    "this package",
    "npm: `cloudfront-sign-webcrypto`",
    "current",
    ...countsOf(cases.map((one) => one.ours)),
  ];
  const live = cases.filter(({ one }) => one.id.startsWith("live-")).length;
  const note = [
    `The last four columns show how many of the ${cases.length} inputs have each result. JS v3 and this package were tested with all of them.`,
    `Of the signers, only JS v3, aws-cloudfront-sign and this package were tested with the ${live} inputs in [More URLs](#more-urls).`,
    "A signer that lacks an option has no result for the inputs that need it. The numbers are not a score:",
    "many inputs are invalid on purpose, and `throws` is then the right result.",
  ].join("\n");
  return `${note}\n\n${table(["name", "software", "version", "ok", "changed", "403", "throws"], [...rows, ours])}`;
}

/** Every kind of input with every signer. */
export function matrixSection(groups: readonly GroupResult[]): string {
  const header = ["input", ...comparedSigners.map(({ title }) => title), "this package"];
  const sections = groups.map(({ title, kinds }) => {
    const rows = kinds.map((result) => [
      result.kind.title,
      ...comparedSigners.map((_, i) => ofPeer(result, i).join(", ")),
      ofThisPackage(result).join(", "),
    ]);
    return `### ${title}: every signer\n\n${table(header, rows)}`;
  });
  return sections.join("\n\n");
}
