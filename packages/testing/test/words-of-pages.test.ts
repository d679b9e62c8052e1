import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../folders.mjs";

/** Parts that a test or the benchmark writes: from this heading to the next one of its level. */
const written: Readonly<Record<string, readonly string[]>> = {
  "docs/command.md": ["### Every difference", "## Every command's help"],
  "docs/doctor.md": ["## Findings"],
  "docs/explain.md": ["## Findings"],
  "docs/findings.md": ["## Findings"],
  "docs/interoperability.md": [
    "## Inputs at risk",
    "## What is changed",
    "## The signers",
    "## The signers' own tests",
    "## Every kind of input",
  ],
  "docs/migrating.md": [
    "## Every difference from @aws-sdk/cloudfront-signer",
    "## Every difference from aws-cloudfront-sign",
  ],
  "packages/conformance/README.md": ["## The questions"],
};
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  ...["command", "conformance", "diagnosis", "media"].map((name) => `packages/${name}/README.md`),
];

/** The page without code, and without what is written by a program. */
function ownText(page: string): string {
  const text = readFileSync(join(root, page), "utf8")
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/<!-- measured:[\s\S]*?<!-- \/measured -->/g, "")
    .replace(/<!-- begin: npm test[\s\S]*?<!-- end -->/g, "")
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

const words = (text: string): number => text.split(/\s+/).filter(Boolean).length;

it("people write at most 51,000 words on all pages, beside code and what programs write", () => {
  const counts = pages.map((page) => words(ownText(page)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThan(20_000);
  expect(total).toBeLessThanOrEqual(51_000);
});

it("leaves out what programs write", () => {
  const help = words(readFileSync(join(root, "docs/command.md"), "utf8")) - words(ownText("docs/command.md"));
  expect(help).toBeGreaterThan(3000);
  expect(ownText("docs/scale.md")).not.toContain("measured:");
});

/** A row of a table is a cell each, and a list an item each. */
function sentences(page: string): string[] {
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

const wordsOf = (sentence: string): string[] => sentence.match(/[A-Za-z0-9’'-]+/g) ?? [];

it.each(pages)("%s has sentences of 25 words at most", (page) => {
  expect(sentences(page).filter((sentence) => wordsOf(sentence).length > 25)).toEqual([]);
});

it("no eight words in a row stand in two places, with three exceptions", () => {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const sentence of pages.flatMap(sentences)) {
    const names = wordsOf(sentence.toLowerCase());
    for (let i = 0; i + 8 <= names.length; i++) {
      const run = names.slice(i, i + 8).join(" ");
      if (seen.has(run)) twice.add(run);
      seen.add(run);
    }
  }
  // Two cells of the README, two rows of docs/sha1.md, the title of docs/unproven.md.
  expect([...twice].slice(12)).toEqual([]);
});
