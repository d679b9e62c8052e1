// npm run samples: formats the samples of the pages, so that none is cut on the site: 88 characters a line. With --check it
// lists the lines that are longer.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./folders.mjs";

const width = 88;
const biome = join(root, ".ci/node_modules/@biomejs/biome/bin/biome");

/** Every page with samples that people copy. */
export const samplePages = [
  "README.md",
  ...markdownIn("docs"),
  ...markdownIn("examples"),
  ...readdirSync(join(root, "examples"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .flatMap(({ name }) => markdownIn(`examples/${name}`)),
  ...["command", "diagnosis", "media"].map((name) => `packages/${name}/README.md`),
];

/** @param {string} folder @returns {string[]} */
function markdownIn(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

/** Not `typescript`, which is what a command prints. */
const block = /^```(ts|js|tsx)\b([^\n]*)\n([\s\S]*?)^```/gm;

/** @param {string} page */
const textOf = (page) => readFileSync(join(root, page), "utf8");

/** What a console.log prints, a long URL, a text: nobody can break it. */
const unbreakable = /^\s*(?:\/\/ |["'`].*["'`],?$|.*https?:\/\/\S{60}|.*(["'`]).{70,}\1)/;

/** The lines that are too long, of code that a formatter can break. @param {string} page */
export function longLines(page) {
  return Array.from(textOf(page).matchAll(block), ([, , , code = ""]) =>
    // Text of several lines is as it is.
    code.replace(/(?<=[=(,+] ?)`[^`]*\n[^`]*`/g, "``").split("\n"),
  )
    .flat()
    .filter((line) => line.length > width && !unbreakable.test(line));
}

/** The words of a comment in lines of the width. @param {string} start of each line @param {string} text */
function wrapped(start, text) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${start}${word}`);
  }
  return lines;
}

/** A comment that is a line of its own. @param {string} line */
function withinWidth(line) {
  const [, indent = "", start = "", text = ""] = /^(\s*)(\/\*\* |\* |\/\/ )(.*)$/.exec(line) ?? [];
  if (line.length <= width || start === "" || /https?:/.test(text)) return [line];
  if (start !== "/** ") return wrapped(`${indent}${start}`, text);
  if (!text.endsWith(" */")) return [line];
  return [`${indent}/**`, ...wrapped(`${indent} * `, text.slice(0, -3)), `${indent} */`];
}

/** A comment behind code that is too long goes above it; what console.log prints goes below it. @param {string} code */
const withComments = (code) =>
  code
    .split("\n")
    .flatMap((line) => {
      const [, before = "", indent = "", comment = ""] =
        /^((\s*)\S.*?[;,{(\]})]) (\/\/ .*)$/.exec(line) ?? [];
      if (comment === "" || line.length <= width) return [line];
      return before.includes("console.log(")
        ? [before, `${indent}${comment}`]
        : [`${indent}${comment}`, before];
    })
    .flatMap((line, i, lines) => (lines[i - 1]?.includes("console.log(") ? [line] : withinWidth(line)))
    .join("\n");

/** @param {string} page */
function formatPage(page) {
  const text = textOf(page);
  const folder = mkdtempSync(join(tmpdir(), "samples-"));
  try {
    const settings = { formatter: { indentStyle: "space", lineWidth: width }, linter: { enabled: false } };
    writeFileSync(join(folder, "biome.json"), JSON.stringify(settings));
    const codes = Array.from(text.matchAll(block), ([, language, , code = ""]) => ({ language, code }));
    const names = codes.map(({ language }, i) => `${i}.${language}`);
    for (const [i, { code }] of codes.entries())
      writeFileSync(join(folder, names[i] ?? ""), withComments(code));
    spawnSync(process.execPath, [biome, "format", "--write", "."], { cwd: folder });
    let i = 0;
    const formatted = text.replace(block, (whole, language, after, code) => {
      const own = readFileSync(join(folder, names[i++] ?? ""), "utf8");
      return code.split("\n").some((/** @type {string} */ line) => line.length > width)
        ? `\`\`\`${language}${after}\n${own}\`\`\``
        : whole;
    });
    writeFileSync(join(root, page), formatted);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const [, , mode, ...given] = process.argv;
  const pages = given.length > 0 ? given : samplePages;
  if (mode !== "--check") for (const page of pages) formatPage(page);
  for (const page of pages) for (const line of longLines(page)) console.log(`${page}: ${line}`);
}
