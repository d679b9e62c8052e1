import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { integration } from "@cloudfront-sign-webcrypto/testing/folders";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import keys from "@cloudfront-sign-webcrypto/testing/vectors/keys.json" with { type: "json" };
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runInThread } from "../support/run-in-thread.ts";
import { type CodemodCase, codemodCases } from "./support/cases.ts";
import { runCodemod } from "./support/codemod.ts";
import { bundleOf, bundlePrograms } from "./support/running-app.ts";

/** Inside the package, so that programs find what they import. */
const folder = mkdtempSync(join(integration, ".examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyFile = join(folder, "key.pem");
const pem = Buffer.from(keys["rsa2048.pkcs8.pem"], "base64").toString();
writeFileSync(keyFile, pem);
const env = {
  ...process.env,
  NODE_OPTIONS: "",
  CLOUDFRONT_PRIVATE_KEY: pem,
  CLOUDFRONT_PRIVATE_KEY_FILE: keyFile,
};

/** Writes the code before the change into a folder of its own. */
function written(name: string, cases: readonly CodemodCase[]): string {
  const place = join(folder, name);
  mkdirSync(place);
  for (const { file, before } of cases) writeFileSync(join(place, file), before);
  return place;
}

const moved = codemodCases("moved.md");
const before = written("before", moved);
const after = written("after", moved);
const first = runCodemod(after);
const second = runCodemod(after);

describe("the codemod", () => {
  it.each(moved)("moves: $title", ({ file, expected }) => {
    expect(readFileSync(join(after, file), "utf8")).toBe(expected);
  });

  it("reports nothing when it moves a file, and each mark in the next run", () => {
    expect(first).toMatchObject({ status: 0, reports: [] });
    const marks = moved.flatMap(({ file, expected }) =>
      expected
        .split("\n")
        .flatMap((line, i) => (line.includes("/* now async") ? `${file}:${i + 1} check-callers` : [])),
    );
    expect(marks.length).toBeGreaterThan(5);
    expect(second.reports).toEqual(marks);
    expect(second.status).toBe(1);
    expect(second.output).not.toContain("Applied");
  });

  it("leaves code that compiles as strict TypeScript", () => {
    const files = moved
      .flatMap(({ file }) => [join(before, file), join(after, file)])
      .filter((file) => file.endsWith(".mts"));
    const program = ts.createProgram(files, {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      esModuleInterop: true,
      skipLibCheck: true,
      types: ["node"],
      paths: Object.fromEntries(Object.entries(libraryFiles({})).map(([name, file]) => [name, [file]])),
    });
    // `npm run check` compiles the library itself.
    const problems = files.flatMap((file) => {
      const source = program.getSourceFile(file);
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    });
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual([]);
  });

  const printing = moved.filter(({ before }) => before.includes("console.log"));
  const places = printing.flatMap(({ file }) => [join(before, file), join(after, file)]);
  beforeAll(() => bundlePrograms(folder, places));

  async function printed(file: string): Promise<string> {
    const { status, stdout, stderr } = await runInThread(bundleOf(file), env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout;
  }

  it.each(printing)("keeps the signatures: $title", async ({ file }) => {
    expect(await printed(join(after, file))).toBe(await printed(join(before, file)));
  });
});

describe("a file that needs a person", () => {
  const byHand = codemodCases("by-hand.md");
  const place = written("by-hand", byHand);
  const { reports, status } = runCodemod(place);

  it.each(byHand)("stays as it is, and each place is reported: $title", ({ file, before, expected }) => {
    expect(readFileSync(join(place, file), "utf8")).toBe(before);
    const places = reports.filter((report) => report.startsWith(`${file}:`));
    expect(places.map((report) => report.slice(file.length + 1))).toEqual(expected.trimEnd().split("\n"));
    expect(status).toBe(1);
  });
});
