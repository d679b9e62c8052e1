import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type OpenedCommand, openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { functionCode } from "cloudfront-sign-cli/commands/revocation/function-code.ts";
import type { RevocationStep } from "cloudfront-sign-cli/commands/revocation/revocation.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSection } from "../support/generated-tables.ts";

/**
 * `docs/revocation.md` shows the steps that the command prints. This test writes them there when Vitest updates its
 * snapshots: `npx vitest run --project node pages/revocation -u`.
 */

const page = join(import.meta.dirname, "../../../docs/revocation.md");
const flags = [
  ...["--out", "deny-grants.js", "--longest-lifetime", "15m"],
  ...["--distribution", "EDFDVBD632BHDS", "--path-pattern", "/course/*"],
];

describe("docs/revocation.md", () => {
  let command: OpenedCommand;
  beforeAll(async () => {
    command = openCommand();
  });
  afterAll(() => command.remove());

  it("shows the steps that the command prints", async () => {
    const { status, stdout, stderr } = await command.run(["revocation", ...flags]);
    expect([status, stderr]).toEqual([0, ""]);
    const line = `cloudfront-sign revocation ${flags.join(" ").replace("/course/*", "'/course/*'")}`;
    const steps = [
      "[Install `cloudfront-sign`](command.md#install). It writes the function to a file and prints the steps. It changes nothing in AWS.",
      `\`\`\`sh\n${line.replace(" --distribution", " \\\n  --distribution")}\n\`\`\``,
      `\`\`\`text\n${stdout.trimEnd()}\n\`\`\``,
    ];
    const text = withSection(readFileSync(page, "utf8"), "Install it", steps.join("\n\n"));
    await expect(text).toMatchFileSnapshot(page);
  });

  it("says how large the function is", () => {
    const kilobytes = (functionCode.length / 1000).toFixed(1);
    expect(readFileSync(page, "utf8")).toContain(
      `| size of a function | at most 10 kB. This function is ${kilobytes} kB long | quotas |`,
    );
  });

  it.each(["terraform", "cdk"])("has every line that the command prints for %s", async (tool) => {
    const { stdout } = await command.run(["revocation", "--out", "deny-grants.js", "--for", tool, "--json"]);
    const lines = (JSON.parse(stdout).steps as RevocationStep[])
      .flatMap(({ code }) => code)
      .filter(({ language }) => language === "hcl" || language === "ts")
      .flatMap(({ text }) => text.split("\n"));
    const text = readFileSync(page, "utf8").split("\n");
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !text.includes(line))).toEqual([]);
  });
});
