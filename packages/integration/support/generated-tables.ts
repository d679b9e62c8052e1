import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Tables of the documentation that are made from the source. */

const packages = join(import.meta.dirname, "../..");

/** The members of a union of literals in a file below packages, each with the comment in front of it. */
export function membersOf(file: string, union: string): { member: string; comment: string }[] {
  const text = readFileSync(join(packages, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const type = source.statements
    .filter(ts.isTypeAliasDeclaration)
    .find(({ name }) => name.text === union)?.type;
  if (!type || !ts.isUnionTypeNode(type)) throw new Error(`no union ${union} in ${file}`);
  return type.types.map((member, i) => {
    const [comment] = ts.getLeadingCommentRanges(text, type.types[i - 1]?.end ?? type.pos) ?? [];
    const lines = comment ? text.slice(comment.pos + 3, comment.end - 2).split("\n") : [];
    return {
      member: member.getText(source).slice(1, -1),
      comment: lines
        .map((line) => line.replace(/^\s*\*?\s*/, "").trim())
        .join(" ")
        .trim(),
    };
  });
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
