import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { table as markdownTable, withSection } from "../support/generated-tables.ts";
import {
  comparison,
  type PublicIssue,
  publicIssues,
  readSigners,
  sentences,
} from "./support/rival-statements.ts";

/**
 * Every statement about another signer comes from one file, `support/rival-statements.ts`. The table of public issues is
 * written by this test: `npx vitest run --project node rival-statements -u`.
 */

const root = join(import.meta.dirname, "../../..");
const read = (page: string): string => readFileSync(join(root, page), "utf8");

/** The header of the comparison, and the rows that the benchmarks write. */
const measured = ["feature", "dependencies installed", "bundle size, minified and gzipped"];

describe("the comparison of docs/migrating.md", () => {
  it("says of each rival what the data say, row by row", () => {
    const [, section = ""] = read("docs/migrating.md").split("\n## Compared with other libraries\n");
    const [table = ""] = section.split("\n## ");
    const rows = Array.from(table.matchAll(/^\| (.+) \|$/gm), ([, row = ""]) => row.split(" | "))
      .filter(([feature = ""]) => !measured.includes(feature) && !feature.startsWith("|"))
      .map(([feature, , sdk, other]) => ({ feature, sdk, other }));
    expect(rows).toEqual(comparison.map(({ feature, sdk, other }) => ({ feature, sdk, other })));
  });

  const withRun = comparison.flatMap(({ seen, ...row }) => (seen ? [{ ...row, seen }] : []));

  it.each(withRun)("is what the packages do: $feature", ({ sdk, other, seen }) => {
    const says = (cell: string): boolean => cell !== "–" && !cell.startsWith("in a policy that you write");
    expect(seen()).toEqual({ sdk: says(sdk), other: says(other) });
  });
});

describe("packages/integration/signers/README.md", () => {
  const intro =
    "Users of these libraries reported these problems. The table shows their state in November 2026.";

  it("shows the public issues and the signers that were read, of the data", async () => {
    const page = join(root, "packages/integration/signers/README.md");
    const table = [
      "| library | what happens | issue | status |",
      "|---|---|---|---|",
      ...publicIssues.map(issueRow),
    ].join("\n");
    const note =
      "The authors of this page could not run these signers. The table repeats what their source and release notes say.";
    const rows = readSigners.map(({ library, software, does, source }) => [library, software, does, source]);
    const content = `${note}\n\n${markdownTable(["library", "software", "what it does", "source"], rows)}`;
    const text = withSection(
      withSection(read("packages/integration/signers/README.md"), "Public issues", `${intro}\n\n${table}`),
      "Signers known only from their source",
      content,
    );
    await expect(text).toMatchFileSnapshot(page);
  });
});

describe.each(Object.entries(sentences))("%s", (page, texts) => {
  it.each(texts)("says: %s", (text) => {
    expect(read(page).replace(/\s+/g, " ")).toContain(text);
  });
});

/** Words about what a signer can do. */
const capability = /P-256|SHA-256|wildcard|nodejs_compat|synchronously/;
const rival = /`aws-cloudfront-sign`|[Tt]he (?:AWS )?SDK\b/;

describe("a sentence about what a rival can do", () => {
  it.each(["README.md", "docs/performance.md", "docs/migrating.md"])("comes from the data: %s", (page) => {
    const known = sentences[page] ?? [];
    const text = read(page)
      .replace(/^```[\s\S]*?^```/gm, "")
      .replace(/^[|#-].*$/gm, "")
      .replace(/\s+/g, " ");
    const found = text.split(/(?<=[.:]) (?=[A-Z`])/).filter((one) => rival.test(one) && capability.test(one));
    expect(
      found.filter(
        (one) => !known.some((statement) => one.includes(statement) || statement.includes(one.trim())),
      ),
    ).toEqual([]);
  });
});

function issueRow({ library, what, repository, issues, arePulls, since }: PublicIssue): string {
  const kind = arePulls ? "pull" : "issues";
  const link = (number: number | string, to: string): string =>
    `[#${number}](https://github.com/${repository}/${to}/${number})`;
  const isShared = repository === "awslabs/aws-sdk-rust";
  const cells = issues.map((number) =>
    isShared ? link(number, kind).replace("[#", `[${repository}#`) : link(number, kind),
  );
  return `| ${library} | ${what} | ${cells.join(", ")} | ${since.replace(/#(\d+)/g, (_, number: string) => link(number, "pull"))} |`;
}
