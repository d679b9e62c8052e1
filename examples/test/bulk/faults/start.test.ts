import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { published, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { afterAll, expect, it } from "vitest";

const clone = mkdtempSync(join(tmpdir(), "start-bulk-"));
afterAll(() => rmSync(clone, { recursive: true, force: true }));

function copy(...paths: readonly string[]): void {
  for (const path of paths)
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(clone, path), {
        recursive: true,
        filter: (file) => basename(file) !== "node_modules",
      });
}

function start() {
  const args = [join(clone, ".ci/bootstrap.mjs"), "start", "bulk", "--help"];
  return spawnSync(process.execPath, args, { cwd: clone, encoding: "utf8" });
}

it("npm start -- bulk installs the example once, and runs it", () => {
  // All that decides what is installed, so that the packages of the top level count as installed.
  const listed = spawnSync("git", ["ls-files", "*package.json"], { cwd: root, encoding: "utf8" });
  copy("pnpm-lock.yaml", "pnpm-workspace.yaml", ...listed.stdout.trim().split("\n"));
  copy(".ci/bootstrap.mjs", ".ci/pnpm.json", "examples/bulk");
  for (const folder of Object.values(published).map((path) => relative(root, path))) {
    copy(...["src", "jsr.json", "tsup.config.ts"].map((name) => `${folder}/${name}`));
    // Newer than the source, so that nothing is built.
    copy(`${folder}/dist`);
  }
  mkdirSync(join(clone, "node_modules"));
  copy("node_modules/.installed");

  const first = start();
  expect([first.status, first.stderr]).toEqual([
    0,
    expect.stringContaining("installing the packages of examples/bulk"),
  ]);
  expect(first.stdout).toContain("demo");
  const second = start();
  expect([second.status, second.stderr, second.stdout]).toEqual([0, "", first.stdout]);
});
