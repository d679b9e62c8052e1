import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pageFile } from "@cloudfront-sign-webcrypto/tools/pipes/page";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  check,
  commandsOf,
  everyLine,
  read,
  Stage,
  urlsOf,
  urlsWithWrong,
  wrongUrl,
} from "./support/stage.ts";

const isHere = spawnSync("parallel", ["--version"]).status === 0;
if (!isHere) console.log("Not run: the recipes for GNU parallel. apt-get install parallel");

const [short = "", split = "", restart = "", ...others] = commandsOf("GNU parallel");
const urls = urlsOf(3000);
const withWrongLine = urlsWithWrong(3000, 2000);

/** The recipes of docs/pipes.md, with a small input. */
describe.skipIf(!isHere)("GNU parallel", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.build();
  });
  afterAll(() => stage.remove());

  const environment = short.split("\n")[0];
  /** Ten parts. */
  const splitSmall = split.replace("100000", "300");
  const restartable = `${environment}\n${restart}`;

  function newFolder(lines: readonly string[], lineEnd = "\n"): string {
    const folder = stage.newFolder();
    writeFileSync(join(folder, "urls.txt"), lines.join(lineEnd));
    writeFileSync(join(folder, "sign-part.sh"), pageFile("sign-part.sh"));
    return folder;
  }
  const signedParts = (folder: string) =>
    readdirSync(join(folder, "signed")).filter((name) => /^\d{6}\.txt$/.test(name));

  it("has two recipes", () => {
    expect(others).toEqual([]);
  });

  it.each([
    ["without an end of the last line", "\n"],
    ["of Windows", "\r\n"],
  ])("signs every line once, in its place: lines %s", async (_, lineEnd) => {
    const folder = newFolder(urls, lineEnd);
    const { status, stderr } = await stage.run(short, folder);
    expect(status, stderr).toBe(0);
    expect(await check(urls, read(folder, "signed.txt"))).toEqual(everyLine(urls));
  });

  it("signs lines that are longer than a block", async () => {
    const long = urls.slice(0, 20).map((url, i) => (i % 7 === 3 ? `${url}?${"a".repeat(3000)}` : url));
    const folder = newFolder(long);
    const { status, stderr } = await stage.run(short.replace("--block -1", "--block 1k"), folder);
    expect(status, stderr).toBe(0);
    expect(await check(long, read(folder, "signed.txt"))).toEqual(everyLine(long));
  });

  it("leaves no output after a wrong line", async () => {
    const folder = newFolder(withWrongLine);
    const { status, stderr } = await stage.run(short, folder);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/line \d+: has a wildcard/);
    expect(existsSync(join(folder, "signed.txt"))).toBe(false);
  });

  it("goes on after a wrong line was mended, and signs only the parts that are missing", async () => {
    const folder = newFolder(withWrongLine);
    expect((await stage.run(splitSmall, folder)).status).toBe(0);
    const { status, stderr } = await stage.run(restartable, folder);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/^000006\.txt\tline 200: has a wildcard/m);
    const before = signedParts(folder).map((name) => [name, statSync(join(folder, "signed", name)).mtimeMs]);
    expect(before.length).toBeGreaterThan(1);
    const wrong = join(folder, "parts/000006.txt");
    writeFileSync(wrong, readFileSync(wrong, "utf8").replace(wrongUrl, urls[1999] ?? ""));
    const again = await stage.run(restartable, folder);
    expect(again.status, again.stderr).toBe(0);
    expect(await check(urls, read(folder, "signed.txt"))).toEqual(everyLine(urls));
    for (const [name, time] of before)
      expect([name, statSync(join(folder, "signed", String(name))).mtimeMs]).toEqual([name, time]);
  });

  it("goes on after kill -9 in the middle", async () => {
    const folder = newFolder(urls);
    expect((await stage.run(splitSmall, folder)).status).toBe(0);
    const { ended, kill } = stage.start(restartable, folder);
    await expect.poll(() => signedParts(folder).length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(1);
    kill();
    await ended;
    expect(existsSync(join(folder, "signed.txt"))).toBe(false);
    const again = await stage.run(restartable, folder);
    expect(again.status, again.stderr).toBe(0);
    expect(await check(urls, read(folder, "signed.txt"))).toEqual(everyLine(urls));
  });
});
