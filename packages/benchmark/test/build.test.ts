import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { isOld, staleFacts } from "../src/build.mjs";
import { blocks, withRow } from "../src/pages/blocks.mjs";
import { readmeBlock, sizeRows } from "../src/pages/readme.mjs";
import { newestRaw, storedBuild } from "../src/raw.mjs";
import { measureSizes } from "../src/sizes.mjs";
import { measuredAt } from "../src/text.mjs";

const commit = "a".repeat(40);
const sizes = (changes = {}) => ({
  packages: [
    {
      name: "ours",
      bytes: 3_000_000,
      files: 200,
      dependencies: [] as { name: string; bytes: number }[],
      minified: 100_000,
      gzipped: 40_000,
      ...changes,
    },
  ],
  oneFunction: { name: "createOne", gzipped: 20_000 },
});
const build = (changes = {}, oldCommits: string[] = []) => ({ sizes: sizes(changes), oldCommits });

describe("the sizes on pages", () => {
  it("pass when they differ by 1.9 %", () => {
    for (const part of [0.981, 1.019])
      expect(
        staleFacts(
          build({ bytes: 3_000_000 * part, minified: 100_000 * part, gzipped: 40_000 * part }),
          build(),
        ),
      ).toEqual([]);
  });

  it.each([0.979, 1.021])("are reported when they are %d of what they should be", (part) => {
    expect(staleFacts(build({ bytes: 3_000_000 * part }), build())).toEqual([
      `ours, bytes: the pages say ${(3_000_000 * part).toLocaleString("en")}, it is 3,000,000`,
    ]);
    expect(staleFacts(build({ gzipped: 40_000 * part }), build())).toHaveLength(1);
    expect(staleFacts(build({ files: 200 * part }), build())).toHaveLength(1);
  });

  it("are reported when they say none where there is one, or the other way round", () => {
    expect(staleFacts(build(), build({ dependencies: [{ name: "other", bytes: 1 }] }))).toEqual([
      "ours, dependencies: the pages say 0, it is 1",
    ]);
    expect(staleFacts(build({ dependencies: [{ name: "other", bytes: 1 }] }), build())).toHaveLength(1);
  });

  it("are reported when a package or a function is not among them", () => {
    const other = build({ name: "another" });
    expect(staleFacts(build(), other)).toHaveLength(5);
    const renamed = {
      ...build(),
      sizes: { ...sizes(), oneFunction: { name: "createTwo", gzipped: 20_000 } },
    };
    expect(staleFacts(build(), renamed)).toEqual(["createTwo, gzipped: the pages say NaN, it is 20,000"]);
  });

  it("are not those of a build without types", async () => {
    const folder = mkdtempSync(join(tmpdir(), "untyped-"));
    try {
      mkdirSync(join(folder, "package/dist"), { recursive: true });
      writeFileSync(join(folder, "package/dist/index.js"), "");
      execFileSync("tar", ["-czf", "package.tgz", "package"], { cwd: folder });
      await expect(measureSizes([join(folder, "package.tgz")])).rejects.toThrow(
        "packages/core is built without types, so its size is not that of a release; run: npm run build",
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("fill a row of a table that is written by hand, and name a row that is missing", () => {
    expect(withRow("| a | b |\n|---|---|\n| size | 1 kB |\nend", "x.md", "size", ["2 kB", 3])).toBe(
      "| a | b |\n|---|---|\n| size | 2 kB | 3 |\nend",
    );
    expect(() => withRow("| sizes | 1 kB |", "x.md", "size", [])).toThrow(
      'x.md lacks the row "size", which shows sizes',
    );
    expect(sizeRows(sizes())).toEqual({
      "dependencies installed": [0],
      "bundle size, minified and gzipped": [
        "40.0 kB with `createCloudFrontSigner`, 20.0 kB with `createOne` only",
      ],
    });
  });
});

describe("the age of measured times", () => {
  const folder = mkdtempSync(join(tmpdir(), "ages-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const git = (cwd: string, args: string[], input = "") =>
    execFileSync("git", args, { cwd, input, encoding: "utf8", stdio: "pipe" }).trim();
  const clone = join(folder, "whole");
  execFileSync("git", ["init", "--quiet", clone]);
  /** Commits that change a file each, one after the other. */
  const change = (file: string, count: number) => {
    const from = git(clone, ["rev-list", "--max-count=1", "--all"]);
    const commits = Array.from({ length: count }, (_, i) => {
      const start = i === 0 && from ? `from ${from}\n` : "";
      return `commit refs/heads/main\ncommitter A <a@example.com> ${i} +0000\ndata 1\nx\n${start}M 100644 inline ${file}\ndata <<E\n${from}${i}\nE\n\n`;
    });
    git(clone, ["fast-import", "--quiet"], commits.join(""));
    return git(clone, ["rev-parse", "main"]);
  };
  const first = change("packages/core/src/a.ts", 1);
  git(clone, ["symbolic-ref", "HEAD", "refs/heads/main"]);

  it("is old after more than 200 commits of packages/core/src, and others do not count", () => {
    change("docs/a.md", 300);
    change("packages/core/src/a.ts", 200);
    expect(isOld(first, clone)).toBe(false);
    change("packages/core/src/a.ts", 1);
    expect(isOld(first, clone)).toBe(true);
  });

  it("is not known in a shallow clone and without Git, which is not a failure", () => {
    git(folder, ["clone", "--quiet", "--depth", "1", `file://${clone}`, "shallow"]);
    expect(isOld(first, join(folder, "shallow"))).toBeUndefined();
    expect(isOld(first, folder)).toBeUndefined();
  });

  it("throws for a commit that a whole clone does not have", () => {
    expect(() => isOld(commit, clone)).toThrow(
      `${commit} is not a commit of this repository: measure again, or correct it in the results`,
    );
  });

  it("is reported when a page does not say that it is old, and when it says so of newer times", () => {
    expect(staleFacts(build(), build({}, [commit]))).toEqual([
      "times of commit aaaaaaaaaaaa are more than 200 commits of packages/core/src old: their pages must say so",
    ]);
    expect(staleFacts(build({}, [commit]), build())).toEqual([
      "times of commit aaaaaaaaaaaa are called old, and are not",
    ]);
    expect(staleFacts(build({}, [commit]), build({}, [commit]))).toEqual([]);
  });

  it("stands on the pages beside the date and the commit", () => {
    const results = { date: "2026-11-22T11:31:40.180Z", commit };
    expect(measuredAt(results, { oldCommits: [] })).toBe("2026-11-22, commit `aaaaaaaaaaaa`");
    expect(measuredAt(results, { oldCommits: [commit] })).toBe(
      "2026-11-22, commit `aaaaaaaaaaaa`, more than 200 commits of `packages/core/src` ago",
    );
    const { raw } = newestRaw();
    const stored = storedBuild();
    const page = (oldCommits: string[]) =>
      blocks(raw, { ...stored, oldCommits })
        .filter(({ page }) => page === "docs/performance.md")
        .map(({ content }) => content)
        .join("\n");
    expect(page([])).not.toContain("commits of `packages/core/src` ago");
    expect(page([raw.commit])).toContain("commits of `packages/core/src` ago");
    expect(readmeBlock(raw)).toContain(measuredAt(raw));
  });
});
