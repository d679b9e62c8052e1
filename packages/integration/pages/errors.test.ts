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

  it.each([...parts])(
    "says of %s what to do and what it means, with examples that are true",
    (code, part) => {
      expect(part).toMatch(/^\n\n\*\*Fix:\*\* .{10,}\n\n.{20,}\n/);
      const known = allFaults.filter((fault) => fault.code === code).map(row);
      const shown = part.split("\n").filter((line) => line.startsWith("| ``"));
      expect(shown.length).toBeGreaterThanOrEqual(Math.min(1, known.length));
      expect(shown.length).toBeLessThanOrEqual(3);
      for (const example of shown) expect(known).toContain(example);
    },
  );
});
