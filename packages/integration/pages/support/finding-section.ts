import { findingExamples } from "@cloudfront-sign-webcrypto/testing/support/finding-examples.ts";
import { type CloudFrontFinding, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { type CloudFrontFindingId, findingEntry } from "../../../diagnosis/src/explain/findings/finding.ts";
import { cell } from "../../support/generated-tables.ts";

/** A finding of the source, with the comment that says what was seen. */
interface DocumentedFinding {
  readonly id: CloudFrontFindingId;
  readonly comment: string;
}

export interface FindingRoom {
  readonly title: string;
  readonly findings: readonly DocumentedFinding[];
}

/** The findings of all rooms, each with its example and what is said of it. */
export async function findingSection(rooms: readonly FindingRoom[]): Promise<string> {
  const index = rooms.map(
    ({ title, findings }) => `- ${title}: ${findings.map(({ id }) => `[\`${id}\`](#${id})`).join(", ")}`,
  );
  const parts = await Promise.all(
    rooms.map(async ({ title, findings }) =>
      [`### ${title}`, ...(await Promise.all(findings.map(findingPart)))].join("\n\n"),
    ),
  );
  return [index.join("\n"), ...parts].join("\n\n");
}

async function findingPart({ id, comment }: DocumentedFinding): Promise<string> {
  const { question } = findingExamples[id];
  const [finding] = await explainCloudFrontDenial(question);
  if (finding?.id !== id) throw new Error(`the example of ${id} is ${finding?.id}`);
  const { fix } = findingEntry(id);
  const lines = [...inputLines(id), "", ...findingLines(finding, fix)];
  return [`#### \`${id}\``, comment, `Fix: ${cell(fix)}`, `\`\`\`text\n${lines.join("\n")}\n\`\`\``].join(
    "\n\n",
  );
}

function inputLines(id: CloudFrontFindingId): string[] {
  const { shown, question } = findingExamples[id];
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
