import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allFaults } from "../suite/faults/all-faults.ts";
import type { Fault } from "../suite/faults/fault.ts";
import { oldWorkerFaults } from "../suite/faults/signing-stream.ts";
import { refusal } from "../suite/support/refusal.ts";

/**
 * `docs/errors.md` ends with every message. They are written there by this test when Vitest updates its
 * snapshots: `npx vitest run --project node errors-page -u`.
 */

const page = join(import.meta.dirname, "../../../../docs/errors.md");
const heading = "## Every message\n";

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", "\\n");
}

function section(code: string, faults: readonly Fault[]): string {
  const rows = faults.map(({ given, message }) => `| \`\` ${cell(given)} \`\` | ${cell(message)} |`);
  return [`### ${code}`, "", "| input | message |", "|---|---|", ...rows, ""].join("\n");
}

function everyMessage(): string {
  const faults = [...allFaults, ...oldWorkerFaults];
  const codes = [...new Set(faults.map(({ code }) => code))].sort();
  return codes
    .map((code) =>
      section(
        code,
        faults.filter((fault) => fault.code === code),
      ),
    )
    .join("\n");
}

describe("docs/errors.md", () => {
  it("shows every message that the table of faults holds", async () => {
    const [written = ""] = readFileSync(page, "utf8").split(heading);
    await expect(`${written}${heading}\n${everyMessage()}`).toMatchFileSnapshot(page);
  });

  it.each(oldWorkerFaults)("shows what old workers get: $given", async ({ run, code, message }) => {
    const error = await refusal(run);
    expect(`${error.code} ${error.message}`).toBe(`${code} ${message}`);
  });
});
