import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The first line of a built ES module, after a line for the shell. */
export const bunMark = "// @bun\n";

/**
 * Marks the built ES modules of a folder as ready to run in Bun. Without the mark Bun transpiles them at each start that
 * finds no result of an earlier one on disk (in a container, in a function), which takes as long as all the rest: 44 instead of 28 ms of CPU for a process that signs one URL (Bun 1.4, 2026-11-30). See
 * "target" in Bun's documentation of its bundler.
 *
 * @param {string} folder
 */
export function markForBun(folder) {
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".js"),
  );
  for (const file of modules) {
    const path = join(folder, file);
    const code = readFileSync(path, "utf8");
    // Some versions of Bun read a file with the mark as Latin-1.
    const [character] = /[^\0-\x7f]/.exec(code) ?? [];
    if (character !== undefined)
      throw new Error(`${path} has the character ${character}, which is not ASCII`);
    const [shebang = ""] = /^#!.*\n/.exec(code) ?? [];
    writeFileSync(path, shebang + bunMark + code.slice(shebang.length));
  }
}
