import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pageFile } from "@cloudfront-sign-webcrypto/testing/pipes/page";
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

const [short = "", restartable = "", ...others] = commandsOf("GNU parallel");
const urls = urlsOf(3000);
const withWrongLine = urlsWithWrong(3000, 2000);

/** The recipes of docs/pipes.md, with a small input. */
describe.skipIf(!isHere)("GNU parallel", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.build();
  });
  afterAll(() => stage.remove());

  function newFolder(lines: readonly string[], lineEnd = "\n"): string {
    const folder = stage.newFolder();
    writeFileSync(join(folder, "urls.txt"), lines.join(lineEnd));
    writeFileSync(join(folder, "sign-part.sh"), pageFile("sign-part.sh"));
    // Ten parts.
    writeFileSync(
      join(folder, "sign-file.sh"),
      pageFile("sign-file.sh", { "--lines 100000": "--lines 300" }),
    );
    return folder;
  }
  const runsIn = (folder: string) => readdirSync(folder).filter((name) => /^run-[0-9a-f]{16}-/.test(name));
  const signedParts = (folder: string) =>
    runsIn(folder)
      .flatMap((run) =>
        readdirSync(join(folder, run), { recursive: true, encoding: "utf8" }).map((name) => join(run, name)),
      )
      .filter((name) => /\/signed\/\d{6}\.txt$/.test(name));

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

  it("goes on after a wrong line was corrected, and signs only the parts that are missing", async () => {
    const folder = newFolder(withWrongLine);
    const { status, stderr } = await stage.run(restartable, folder);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/^000006\.txt\tline 200: has a wildcard/m);
    const before = signedParts(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
    expect(before.length).toBeGreaterThan(1);
    const wrong = join(folder, runsIn(folder)[0] ?? "", "parts/000006.txt");
    writeFileSync(wrong, readFileSync(wrong, "utf8").replace(wrongUrl, urls[1999] ?? ""));
    const again = await stage.run(restartable, folder);
    expect(again.status, again.stderr).toBe(0);
    expect(await check(urls, read(folder, "signed.txt"))).toEqual(everyLine(urls));
    for (const [name, time] of before)
      expect([name, statSync(join(folder, String(name))).mtimeMs]).toEqual([name, time]);
  });

  it("signs another list, or with another key, in a folder of its own", async () => {
    const folder = newFolder(urls.slice(0, 900));
    expect((await stage.run(restartable, folder)).status).toBe(0);
    const others = urls.slice(1000, 1400);
    writeFileSync(join(folder, "urls.txt"), others.join("\n"));
    expect((await stage.run(restartable, folder)).status).toBe(0);
    expect(await check(others, read(folder, "signed.txt"))).toEqual(everyLine(others));
    expect((await stage.run(restartable.replace("K2JCJMDEHXQW5F", "KANOTHERKEY"), folder)).status).toBe(0);
    expect(read(folder, "signed.txt").match(/Key-Pair-Id=KANOTHERKEY\b/g)).toHaveLength(400);
    expect(runsIn(folder)).toHaveLength(3);
  });

  it("leaves no part that is short", async () => {
    const folder = newFolder(urls.slice(0, 20));
    writeFileSync(join(folder, "cloudfront-sign"), "#!/bin/sh\nhead -n 19\n", { mode: 0o700 });
    const before = readdirSync(folder);
    const losing = 'PATH="$PWD:$PATH" DATE_LESS_THAN=any sh sign-part.sh urls.txt part.txt';
    const { status, stderr } = await stage.run(losing, folder);
    expect([status, stderr]).toEqual([1, "the output has not as many lines as the input\n"]);
    expect(readdirSync(folder)).toEqual(before);
  });

  it("goes on after kill -9 in the middle", async () => {
    const folder = newFolder(urls);
    const { ended, kill } = stage.start(restartable, folder);
    await expect.poll(() => signedParts(folder).length, { interval: 20 }).toBeGreaterThan(1);
    kill();
    await ended;
    expect(existsSync(join(folder, "signed.txt"))).toBe(false);
    const again = await stage.run(restartable, folder);
    expect(again.status, again.stderr).toBe(0);
    expect(await check(urls, read(folder, "signed.txt"))).toEqual(everyLine(urls));
  });
});
