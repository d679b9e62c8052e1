import { describe, expect, it } from "vitest";
import { leftOutInCi, linesOfNotRun } from "../matrix/left-out.mjs";

const test = (fullName: string, figure?: string) => ({
  fullName,
  status: "skipped",
  ...(figure !== undefined && { meta: { figure } }),
});
const resultOf = (...assertionResults: ReturnType<typeof test>[]) => ({
  numPassedTests: 1,
  numFailedTests: 0,
  numPendingTests: assertionResults.length,
  testResults: [{ name: "a.test.ts", message: "", assertionResults }],
});

describe("what a run leaves out", () => {
  const output = [
    "stdout | packages/integration/pipes/parallel.test.ts",
    "Not run: the recipes for GNU parallel. apt-get install parallel",
    "",
    "Not run: the recipes for GNU parallel. apt-get install parallel",
    "not run in deno: set DENO_BIN to a Deno binary",
    "a test that is not run",
  ].join("\n");

  it("is in its output, in lines that begin so, each once", () => {
    expect(linesOfNotRun(output)).toEqual([
      "Not run: the recipes for GNU parallel. apt-get install parallel",
      "not run in deno: set DENO_BIN to a Deno binary",
    ]);
    expect(linesOfNotRun("")).toEqual([]);
  });

  it("fails in CI, also if a test says it as a figure", () => {
    const result = resultOf(
      test(" KMS signs", "NOT RUN, missing here: moto"),
      test("clients send", "20,000 URLs"),
      test("skipped for another reason"),
    );
    expect(leftOutInCi(result, output)).toEqual([
      ...linesOfNotRun(output),
      "KMS signs: NOT RUN, missing here: moto",
    ]);
    expect(leftOutInCi(resultOf(test("a")), "")).toEqual([]);
  });

  it("does not fail in CI for programs that CI does not install", () => {
    const lines = "Not run: the lines of rotate in the AWS CLI, which is not installed.";
    expect(linesOfNotRun(lines)).toHaveLength(1);
    expect(leftOutInCi(resultOf(), lines)).toEqual([]);
  });
});
