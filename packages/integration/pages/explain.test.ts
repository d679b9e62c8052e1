import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findingCases } from "@cloudfront-sign-webcrypto/diagnosis-tests/checks/cases.ts";
import { type CloudFrontFinding, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";
import { type CloudFrontDenialReason, denied } from "../../core/src/verify/verdict.ts";
import { type CloudFrontFindingId, findingEntry } from "../../diagnosis/src/checks/entries.ts";
import { cell, membersIn, membersOf, table, withSection } from "../support/generated-tables.ts";

/** A finding of the source, with the comment that says what was seen. */
interface DocumentedFinding {
  readonly id: CloudFrontFindingId;
  readonly comment: string;
  /** The page, report or rule that is the reason to have it. */
  readonly see: string | undefined;
}

interface FindingRoom {
  readonly title: string;
  readonly findings: readonly DocumentedFinding[];
}

/** The findings of all rooms, each with its example and what is said of it. */
async function findingSection(rooms: readonly FindingRoom[]): Promise<string> {
  const index = rooms.map(({ title, findings }) => {
    const rows = findings.map(({ id, see = "" }) => [
      `[\`${id}\`](#${id})`,
      cell(findingEntry(id).summary),
      `[${sourceOf(see)}](${see})`,
    ]);
    return `**${title}**\n\n${table(["finding", "cause", "source"], rows)}`;
  });
  const parts = await Promise.all(
    rooms.map(async ({ title, findings }) =>
      [`### ${title}`, ...(await Promise.all(findings.map(findingPart)))].join("\n\n"),
    ),
  );
  return [...index, ...parts].join("\n\n");
}

/** What kind of source an address is. */
function sourceOf(address: string): string {
  const { hostname } = new URL(address);
  if (hostname.endsWith(".aws.amazon.com") || hostname === "repost.aws") return "AWS";
  if (hostname === "github.com" || hostname === "stackoverflow.com") return "report";
  return hostname.replace(/^www\./, "");
}

async function findingPart({ id, comment }: DocumentedFinding): Promise<string> {
  const { question } = findingCases[id].example;
  const [finding] = await explainCloudFrontDenial(question);
  if (finding?.id !== id) throw new Error(`the example of ${id} is ${finding?.id}`);
  const { fix } = findingEntry(id);
  const lines = [...inputLines(id), "", ...findingLines(finding, fix)];
  return [`#### \`${id}\``, comment, `Fix: ${cell(fix)}`, `\`\`\`text\n${lines.join("\n")}\n\`\`\``].join(
    "\n\n",
  );
}

function inputLines(id: CloudFrontFindingId): string[] {
  const { shown, question } = findingCases[id].example;
  return [
    ...Object.entries(shown).flatMap(([name, text]) => labelled(name, text)),
    ...(question.verifier ? labelled("verifier", "with the public keys") : []),
  ];
}

function findingLines(finding: CloudFrontFinding, generalFix: string): string[] {
  const { certainty, summary, evidence, comparison, fix } = finding;
  return [
    ...labelled(certainty, summary),
    ...labelled("evidence", evidence),
    ...(comparison
      ? [
          labelled("signed", comparison.signed),
          labelled("requested", comparison.requested),
          `${" ".repeat(column + comparison.position)}^`,
        ].flat()
      : []),
    ...(fix === generalFix ? [] : labelled("fix", fix)),
  ];
}

const column = 17;
const width = 110;

/** A label, and text in a column of its own; spaces before a text stay. */
function labelled(label: string, text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line.trim() !== "" && column + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" && lines.length === 0 ? word : `${line} ${word}`;
  }
  return [...lines, line].map((part, i) => (i === 0 ? label : "").padEnd(column) + part);
}

/**
 * The reasons and the findings of `docs/findings.md` are made from the source and from examples. This test writes them there when Vitest updates
 * its snapshots: `npx vitest run --project node pages/explain -u`.
 */

const page = join(import.meta.dirname, "../../../docs/findings.md");

const topics = {
  answer: "What the response shows",
  cookies: "Cookies that do not arrive",
  parameters: "The URL and its parameters",
  signature: "What the signature is for",
  conditions: "Conditions of the policy",
  undecided: "What was not checked",
};

/** The findings of each topic, in the order of their rank. */
const byRoom = Object.entries(topics).map(([topic, title]) => ({
  title,
  findings: membersIn(`diagnosis/src/checks/${topic}`, "FindingId")
    .map(({ member, comment, see }) => ({
      id: member as CloudFrontFindingId,
      comment,
      see,
      entry: findingEntry(member as CloudFrontFindingId),
    }))
    .sort((one, other) => one.entry.rank - other.entry.rank),
}));
const findings = byRoom.flatMap((room) => room.findings);
const reasons = membersOf("core/src/verify/verdict.ts", "CloudFrontDenialReason");

describe("docs/findings.md", () => {
  it("shows each finding and each reason as the source has them", async () => {
    const reasonRows = reasons.map(({ member }) => {
      const { code, message } = denied(member as CloudFrontDenialReason);
      return [`\`${member}\``, `\`${code}\``, cell(message)];
    });
    const written = readFileSync(page, "utf8");
    const withReasons = withSection(
      written,
      "Reasons",
      `Each reason has [a finding](#findings) with the same name. These are the codes and messages that CloudFront is known or [assumed](testing.md#what-cloudfront-does-not-document) to send. \`Access Denied\` with a capital D is S3's: [\`s3-denied\`](#s3-denied).\n\n${table(["reason", "`Code` of the response", "`Message` of the response"], reasonRows)}`,
    );
    const introduction =
      "**Nobody has compared these findings with AWS itself.** A test causes each of them, and the source is the page of AWS, the\nreport or the specification behind it. Below the tables is the example of the test. `…` stands for omitted text.\nSee [what proven, likely and possible mean](explain.md#what-the-output-means). At the end of a description, `; likely if X` means: the\nfinding is `likely` if X is true.";
    const expected = withSection(
      withReasons,
      "Findings",
      `${introduction}\n\n${await findingSection(byRoom)}`,
    );
    await expect(expected).toMatchFileSnapshot(page);
  });

  it("says of every finding what was seen", () => {
    expect(findings.filter(({ comment }) => comment.length < 15)).toEqual([]);
  });
});

describe("the table of findings", () => {
  it("names a report, a rule or a program for each finding, without which there would be no reason to have it", () => {
    expect(findings.filter(({ see = "" }) => !see.startsWith("https://"))).toEqual([]);
  });

  it("has a rank for each finding", () => {
    expect(new Set(findings.map(({ entry }) => entry.rank)).size).toBe(findings.length);
  });

  it("explains kinds and IDs that are there", () => {
    const known = new Set(
      findings.flatMap(({ id, entry: { kind } }): string[] => [id, ...(kind ? [kind] : [])]),
    );
    expect(findings.flatMap(({ entry }) => entry.explains ?? []).filter((one) => !known.has(one))).toEqual(
      [],
    );
  });

  it("summarizes each finding in a sentence of its own", () => {
    const summaries = findings.map(({ entry }) => entry.summary);
    expect(summaries.filter((summary) => !/^[A-Z][ -~]{15,90}\.$/.test(summary))).toEqual([]);
    expect(new Set(summaries).size).toBe(findings.length);
  });

  it("has a finding for each reason", () => {
    const ids = new Set<string>(findings.map(({ id }) => id));
    expect(reasons.map(({ member }) => member).filter((reason) => !ids.has(reason))).toEqual([]);
  });
});
