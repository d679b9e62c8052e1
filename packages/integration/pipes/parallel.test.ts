import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check, commandsOf, everyLine, read, Stage, urlsOf, urlsWithWrong } from "./support/stage.ts";

const isHere = spawnSync("parallel", ["--version"]).status === 0;
if (!isHere) console.log("Not run: the recipes for GNU parallel. apt-get install parallel");

const [recipe = "", ...others] = commandsOf("GNU parallel");
const urls = urlsOf(3000);
const withWrongLine = urlsWithWrong(3000, 2000);

/** The recipes of examples/bulk/README.md, with a small input. */
describe.skipIf(!isHere)("GNU parallel", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.build();
  });
  afterAll(() => stage.remove());

  function newFolder(lines: readonly string[], lineEnd = "\n"): string {
    const folder = stage.newFolder();
    writeFileSync(join(folder, "urls.txt"), lines.join(lineEnd));
    return folder;
  }
  it("has one recipe", () => {
    expect(others).toEqual([]);
  });

  it.each([
    ["without an end of the last line", "\n"],
    ["of Windows", "\r\n"],
  ])("signs every line once, in its place: lines %s", async (_, lineEnd) => {
    const folder = newFolder(urls, lineEnd);
    const { status, stderr } = await stage.run(recipe, folder);
    expect(status, stderr).toBe(0);
    expect(await check(urls, read(folder, "signed.txt"))).toEqual(everyLine(urls));
  });

  it("signs lines that are longer than a block", async () => {
    const long = urls.slice(0, 20).map((url, i) => (i % 7 === 3 ? `${url}?${"a".repeat(3000)}` : url));
    const folder = newFolder(long);
    const { status, stderr } = await stage.run(recipe.replace("--block -1", "--block 1k"), folder);
    expect(status, stderr).toBe(0);
    expect(await check(long, read(folder, "signed.txt"))).toEqual(everyLine(long));
  });

  it("leaves no output after a wrong line", async () => {
    const folder = newFolder(withWrongLine);
    const { status, stderr } = await stage.run(recipe, folder);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/line \d+: has a wildcard/);
    expect(existsSync(join(folder, "signed.txt"))).toBe(false);
  });
});
