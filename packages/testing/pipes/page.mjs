// The recipes for GNU parallel and Spark in examples/bulk/README.md: its blocks with `file=NAME`. The tests and the benchmark run them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../folders.mjs";

export const page = readFileSync(join(root, "examples/bulk/README.md"), "utf8");

const files = new Map(
  Array.from(page.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```/gm), ([, name = "", text = ""]) => [
    name,
    text,
  ]),
);

/**
 * @param {string} name
 * @param {Readonly<Record<string, string>>} [changes] what the page has, such as a path, and what is there
 * instead here
 */
export function pageFile(name, changes = {}) {
  const text = files.get(name);
  if (text === undefined) throw new Error(`examples/bulk/README.md has no block with file=${name}`);
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`${name} of examples/bulk/README.md lacks ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}
