import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Tables of the documentation that are made from the source. */

const packages = join(import.meta.dirname, "../..");

/** A member of a union. */
export interface UnionMember {
  readonly member: string;
  /** The text of the comment in front of it, without its tags. */
  readonly comment: string;
  /** The link of its tag `@see`. */
  readonly see: string | undefined;
}

/** The members of a union of literals in a file below packages. */
export function membersOf(file: string, union: string): UnionMember[] {
  return unionsOf(file).find(({ name }) => name === union)?.members ?? [];
}

/** The members of all unions of a folder below packages whose names end so. */
export function membersIn(folder: string, ending: string): UnionMember[] {
  return readdirSync(join(packages, folder)).flatMap((file) =>
    unionsOf(`${folder}/${file}`)
      .filter(({ name }) => name.endsWith(ending))
      .flatMap(({ members }) => members),
  );
}

/** The exported types of a file that are literals or unions of them. */
function unionsOf(file: string): { name: string; members: UnionMember[] }[] {
  const text = readFileSync(join(packages, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  return source.statements
    .filter(ts.isTypeAliasDeclaration)
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .map(({ name, type }) => {
      const types = ts.isUnionTypeNode(type) ? [...type.types] : [type];
      const members = types.map((member, i) => ({
        member: member.getText(source).slice(1, -1),
        ...commentIn(text, types[i - 1]?.end ?? type.pos),
      }));
      return { name: name.text, members };
    });
}

/** The entries of the tables in a file below packages, each with the comment in front of it and the source in it. */
export function entriesOf(file: string): { entry: string; comment: string; source: string | undefined }[] {
  const text = readFileSync(join(packages, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ initializer }) =>
      initializer && ts.isObjectLiteralExpression(initializer) ? initializer.properties : [],
    )
    .filter(ts.isPropertyAssignment)
    .map((property) => ({
      entry: (property.name as ts.StringLiteral | ts.Identifier).text,
      comment: commentIn(text, property.pos).comment,
      source: /\/\/ Source: (.+)/.exec(property.initializer.getFullText(source))?.[1],
    }));
}

/** What the comment that begins at a position says. */
function commentIn(text: string, at: number): Omit<UnionMember, "member"> {
  const [comment] = ts.getLeadingCommentRanges(text, at) ?? [];
  const lines = comment ? text.slice(comment.pos + 3, comment.end - 2).split("\n") : [];
  const words = lines.map((line) => line.replace(/^\s*\*?\s*/, "").trim()).join(" ");
  return { comment: words.replace(/ @\w.*/, "").trim(), see: /@see (\S+)/.exec(words)?.[1] };
}

/** Plain text as a cell of a table. */
export function cell(text: string): string {
  return text.replace(/[\\*_~&<|]/g, "\\$&");
}

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The page with other text below a heading, up to the next heading of its level or the end. */
export function withSection(text: string, heading: string, content: string): string {
  const start = text.indexOf(`\n## ${heading}\n`);
  if (start < 0) throw new Error(`no heading ${heading}`);
  const end = text.indexOf("\n## ", start + 1);
  const rest = end < 0 ? "" : text.slice(end);
  return `${text.slice(0, start)}\n## ${heading}\n\n${content}\n${rest}`;
}
