import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allFaults } from "../support/all-faults.ts";

const root = join(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "docs/errors.md"), "utf8");
const source = readFileSync(join(root, "packages/core/src/errors.ts"), "utf8");

/** The part of the page for each code: what stands behind its heading. */
const parts = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((part): [string, string] => [part.slice(0, part.indexOf("\n")), part.slice(part.indexOf("\n"))]),
);

function row({ given, message }: { given: string; message: string }): string {
  const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", "\\n");
  return `| \`\` ${cell(given)} \`\` | ${cell(message)} |`;
}

describe("docs/errors.md", () => {
  it("has a part for each code, in order", () => {
    const codes = [...source.matchAll(/^ {2}\| "(ERR_\w+)";?$/gm)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(20);
    expect([...parts.keys()]).toEqual(codes);
  });

  it("has an index with every code", () => {
    const [, index = ""] = /\n## Codes\n([\s\S]*?)\n### /.exec(page) ?? [];
    const listed = Array.from(index.matchAll(/\[`(ERR_\w+)`\]\(#(\w+)\)/g), ([, code, anchor]) => [
      code,
      anchor,
    ]);
    const all = [...parts.keys()].map((code) => [code, code.toLowerCase()]);
    expect(listed.sort()).toEqual(all.sort());
  });

  it.each([...parts])(
    "says of %s what it means and what to do, with examples that are true",
    (code, part) => {
      expect(part).toMatch(/^\n\n(?!\*\*Fix).{20,}\n\n\*\*Fix:\*\* .{10,}\n/);
      const known = allFaults.filter((fault) => fault.code === code).map(row);
      const shown = part.split("\n").filter((line) => line.startsWith("| ``"));
      expect(shown.length).toBeGreaterThanOrEqual(Math.min(1, known.length));
      expect(shown.length).toBeLessThanOrEqual(3);
      for (const example of shown) expect(known).toContain(example);
    },
  );
});
