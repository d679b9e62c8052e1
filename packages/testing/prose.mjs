// npm run prose: what an editor looks at in the pages: how many words people write, sentences of more than 25 words, and
// eight words in a row that stand twice. It fails nothing.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folders.mjs";

/** Parts that a test or the benchmark writes, or holds row by row: from this heading to the next one of its level. @type {Record<string, string[]>} */
const written = {
  "docs/command.md": ["### Every difference", "## Every command's help"],
  "docs/doctor.md": ["## Findings"],
  "docs/findings.md": ["## Findings"],
  "packages/integration/signers/README.md": [
    "## Inputs at risk",
    "## What is changed",
    "## Public issues",
    "## The signers",
    "## Signers known only from their source",
    "## The signers' own tests",
    "## Every kind of input",
  ],
  "docs/migrating.md": [
    "## Every difference from @aws-sdk/cloudfront-signer",
    "## Every difference from aws-cloudfront-sign",
  ],
  "docs/status.md": ["### Tested versions"],
  "packages/conformance/README.md": ["## The questions"],
};
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  ...["command", "conformance", "diagnosis", "integration/signers", "media"].map(
    (name) => `packages/${name}/README.md`,
  ),
  ...["upload", "one-time-link"].map((name) => `examples/${name}/README.md`),
];

/** The page without code, and without what is written by a program. @param {string} page */
function ownText(page) {
  const text = readFileSync(join(root, page), "utf8")
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/<!-- measured:[\s\S]*?<!-- \/measured -->/g, "")
    .replace(/<!-- benchmarks:start[\s\S]*?<!-- benchmarks:end -->/g, "")
    // Examples of messages in docs/errors.md.
    .replace(/^\| ``.*$/gm, "")
    .replace(/<!--[\s\S]*?-->/g, "");
  return (written[page] ?? []).reduce((rest, heading) => {
    const [level = ""] = heading.split(" ");
    const start = rest.indexOf(`\n${heading}\n`);
    if (start < 0) return rest;
    const after = rest.slice(start + heading.length);
    const end = after.search(new RegExp(`\n#{2,${level.length}} `));
    return rest.slice(0, start) + (end < 0 ? "" : after.slice(end));
  }, text);
}

/** @param {string} text */
const words = (text) => text.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word)).length;

/** A row of a table is a cell each, and a list an item each. @param {string} page */
function sentences(page) {
  return ownText(page)
    .split(/\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.)\s?)/)
    .flatMap((block) => (/^\s*\|/.test(block) ? block.split(" | ") : [block]))
    .filter((block) => !/^\s*(?:<picture|\[[^\]]+\]\(#)/.test(block))
    .flatMap((block) =>
      block
        .replace(/\]\([^)]*\)/g, "]")
        .replace(/`+[^`]*`+/g, "X")
        .replaceAll("\n", " ")
        .split(/(?<=[.!?:;](?:\*\*)?)\s+(?=[A-Z*[X(\d])/),
    );
}

/** @param {string} sentence @returns {string[]} */
const wordsOf = (sentence) => sentence.match(/[A-Za-z0-9’'-]+/g) ?? [];

for (const page of pages) {
  const long = sentences(page).filter((sentence) => wordsOf(sentence).length > 25);
  console.log(`${page}: ${words(ownText(page))} words, ${long.length} sentences of more than 25`);
  for (const sentence of long) console.log(`  ${sentence.trim()}`);
}
console.log(`${pages.reduce((sum, page) => sum + words(ownText(page)), 0)} words in all`);

/** @type {Map<string, string>} */
const places = new Map();
for (const page of pages)
  for (const sentence of sentences(page)) {
    const names = wordsOf(sentence.toLowerCase());
    for (let i = 0; i + 8 <= names.length; i++) {
      const run = names.slice(i, i + 8).join(" ");
      const before = places.get(run);
      if (before) console.log(`twice, in ${before} and ${page}: ${run}`);
      places.set(run, page);
    }
  }
