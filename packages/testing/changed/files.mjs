// The files of the repository, which of them changed, what each imports, and the words in it.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "../folders.mjs";
import { run } from "../run.mjs";

/** @param {string[]} args @returns {Promise<string>} */
async function git(...args) {
  const { status, stdout, output } = await run("git", args, { cwd: root });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed\n${output}`);
  return stdout;
}

/** @param {string} text separated by null characters */
const paths = (text) => text.split("\0").filter(Boolean);

/** Every file that Git has or would add. */
export const allFiles = async () =>
  paths(await git("ls-files", "-z", "--cached", "--others", "--exclude-standard")).filter((file) =>
    existsSync(join(root, file)),
  );

/** What differs from HEAD, new and deleted files included. */
export const changedFiles = async () => [
  ...paths(await git("diff", "--name-only", "--no-renames", "--relative", "-z", "HEAD")),
  ...paths(await git("ls-files", "-z", "--others", "--exclude-standard")),
];

/** @param {string} file @returns {Promise<string>} its text; of a deleted file the text that HEAD has */
export const textOf = async (file) => {
  const path = join(root, file);
  if (existsSync(path)) return statSync(path).isFile() ? readFileSync(path, "utf8") : "";
  return git("show", `HEAD:${file}`);
};

/**
 * The part of a path from the top level, with slashes.
 * @param {string} path
 * @param {string} [from]
 */
export const inRoot = (path, from = process.env.INIT_CWD ?? process.cwd()) =>
  relative(root, resolve(from, path)).replaceAll("\\", "/");

/**
 * @typedef {object} Import
 * @property {string} specifier
 * @property {string[] | undefined} names what it takes of the module; all of it if undefined
 * @property {boolean} passesOn whether it is an `export … from`
 */

const clause = /\b(import|export)\s+(?:type\s+)?(?:(\{[^}]*\})|[\w$*,{}\s]*?)\s*from\s*["']([^"'\n]+)["']/g;
const bare = /\bimport\s*\(?\s*["']([^"'\n]+)["']/g;

/** @param {string} text of a module in the style of the formatter @returns {Import[]} */
export const importsOf = (text) => [
  ...Array.from(text.matchAll(clause), ([, keyword, names, specifier = ""]) => ({
    specifier,
    names: names?.match(/(?<![\w$]|\bas )(?!(?:type|as)\b)[\w$]+/g) ?? undefined,
    passesOn: keyword === "export",
  })),
  ...Array.from(text.matchAll(bare), ([, specifier = ""]) => ({
    specifier,
    names: undefined,
    passesOn: false,
  })),
];

/** Whole names and their parts: `keyPairId` is keypairid, key, pair and id. @param {string} text */
export function wordsOf(text) {
  /** @type {Map<string, number>} */
  const words = new Map();
  /** @param {string} word */
  const add = (word) => words.set(word, (words.get(word) ?? 0) + 1);
  for (const [name] of text.matchAll(/[A-Za-z][A-Za-z0-9]+/g)) {
    const parts = name.match(/[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*/g) ?? [];
    if (parts.length > 1) add(name.toLowerCase());
    for (const part of parts) if (part.length > 1) add(part.toLowerCase().replace(/(?<=\w\w\w)s$/, ""));
  }
  return words;
}

/** @param {string} from a file @param {string} specifier a relative one, perhaps with the `?raw` of a text file */
export const resolveFrom = (from, specifier) =>
  inRoot(specifier.replace(/\?raw$/, ""), join(root, dirname(from)));
