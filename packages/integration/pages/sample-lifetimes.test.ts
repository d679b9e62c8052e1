import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { libraries } from "@cloudfront-sign-webcrypto/testing/folders";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { packageReadmes } from "./support/package-readmes.ts";

/** What people copy: each signer that they keep has the limit that catches milliseconds. */

const root = join(import.meta.dirname, "../../..");

interface Sample {
  readonly from: string;
  readonly code: string;
}

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // Installed packages, tests, and what builds leave behind.
    if (entry.isDirectory())
      return /^(?:node_modules|test|\..*)$/.test(entry.name) ? [] : filesIn(path, ending);
    return entry.isFile() && ending.test(entry.name) ? [path] : [];
  });
}

const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

function blocksOf(from: string, text: string): Sample[] {
  return Array.from(text.matchAll(/^```[jt]s\b.*\n([\s\S]*?)^```/gm), ([, code = ""], i) => ({
    from: `${from} #${i + 1}`,
    code,
  }));
}

const pages = ["README.md", ...packageReadmes, ...filesIn("docs", /\.md$/), ...filesIn("examples", /\.md$/)];
const sources = libraries.flatMap(([, folder]) =>
  filesIn(join(folder, "src").slice(root.length + 1), /\.ts$/),
);
const blocks = [
  ...pages.flatMap((page) => blocksOf(page, textOf(page))),
  ...sources.flatMap((file) => blocksOf(file, textOf(file).replace(/^ *\* ?/gm, ""))),
];
const programs = filesIn("examples", /\.[cm]?[jt]sx?$/).map((from) => ({ from, code: textOf(from) }));

/** What a sample does, by its syntax tree. */
function read({ from, code }: Sample) {
  const file = ts.createSourceFile(from, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const signers: { readonly isLimited: boolean }[] = [];
  let hasLifetime = false;
  const namesOf = (node: ts.Node | undefined): string[] =>
    node !== undefined && ts.isObjectLiteralExpression(node)
      ? node.properties.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []))
      : [];
  const visit = (node: ts.Node): void => {
    if (namesOf(node).some((name) => name === "expiresIn" || name === "dateLessThan")) hasLifetime = true;
    if (ts.isCallExpression(node) && node.expression.getText() === "createCloudFrontSigner") {
      // One that nobody keeps checks a key or an ID.
      if (!ts.isExpressionStatement(node.parent))
        signers.push({ isLimited: namesOf(node.arguments[0]).includes("maxLifetime") });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { signers, hasLifetime };
}

const unlimited = (samples: readonly Sample[], isMeant: (sample: ReturnType<typeof read>) => boolean) =>
  samples
    .filter((sample) => sample.code.includes("createCloudFrontSigner"))
    .map((sample) => ({ from: sample.from, ...read(sample) }))
    .filter(isMeant);

describe("maxLifetime", () => {
  it.each([
    [
      "sample of the pages",
      unlimited(
        blocks.filter(({ from }) => /\.md #\d+$/.test(from)),
        () => true,
      ),
      60,
    ],
    [
      "sample of the docstrings that gives an expiry",
      unlimited(
        blocks.filter(({ from }) => !/\.md #\d+$/.test(from)),
        ({ hasLifetime }) => hasLifetime,
      ),
      5,
    ],
    ["program of the examples", unlimited(programs, () => true), 20],
  ])("stands in every %s", (_, samples, least) => {
    expect(samples.flatMap(({ signers }) => signers).length).toBeGreaterThan(least);
    const without = samples.filter(({ signers }) => signers.some(({ isLimited }) => !isLimited));
    expect(without.map(({ from }) => from)).toEqual([]);
  });

  it("stands in the first sample of the README and of getting started", () => {
    for (const page of ["README.md", "docs/getting-started.md"]) {
      const first = blocks.find(
        ({ from, code }) => from.startsWith(page) && code.includes("createCloudFrontSigner"),
      );
      expect(first && read(first).signers).toEqual([{ isLimited: true }]);
    }
  });
});
