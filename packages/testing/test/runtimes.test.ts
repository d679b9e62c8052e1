import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, testing } from "../folders.mjs";
import { runtimes } from "../matrix/runs.mjs";
import { unequal } from "../matrix/same-tests.mjs";
import { differences } from "../runtime-differences.mjs";

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));

describe("docs/status.md", () => {
  it("has a row for each runtime, with the pinned version and what the runtime lacks", () => {
    const page = readFileSync(join(root, "docs/status.md"), "utf8");
    const { dependencies, optionalDependencies } = readJson(join(testing, "runtimes/package.json"));
    const pinned = (name: string): unknown =>
      name === "edge"
        ? readJson(join(testing, "package.json")).dependencies["@edge-runtime/vm"]
        : (dependencies[name.replace(/-.*/, "")] ??
          optionalDependencies[`${name}-linux-x64`]?.split("@").pop() ??
          // Browsers are those of the machine.
          expect.stringMatching(/^\d+\./));
    const [, table = ""] = /^\| runtime \| version \| notes \|\n.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
    const rows = table
      .trim()
      .split("\n")
      .map((row) =>
        row
          .slice(2, -1)
          .split(" | ")
          .map((cell) => cell.trim()),
      );
    const notesOf = (own: string) =>
      differences.filter((one) => one.runtimes.includes(own)).map(({ note }) => note);
    expect(rows).toEqual(runtimes.map(({ name, title }) => [title, pinned(name), notesOf(name).join(" ")]));
  });
});

describe("the comparison of the runs", () => {
  const outcome = (runtime: string, ...tests: [fullName: string, status?: string][]) => ({
    name: `${runtime} packed esm`,
    runtime,
    result: {
      numPassedTests: 0,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults: [
        {
          name: `/x/${runtime}/packages/core/test/a.test.ts`,
          message: "",
          assertionResults: tests.map(([fullName, status = "passed"]) => ({ fullName, status })),
        },
      ],
    },
  });
  it("finds no problem when both ran the same tests", () => {
    expect(unequal([outcome("bun", ["a"], ["b"]), outcome("deno", ["b"], ["a"])], [])).toEqual([]);
  });

  it.each([
    ["lacks a test", outcome("bun", ["a"])],
    ["skips it", outcome("bun", ["a"], ["b", "pending"])],
    ["has another one instead", outcome("bun", ["a"], ["c"])],
    ["has one of two of the same name", outcome("bun", ["a"], ["b"])],
  ])("reports a runtime that %s", (_, bun) => {
    expect(unequal([bun, outcome("deno", ["a"], ["b"], ["b"])], [])).toContain(
      "bun packed esm lacks what deno packed esm has: packages/core/test/a.test.ts: b",
    );
  });

  it.each(["packages/diagnosis/test/a.test.ts", "packages/core/test/messages.test.ts"])(
    "compares the tests of words among the runs that have them: %s",
    (file) => {
      const withWords = (runtime: string, ...tests: [fullName: string, status?: string][]) => {
        const { result, ...rest } = outcome(runtime, ...tests);
        const name = `/x/${runtime}/${file}`;
        return {
          ...rest,
          result: { ...result, testResults: result.testResults.map((one) => ({ ...one, name })) },
        };
      };
      const node = { ...withWords("node20", ["a"], ["b"]), hasWords: true };
      expect(unequal([node, withWords("bun")], [])).toEqual([]);
      expect(unequal([node, { ...withWords("bun", ["a"]), hasWords: true }], [])).toEqual([
        `bun packed esm lacks what node20 packed esm has: ${file}: b`,
      ]);
    },
  );

  it("reports an explanation of a test that no longer exists", () => {
    const difference = { runtimes: ["bun"], lacks: "", tests: ["a", "renamed"], note: "" };
    expect(unequal([outcome("bun", ["a"])], [difference])).toEqual([
      "runtime-differences.mjs names a test that bun packed esm does not have: renamed",
    ]);
  });
});
