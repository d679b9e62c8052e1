import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const src = join(import.meta.dirname, "../../src");

/**
 * The folders of src. Each may import those before it and itself; folders in one row are siblings and never
 * import each other.
 */
const layers = [
  ["errors"],
  ["cache", "encoding"],
  ["options"],
  ["key", "policy", "url", "cookie"],
  ["sign", "verify"],
  ["explain", "manifest", "doctor", "remote", "client", "aws-sdk", "aws-cloudfront-sign"],
  ["edge"],
  ["entry points"],
  ["cli"],
];

interface Source {
  /** Path below src, with forward slashes. */
  readonly file: string;
  readonly imports: readonly string[];
  readonly tree: ts.SourceFile;
}

function read(file: string): Source {
  const text = readFileSync(join(src, file), "utf8");
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const imports: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
      imports.push((node.moduleSpecifier as ts.StringLiteral).text);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      imports.push((node.arguments[0] as ts.StringLiteral).text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { file, imports, tree };
}

const sources = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => read(relative(src, join(src, file)).replaceAll("\\", "/")));
const files = new Set(sources.map(({ file }) => file));
const resolve = (from: string, specifier: string): string => posix.join(dirname(from), specifier);

/** The folder of a file. At the top are the errors, and a file for each entry point of the package. */
function place(file: string): string {
  const [folder, inside] = file.split("/");
  if (inside !== undefined) return folder ?? "";
  return file === "errors.ts" ? "errors" : "entry points";
}
const layerOf = (file: string): number => layers.findIndex((row) => row.includes(place(file)));

function allowed(from: string, to: string): boolean {
  return layerOf(to) < layerOf(from) || place(from) === place(to);
}

describe("the import graph of src", () => {
  it("assigns a layer to every file", () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.filter(({ file }) => layerOf(file) < 0).map(({ file }) => file)).toEqual([]);
  });

  it("imports only relative files that exist; node: only in cli", () => {
    const wrong = sources.flatMap(({ file, imports }) =>
      imports
        .filter((specifier) =>
          specifier.startsWith("node:")
            ? place(file) !== "cli"
            : !specifier.startsWith(".") || !files.has(resolve(file, specifier)),
        )
        .map((specifier) => `${file} -> ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it("has no import of a higher layer or of a sibling", () => {
    const wrong = sources.flatMap(({ file, imports }) =>
      imports
        .filter((specifier) => specifier.startsWith(".") && !allowed(file, resolve(file, specifier)))
        .map((specifier) => `${file} -> ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it("its rule refuses an import of a higher layer or of a sibling", () => {
    expect(allowed("errors.ts", "options/clock.ts")).toBe(false);
    expect(allowed("key/jwk.ts", "url/wire-form.ts")).toBe(false);
    expect(allowed("url/wire-form.ts", "sign/policy-terms.ts")).toBe(false);
    expect(allowed("sign/policy-terms.ts", "url/wire-form.ts")).toBe(true);
    expect(allowed("verify/verifier.ts", "explain/findings.ts")).toBe(false);
    expect(allowed("explain/findings.ts", "verify/verifier.ts")).toBe(true);
  });

  it("has no private-key code in what verifies", () => {
    const reached = new Set<string>();
    const walk = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const specifier of sources.find((source) => source.file === file)?.imports ?? [])
        if (specifier.startsWith(".")) walk(resolve(file, specifier));
    };
    walk("verify.ts");
    walk("edge.ts");
    expect(reached).toContain("key/public-key.ts");
    expect(
      [...reached].filter((file) =>
        /private-|pbes2|signing-key|import-key|remote-signer|sign\/signer|sign-policy/.test(file),
      ),
    ).toEqual([]);
  });

  it("has no cycle", () => {
    const finished = new Set<string>();
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) throw new Error(`a cycle: ${[...path, file].join(" -> ")}`);
      if (finished.has(file)) return;
      const source = sources.find((candidate) => candidate.file === file);
      for (const specifier of source?.imports ?? [])
        if (specifier.startsWith(".")) walk(resolve(file, specifier), [...path, file]);
      finished.add(file);
    };
    for (const { file } of sources) walk(file, []);
    expect(finished.size).toBe(sources.length);
  });

  it.each(["Buffer", "process", "require", "__dirname", "global", "setImmediate"])(
    "uses no global %s outside cli",
    (name) => {
      const users = sources.filter(({ file, tree }) => {
        if (place(file) === "cli") return false;
        let found = false;
        const visit = (node: ts.Node): void => {
          if (
            ts.isIdentifier(node) &&
            node.text === name &&
            !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)
          )
            found = true;
          ts.forEachChild(node, visit);
        };
        visit(tree);
        return found;
      });
      expect(users.map(({ file }) => file)).toEqual([]);
    },
  );

  it("does nothing at import: the top level only declares", () => {
    const isPlain = (node: ts.Expression | undefined): boolean => {
      if (
        !node ||
        ts.isLiteralExpression(node) ||
        /^(true|false)$/.test(node.getText()) ||
        ts.isArrowFunction(node) ||
        ts.isIdentifier(node)
      )
        return true;
      if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return isPlain(node.expression);
      if (ts.isArrayLiteralExpression(node))
        return node.elements.every((element) =>
          isPlain(ts.isSpreadElement(element) ? element.expression : element),
        );
      if (ts.isObjectLiteralExpression(node))
        return node.properties.every(
          (property) => !ts.isPropertyAssignment(property) || isPlain(property.initializer),
        );
      return false;
    };
    const wrong = sources.flatMap(({ file, tree }) =>
      tree.statements
        .filter((statement) => {
          if (ts.isVariableStatement(statement))
            return !statement.declarationList.declarations.every(({ initializer }) => isPlain(initializer));
          return !(
            ts.isImportDeclaration(statement) ||
            ts.isExportDeclaration(statement) ||
            ts.isInterfaceDeclaration(statement) ||
            ts.isTypeAliasDeclaration(statement) ||
            ts.isFunctionDeclaration(statement) ||
            ts.isClassDeclaration(statement)
          );
        })
        .map((statement) => `${file}: ${statement.getText().slice(0, 60)}`),
    );
    // Nobody imports the command.
    expect(wrong.filter((line) => !line.startsWith("cli/"))).toEqual([]);
  });

  it("has no literal with classes of Unicode properties, which V8 expands whenever it loads the file", () => {
    const users = sources.flatMap(({ file, tree }) => {
      const found: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node) && /\\[pP]\{/.test(node.text))
          found.push(`${file}: ${node.text}`);
        ts.forEachChild(node, visit);
      };
      visit(tree);
      return found;
    });
    expect(users).toEqual([]);
  });
});
