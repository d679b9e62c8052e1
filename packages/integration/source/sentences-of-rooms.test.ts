import { dirname, posix } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { behind, packageNames, sourceFolders } from "./support/source-graph.ts";

/**
 * No room reads the English of another: it looks at values, such as the code and the option of an error or the ID of
 * a finding. A sentence can then change in one place. The rooms are the folders in the src of a library, and each
 * program as a whole.
 */

interface Source {
  /** The folder of its package, and the path below src, with forward slashes. */
  readonly file: string;
  readonly tree: ts.SourceFile;
  /** The values of its constants, by their names. */
  readonly constants: ReadonlyMap<string, ts.Node>;
}

interface Needle {
  readonly file: string;
  readonly line: number;
  /** Text that a call looks for, or a piece of its regular expression. */
  readonly text: string;
}

const finders = [
  "replace",
  "replaceAll",
  "includes",
  "match",
  "matchAll",
  "search",
  "startsWith",
  "endsWith",
  "indexOf",
  "lastIndexOf",
  "split",
];
/** Of these, the regular expression stands before the dot. */
const findersOfExpressions = ["test", "exec"];

const programs = ["command", "conformance"];

function roomOf(file: string): string {
  const [name = "", room] = file.split("/");
  return programs.includes(name) ? name : `${name}/${room}`;
}

/** Two words of a sentence. */
const isPhrase = (text: string): boolean => /[a-z]{2,}[,:;]? [a-z]{2,}/.test(text);
/** The name of an option, as sentences have it. */
const isOptionName = (text: string): boolean => /^[a-z]+[A-Z][A-Za-z]+$/.test(text);

const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateLiteralLikeNode =>
  ts.isStringLiteralLike(node) ||
  node.kind === ts.SyntaxKind.TemplateHead ||
  node.kind === ts.SyntaxKind.TemplateMiddle ||
  node.kind === ts.SyntaxKind.TemplateTail;

/** Calls `visit` for a node and everything in it but types and the names of modules. */
function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** The texts in a node; of a regular expression the pieces between what is not a plain character. */
function textsIn(node: ts.Node): string[] {
  const texts: string[] = [];
  walk(node, (one) => {
    if (isText(one)) texts.push(one.text);
    else if (ts.isRegularExpressionLiteral(one)) texts.push(...piecesOf(one.text));
  });
  return texts;
}

function piecesOf(expression: string): string[] {
  return expression
    .slice(1, expression.lastIndexOf("/"))
    .replace(/\\[bBdDsSwW]|\(\?(?::|<?[=!]|<\w+>)/g, "\0")
    .replace(/\\(?=.)/g, "")
    .split(/[\0()[\]{}|?*+^$]/);
}

/** The constants of a file by their names, also those that it imports. */
function constantsOf(source: Source, sources: ReadonlyMap<string, Source>): Map<string, ts.Node> {
  const constants = new Map<string, ts.Node>();
  for (const statement of source.tree.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
    const names = statement.importClause?.namedBindings;
    if (names && ts.isNamedImports(names))
      for (const { name, propertyName } of names.elements) {
        const imported = (propertyName ?? name).text;
        const node = sources.get(fileOf(imported, specifier, source.file))?.constants.get(imported);
        if (node) constants.set(name.text, node);
      }
  }
  for (const [name, node] of source.constants) constants.set(name, node);
  return constants;
}

/** The file that has what a file imports: a door of another package leads to it. */
function fileOf(imported: string, specifier: string, from: string): string {
  if (specifier.startsWith(".")) return posix.join(dirname(from), specifier);
  const door = behind(specifier);
  if (!door) return "";
  const room = sourceFolders[door.name].exportedFrom(door.file).get(imported);
  return `${door.name}/${room ?? door.file}`;
}

function declared(tree: ts.SourceFile): Map<string, ts.Node> {
  const found = new Map<string, ts.Node>();
  walk(tree, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      found.set(node.name.text, node.initializer);
  });
  return found;
}

/** What the calls and comparisons of a file look for. */
function needlesOf(source: Source, sources: ReadonlyMap<string, Source>): Needle[] {
  const { file, tree } = source;
  const constants = constantsOf(source, sources);
  const textsOf = (node: ts.Node, seen: readonly ts.Node[] = []): string[] => {
    if (seen.includes(node)) return [];
    const texts = textsIn(node);
    walk(node, (one) => {
      if (!ts.isIdentifier(one)) return;
      const origin = constants.get(one.text) ?? listOf(one);
      if (origin) texts.push(...textsOf(origin, [...seen, node]));
    });
    return texts;
  };
  const needles: Needle[] = [];
  const add = (node: ts.Node, at: ts.Node, isNeedle = isPhrase): void => {
    const line = tree.getLineAndCharacterOfPosition(at.getStart()).line + 1;
    for (const text of textsOf(node)) if (isNeedle(text)) needles.push({ file, line, text });
  };
  walk(tree, (node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      const [needle] = node.arguments;
      if (finders.includes(name.text) && needle) add(needle, node);
      if (/^replace/.test(name.text) && needle) add(needle, node, isOptionName);
      if (findersOfExpressions.includes(name.text)) add(expression, node);
    }
    if (ts.isCaseClause(node) && isText(node.expression)) add(node.expression, node);
    if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText()))
      for (const side of [node.left, node.right]) if (isText(side)) add(side, node);
  });
  return needles;
}

