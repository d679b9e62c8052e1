import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type OpenedCommand, openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSection } from "../support/generated-tables.ts";

/**
 * `docs/rotation.md` shows a plan that the command made. This test writes it there when Vitest updates its
 * snapshots: `npx vitest run --project node rotation-page -u`.
 */

const page = join(import.meta.dirname, "../../../docs/rotation.md");
const flags = [
  ...["--longest-lifetime", "7d", "--reload-after", "21m", "--from", "2026-12-01T09:00Z"],
  ...["--old-key-pair-id", "K2JCJMDEHXQW5F", "--key-group", "0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10"],
  ...["--distribution", "EDFDVBD632BHDS"],
];

/** The flags as somebody types them, in lines that fit the page. */
const line = `cloudfront-sign rotate ${flags.join(" ")}`
  .replace(" --old-key-pair-id", " \\\n  --old-key-pair-id")
  .replace(" --key-group", " \\\n  --key-group");

describe("docs/rotation.md", () => {
  let command: OpenedCommand;
  beforeAll(async () => {
    command = openCommand();
  });
  afterAll(() => command.remove());

  it("shows the plan that the command prints", async () => {
    const { status, stdout, stderr } = await command.run(["rotate", ...flags]);
    expect([status, stderr]).toEqual([0, ""]);
    const section = `\`\`\`sh\n${line}\n\`\`\`\n\n\`\`\`text\n${stdout.trimEnd()}\n\`\`\``;
    const text = withSection(readFileSync(page, "utf8"), "The plan", section);
    await expect(text).toMatchFileSnapshot(page);
  });

  it.each(["terraform", "cdk"])("has every line that the command prints for %s", async (tool) => {
    const { stdout } = await command.run(["rotate", ...flags, "--for", tool, "--json"]);
    const { steps } = JSON.parse(stdout) as {
      steps: { code: { language: string; text: string }[] }[];
    };
    const lines = steps
      .flatMap(({ code }) => code)
      .filter(({ language }) => language === "hcl" || language === "ts")
      .flatMap(({ text }) => text.split("\n"))
      .filter((text) => !/^(?:#|\/\/) Remove /.test(text));
    const text = readFileSync(page, "utf8")
      .split("\n")
      .map((written) => written.trim());
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((printed) => !text.includes(printed.trim()))).toEqual([]);
  });
});
