import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { published, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { foreignPackages } from "@cloudfront-sign-webcrypto/testing/support/foreign-packages.ts";
import { describe, expect, it } from "vitest";

/**
 * `cloudfront-sign` on npm is somebody else's package. `npx`, an installer or `npm:` before this name, or before any
 * other that only looks like ours, would fetch a stranger's code.
 */

const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 1 << 26,
})
  .split("\0")
  .filter((file) => file !== "" && !/\.(?:png|jpg|mp4|ico|woff2?|parquet|gz|der|p12)$/.test(file));

describe("what a reader could run or install", () => {
  it("is a package of this repository, in every file", () => {
    expect(files.length).toBeGreaterThan(1000);
    const found = files.flatMap((file) =>
      foreignPackages(readFileSync(join(root, file), "utf8")).map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  const name = "cloudfront-sign";
  it.each([
    `Run \`npx ${name} keygen\`.`,
    `npx --yes ${name}@1.0.7 keygen`,
    `npx --package=${name} cfsign`,
    `bunx ${name} sign -`,
    `pnpm dlx ${name} sign`,
    `yarn dlx ${name} sign`,
    `npm exec -- ${name} sign`,
    `npm install --global ${name}`,
    `npm install cloudfront-sign-webcrypto \\\n  ${name}`,
    `pnpm add --save-dev ${name}`,
    `deno install --global npm:${name}`,
    `import { signUrl } from "npm:${name}@0.1.0";`,
    `spawn("npx", ["${name}"])`,
    `  "${name}": "^0.1.0",`,
  ])("is found in a planted line: %s", (line) => {
    expect(foreignPackages(line)).toEqual([name]);
  });

  it("is found when it is misspelt", () => {
    expect(foreignPackages(`npm install ${name}-webcripto`)).toEqual([`${name}-webcripto`]);
  });

  it.each([
    `npx ${name}-cli keygen`,
    `Install it with \`npm install --global ${name}-cli\`. Then run \`${name} keygen\`.`,
    `npx ${name}-cli completion bash > ~/.${name}.bash`,
    `    "${name}": "./dist/main.js",`,
    `npm install ${name}-webcrypto ${name}-media`,
    `import { signUrl } from "npm:${name}-webcrypto@0.1.0/verify";`,
  ])("may stand in a line: %s", (line) => {
    expect(foreignPackages(line)).toEqual([]);
  });
});

/** `cloudfront-sign` and a command, in a block for a shell. */
const call = /(?<=^(?:\$ | *)|[|;&(] *|do )cloudfront-sign (?=[^\s`])/m;
/** The command that installs it, the section that says how, or the function that calls the one of a clone. */
const installation = /npm install --global cloudfront-sign-cli|command\.md#install|^cloudfront-sign\(\) \{/m;

/** Where the first call in a block for a shell begins, or -1. */
function firstCall(text: string): number {
  const block = Array.from(text.matchAll(/^ *```(?:sh|bash|console)\n([\s\S]*?)^ *```/gm)).find(
    ([, code = ""]) => call.test(code),
  );
  return block?.index ?? -1;
}
const pages = files.filter((file) => file.endsWith(".md") && !file.startsWith(".changeset/"));

describe("a page that calls the command by the name of its program", () => {
  const calling = pages
    .map((page) => ({ page, text: readFileSync(join(root, page), "utf8") }))
    .filter(({ text }) => firstCall(text) >= 0);

  it("is there", () => {
    expect(calling.length).toBeGreaterThan(3);
  });

  it.each(calling)("says before how to install it: $page", ({ text }) => {
    expect(text.search(installation), "docs/command.md#install").toBeGreaterThanOrEqual(0);
    expect(text.search(installation)).toBeLessThan(firstCall(text));
  });
});

it("docs/status.md has a row for each package, with its name on npm and on JSR", () => {
  const text = readFileSync(join(root, "docs/status.md"), "utf8");
  const rows = Array.from(
    text.matchAll(/^\| [^|]+ \| `([\w-]+)`[^|]* \| (?:`([@\w/-]+)`|–) \|$/gm),
    ([, npm, jsr]) => [npm, jsr],
  );
  const packages = Object.entries(published).map(([name, folder]) => {
    const file = join(folder, "jsr.json");
    return [name, existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).name : undefined];
  });
  expect(rows).toEqual(packages);
});
