// Marks the functions that the first URL of a process runs. V8 reads a function twice: when its file loads, only to find
// its end, and when it first runs. A function expression in parentheses is compiled when the file loads. Without it a first
// URL runs 13 % more instructions beyond raw WebCrypto (35.6 instead of 31.5 million, npm run first-url, 2026-11-30).
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** @typedef {import("./first-url.mjs").RanFunction} RanFunction */

/**
 * The functions at the top of a built file that the first URL runs, and that are not marked.
 *
 * @param {string} code
 * @param {readonly RanFunction[]} ran
 */
export function unmarkedFunctions(code, ran) {
  const names = new Map(ran.map(({ name, end }) => [end, name]));
  return ts
    .createSourceFile("built.js", code, ts.ScriptTarget.ES2022)
    .statements.filter(ts.isFunctionDeclaration)
    .filter(({ name, end }) => name && names.get(end) === name.text);
}

/**
 * The code with these functions marked: `function f() {}` becomes `var f=(function() {});`, which V8 still calls f in
 * stack traces.
 *
 * @param {string} code
 * @param {readonly RanFunction[]} ran
 */
export function compileAtOnce(code, ran) {
  let marked = "";
  let at = 0;
  for (const { pos, end, name } of unmarkedFunctions(code, ran)) {
    const text = code.slice(pos, end).trimStart();
    const start = end - text.length;
    const anonymous = text.replace(/^((?:async )?function)\s*(\*?)\s*[\w$]+/, "$1$2");
    marked += `${code.slice(at, start)}var ${name?.text}=(${anonymous});`;
    at = end;
  }
  return marked + code.slice(at);
}

/** Which functions the first URL runs with a built file, by the files of its folder. @param {string} file @returns {Record<string, RanFunction[]>} */
export function ranForFirstUrl(file) {
  const program = join(import.meta.dirname, "first-url.mjs");
  return JSON.parse(execFileSync(process.execPath, [program, file], { encoding: "utf8" }));
}

/** Marks them in all files that `.` loads. @param {string} folder of the built files */
export function compileFirstUrlAtOnce(folder) {
  for (const entry of ["index.js", "index.cjs"])
    for (const [name, ran] of Object.entries(ranForFirstUrl(join(folder, entry)))) {
      const path = join(folder, name);
      writeFileSync(path, compileAtOnce(readFileSync(path, "utf8"), ran));
    }
}
