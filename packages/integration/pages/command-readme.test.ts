import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { published } from "@cloudfront-sign-webcrypto/testing/folders";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { type BuiltCommand, buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linePattern } from "./support/line-pattern.ts";
import { shellSteps } from "./support/shell-steps.ts";

const page = readFileSync(join(published["cloudfront-sign-cli"], "README.md"), "utf8");
const steps = shellSteps(page).filter(({ commands }) => !commands.startsWith("npm install "));

/** Every command of the page, from top to bottom, in an empty folder. */
describe.skipIf(process.platform === "win32")("the README of the command", () => {
  const folder = mkdtempSync(join(tmpdir(), "command-readme-"));
  let command: BuiltCommand;
  beforeAll(async () => {
    command = await buildCommand();
    const program = join(folder, "cloudfront-sign");
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${command.main}' "$@"\n`);
    chmodSync(program, 0o755);
  });
  afterAll(() => {
    command.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it("signs, verifies and explains", () => {
    expect(steps).toHaveLength(2);
    for (const { printed } of steps) expect(printed.length).toBeGreaterThan(1);
  });

  it.each(steps)("prints what the page shows: $commands", async ({ commands, printed }) => {
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const { output } = await run("sh", ["-c", commands], { cwd: folder, env });
    const lines = output.split("\n");
    for (const expected of printed) {
      const found = lines.findIndex((line) => linePattern(expected).test(line));
      expect(found, `${expected}\n\nis not in\n\n${output}`).toBeGreaterThanOrEqual(0);
      lines.splice(0, found + 1);
    }
  });
});
