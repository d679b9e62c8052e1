import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

describe.skipIf(process.platform === "win32")("bench.sh", () => {
  const script = join(import.meta.dirname, "../bench.sh");
  const run = (...args: string[]) =>
    spawnSync("bash", [script, ...args], { cwd: tmpdir(), encoding: "utf8" });

  it.each([
    ["a number that is missing", ["--runs"], '--runs needs a whole number from 2 to 999999, not ""'],
    ["an option in a number's place", ["node", "--urls", "--quick"], 'from 1 to 999999, not "--quick"'],
    ["a single run, of which there is no spread", ["--quick", "--runs", "1"], "from 2 to"],
    ["no URL", ["--urls", "0"], "from 1 to"],
    ["what it does not know", ["bun", "nodejs"], 'unknown argument "nodejs"'],
  ])("refuses %s before it measures", (_, args, words) => {
    const { status, stderr, stdout } = run(...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(words);
  });

  it("prints its usage", () => {
    expect(run("--help")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("[node] [bun] [deno] [--runs N] [--urls N] [--quick]"),
    });
  });
});

describe("the benchmark's subjects", () => {
  it("each have a file", () => {
    const files = [
      "nothing",
      "limit",
      "limit-one",
      "limit-import",
      "aws-cloudfront-sign",
      "aws-sdk",
      "aws-sdk-key-object",
      "ours",
      "ours-grant",
    ];
    for (const file of files) {
      expect(existsSync(join(import.meta.dirname, `../src/subjects/${file}.mjs`)), file).toBe(true);
    }
  });
});
