import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { groups, isRival, ours, rows } from "../src/subjects.mjs";

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

describe("the rows of bench.sh", () => {
  it("each have a file", () => {
    for (const [name, { file }] of Object.entries(rows))
      expect(existsSync(join(import.meta.dirname, `../src/subjects/${file}.mjs`)), name).toBe(true);
  });

  it("are six of this package with one key, and have a limit and rivals in each group", () => {
    const many = Object.keys(groups.many);
    expect(many.filter((name) => name.startsWith(ours)).map((name) => name.slice(ours.length))).toEqual([
      "",
      " --cache",
      " --parallel",
      " --parallel --cache",
      " --grant",
      " --import-each",
    ]);
    for (const group of Object.values(groups).map(Object.keys)) {
      expect(group[0]).toMatch(/^limit/);
      expect(group.filter(isRival).length).toBeGreaterThanOrEqual(2);
      expect(group.some((name) => name.startsWith(ours))).toBe(true);
    }
  });

  it("sign one URL or with P-256 where their names say so", () => {
    for (const [name, { urls, flags = {} }] of Object.entries(rows)) {
      expect(urls, name).toBe(name.endsWith(", 1 URL") ? 1 : undefined);
      expect(flags.isEc ?? false, name).toBe(name.endsWith(", P-256"));
    }
  });
});
