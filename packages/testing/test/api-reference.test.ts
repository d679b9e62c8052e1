import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findProblems } from "../api-reference/docstring-rules.mjs";
import { pageName, readProject } from "../api-reference/project.mjs";
import { libraryFiles } from "../library.mjs";

const folder = mkdtempSync(join(tmpdir(), "api-reference-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The problems of a module. */
async function problemsOf(source: string): Promise<string[]> {
  const file = join(folder, "module.ts");
  const tsconfig = join(folder, "tsconfig.json");
  writeFileSync(file, `/**\n * A module.\n *\n * @module\n */\n${source}`);
  writeFileSync(tsconfig, JSON.stringify({ files: [file], compilerOptions: { strict: true, types: [] } }));
  const { project } = await readProject({ files: { module: file }, tsconfig });
  return findProblems(project).map((problem) => problem.replace("module.", ""));
}

describe("the check of docstrings", () => {
  it("finds nothing in a module that says everything", async () => {
    const problems = await problemsOf(`
      /** The codes. */
      export type CloudFrontSignErrorCode = "ERR_URL_INVALID" | "ERR_KEY";
      /** Options of {@link sign}. */
      export interface Options {
        /** Time until expiry in seconds. */
        readonly lifetime?: number;
      }
      /**
       * Signs a URL.
       *
       * @param url the URL
       * @param options how long it is valid
       * @returns the signed URL
       * @throws \`ERR_URL_INVALID\` for a relative URL.
       * @example
       * sign("https://example.com/", { lifetime: 60 });
       */
      export function sign(url: string, options: Options): string {
        return url + options.lifetime;
      }
    `);
    expect(problems).toEqual([]);
  });

  it("finds a missing parameter, result, error and example", async () => {
    const problems = await problemsOf(`
      /** Signs a URL. */
      export function sign(url: string): string {
        return url;
      }
    `);
    expect(problems).toEqual([
      "sign.sign: has no @param url",
      "sign.sign: has no @returns",
      "sign.sign: has no @example",
      'sign.sign: has no @throws with an error code, and does not say "Never throws"',
    ]);
  });

  it("finds an error code that does not exist", async () => {
    const problems = await problemsOf(
      `/** \`ERR_URL_INVALID\` or \`ERR_URL_WRONG\`. */\nexport type CloudFrontSignErrorCode = "ERR_URL_INVALID" | "ERR_KEY";`,
    );
    expect(problems).toEqual(["CloudFrontSignErrorCode: names ERR_URL_WRONG, which is not an error code"]);
  });
});

describe("the reference", () => {
  it("has a page of its own for every entry point of every library", () => {
    const specifiers = Object.keys(libraryFiles({}));
    expect(new Set(specifiers.map(pageName)).size).toBe(specifiers.length);
  });
});
