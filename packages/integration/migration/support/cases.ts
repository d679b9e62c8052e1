import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface CodemodCase {
  readonly title: string;
  /** Name of the file, with the ending that its language has. */
  readonly file: string;
  readonly before: string;
  /** Second block: the code after the codemod, the reports, or the code that a person has changed. */
  readonly expected: string;
}

/** The cases of a page in `cases/`: one section each, with one or two blocks of code. */
export function codemodCases(page: string): CodemodCase[] {
  const text = readFileSync(join(import.meta.dirname, "../cases", page), "utf8");
  return text
    .split(/^## /m)
    .slice(1)
    .map((section, i) => {
      const title = section.slice(0, section.indexOf("\n"));
      const blocks = section.matchAll(/^```(\w+) (?:before|after|report|by-hand)\n([\s\S]*?)^```/gm);
      const [[, language = "", before = ""] = [], [, , expected = ""] = []] = Array.from(blocks);
      const ending = language === "js" ? "cjs" : language === "ts" ? "mts" : language;
      return { title, file: `case-${i + 1}.${ending}`, before, expected };
    });
}