/** The list of which a name is an entry: `list.some((name) => …)`, `for (const [name] of list)`. */
function listOf(name: ts.Identifier): ts.Node | undefined {
  for (let node: ts.Node = name; !ts.isSourceFile(node); node = node.parent) {
    const declaresName = (binding: ts.Node): boolean => {
      let found = false;
      walk(binding, (one) => {
        if (ts.isIdentifier(one) && one.text === name.text) found = true;
      });
      return found;
    };
    if (ts.isForOfStatement(node) && declaresName(node.initializer)) return node.expression;
    if (!ts.isArrowFunction(node) || !node.parameters.some((one) => declaresName(one.name))) continue;
    const call = node.parent;
    return ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression)
      ? call.expression.expression
      : undefined;
  }
  return undefined;
}

/** The words of CloudFront, S3, Next.js and browsers: several rooms read their answers, and one answers in CloudFront's place. */
const wordsOfOthers = [
  " from cloudfront",
  "The request could not be satisfied",
  "Missing Key-Pair-Id query parameter or cookie value",
  "Could not unencode Signature",
  "Request has expired",
  "Query-string authentication requires",
  '"url" parameter is ',
  "request method",
];

/** Each place of `sources` that looks for a text of another room. */
function foreignSentences(sources: readonly Source[]): string[] {
  const sentencesOfRooms = new Map<string, string>();
  for (const { file, tree } of sources) {
    const sentences = textsIn(tree).filter((text) => /[a-z] [a-z]/.test(text));
    const room = roomOf(file);
    sentencesOfRooms.set(room, [sentencesOfRooms.get(room) ?? "", ...sentences].join("\0"));
  }
  const byFile = new Map(sources.map((source) => [source.file, source]));
  const found = sources
    .flatMap((source) => needlesOf(source, byFile))
    .filter(({ text }) => !wordsOfOthers.includes(text))
    .flatMap(({ file, line, text }) =>
      [...sentencesOfRooms]
        .filter(([room, sentences]) => room !== roomOf(file) && sentences.includes(text.trim()))
        .map(([room]) => `${file}:${line} looks for ${JSON.stringify(text)} of ${room}`),
    );
  return [...new Set(found)];
}

const sourceOf = (file: string, tree: ts.SourceFile): Source => ({ file, tree, constants: declared(tree) });
const parse = (file: string, text: string): Source =>
  sourceOf(file, ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true));

describe("the rooms of the packages", () => {
  it("look for no sentence of another room", () => {
    const sources = packageNames.flatMap((name) =>
      [...sourceFolders[name].sources.values()].map(({ file, tree }) => sourceOf(`${name}/${file}`, tree)),
    );
    expect(sources.length).toBeGreaterThan(20);
    expect(foreignSentences(sources)).toEqual([]);
  });

  const library = [
    parse("core/key/path.ts", 'export const path = "is a file path; read the file: readFileSync(path)";'),
    parse(
      "key/place.ts",
      'export const place = (i: number) => "the document at index " + i + " needs privateKey";',
    ),
  ];
  const found = (code: string, ...more: Source[]) =>
    foreignSentences([...library, ...more, parse("command/words.ts", code)]);

  it.each([
    ["a text that is looked for", 'if (message.includes("is a file path")) use();'],
    ["a sentence of a switch", 'switch (message) { case "is a file path": use(); }'],
    ["a regular expression", "text.replace(/(?:in |on )?(?:the document at index (\\d+))/g, use);"],
    ["the name of an option", "text.replace(/\\bprivateKey\\b/g, flag);"],
    [
      "a table and a loop",
      'const steps = ["read the file"]; for (const said of steps) if (text.startsWith(said)) use();',
    ],
  ])("their rule finds %s", (_, code) => {
    expect(found(code)).toHaveLength(1);
  });

  it("their rule finds a table of another file", () => {
    const table = parse("command/steps.ts", 'export const steps = ["read the file"];');
    const code = 'import { steps } from "./steps.ts"; steps.some((said) => text.includes(said));';
    expect(found(code, table)).toEqual(['command/words.ts:1 looks for "read the file" of core/key']);
  });

  it.each([
    ["a value", 'if (error.code === "ERR_KEY_INVALID" && error.option === "privateKey") use();'],
    ["a sentence of their own", 'const own = "no such command"; if (text.includes(own)) use();'],
    ["the same words, said and not looked for", 'say("is a file path");'],
  ])("their rule allows %s", (_, code) => {
    expect(found(code)).toEqual([]);
  });

  it("their rule allows a sentence of the same room", () => {
    expect(
      foreignSentences([
        ...library,
        parse("core/key/other.ts", 'if (text.includes("is a file path")) use();'),
      ]),
    ).toEqual([]);
  });
});
