import { join } from "node:path";
import { libraries, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/**
 * The public types of each published library, as one file to read and to compare: test/public-types.txt in its folder.
 * `npx vitest run --project node public-types -u` in packages/testing writes it. What differs there is a change for users.
 */

const { config } = ts.readConfigFile(join(root, "tsconfig.base.json"), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root);
const entries = Object.entries(libraryFiles({})).filter(([specifier]) => !specifier.endsWith("/internals"));
const program = ts.createProgram(
  entries.map(([, file]) => file),
  { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, removeComments: true },
);
const checker = program.getTypeChecker();

/** The declarations of a source file, as they are emitted. */
const emitted = new Map<ts.SourceFile, ts.SourceFile>();
function declarationsOf(source: ts.SourceFile): ts.SourceFile {
  let declarations = emitted.get(source);
  if (!declarations) {
    let text = "";
    program.emit(source, (_, content) => {
      text = content;
    });
    declarations = ts.createSourceFile(source.fileName, text, ts.ScriptTarget.ES2022, true);
    emitted.set(source, declarations);
  }
  return declarations;
}

/** The statements that declare a name: several for overloads. */
function statementsOf(name: string, source: ts.SourceFile): string[] {
  const file = declarationsOf(source);
  const declares = (statement: ts.Statement): boolean =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.some((one) => one.name.getText(file) === name)
      : (statement as { name?: ts.Node } & ts.Statement).name?.getText(file) === name;
  return file.statements.filter(declares).map((statement) => statement.getText(file));
}

/** A union of unions that are not exported, with the literals that a user writes; `undefined` for anything else. */
function literalsOf({ name, declarations = [] }: ts.Symbol): string[] | undefined {
  const [declaration] = declarations;
  if (!declaration || !ts.isTypeAliasDeclaration(declaration)) return undefined;
  const { type } = declaration;
  if (!ts.isUnionTypeNode(type) || !type.types.every(ts.isTypeReferenceNode)) return undefined;
  const members = type.types.map((node) => checker.getTypeFromTypeNode(node));
  const literals = members.flatMap((member) => (member.isUnion() ? member.types : [member]));
  if (!literals.every((literal) => literal.isStringLiteral())) return undefined;
  return [`export type ${name} = ${literals.map(({ value }) => JSON.stringify(value)).join(" | ")};`];
}

/** The exports of an entry point in the order of their names; `seen` has those of earlier ones. */
function typesOf(file: string, folder: string, seen: Set<ts.Symbol>): string {
  const source = program.getSourceFile(file) as ts.SourceFile;
  const module = checker.getSymbolAtLocation(source) as ts.Symbol;
  const again: string[] = [];
  const lines: string[] = [];
  const exported = checker.getExportsOfModule(module).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const symbol of exported) {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const declared = target.declarations?.[0]?.getSourceFile() as ts.SourceFile;
    if (seen.has(target) || !declared.fileName.startsWith(folder)) again.push(symbol.name);
    else lines.push(...(literalsOf(target) ?? statementsOf(target.name, declared)));
    seen.add(target);
  }
  const others = again.length === 0 ? [] : [`// and, of another entry point: ${again.join(", ")}`];
  return [...lines, ...others].join("\n");
}

describe.each(libraries)("the public types of %s", (name, folder) => {
  const seen = new Set<ts.Symbol>();
  const own = entries.filter(([specifier]) => specifier === name || specifier.startsWith(`${name}/`));
  const sections = own.map(
    ([specifier, file]) => `// ${specifier}\n\n${typesOf(file, join(folder, "src"), seen)}\n`,
  );

  it("are those of its test/public-types.txt", async () => {
    await expect(sections.join("\n")).toMatchFileSnapshot(join(folder, "test/public-types.txt"));
  });

  it("have every name that they use", () => {
    expect(sections.join("\n")).not.toMatch(/import\("|\.\.\. \d+ more/);
  });
});
