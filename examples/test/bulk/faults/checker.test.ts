import { appendFileSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signed, terms, torn } from "@cloudfront-sign-webcrypto/testing/signed-lines";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkOutput } from "./check-output.mjs";
import { urlOfLine, writeInput } from "./input.mjs";

const { keyPairId, dateLessThan } = terms;

describe("the checker of examples/bulk", () => {
  let folder: string;
  let output: string;
  const part = (chunk: number) => join(output, `part-00000${chunk}.txt`);
  const rows = (chunk: number) => readFileSync(part(chunk), "utf8").split("\n").slice(0, -1);
  const write = (chunk: number, lines: readonly string[]) =>
    writeFileSync(part(chunk), lines.map((line) => `${line}\n`).join(""));
  const without = (lines: readonly string[], at: number) => lines.filter((_, i) => i !== at);
  const replaced = (lines: readonly string[], at: number, by = "") =>
    lines.map((line, i) => (i === at ? by : line));
  const check = (mustReject: (line: number) => boolean = () => false) =>
    checkOutput({ input: join(folder, "urls.txt"), output, linesPerChunk: 10, terms, mustReject });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "bulk-checker-"));
    output = mkdtempSync(join(folder, "output-"));
    await writeInput(join(folder, "urls.txt"), 25);
    const all = Array.from({ length: 25 }, (_, i) => signed(urlOfLine(i + 1)));
    for (const chunk of [0, 1, 2]) write(chunk, all.slice(chunk * 10, chunk * 10 + 10));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("accepts an output that has each line once", async () => {
    writeFileSync(join(output, "run.json"), "{}");
    expect(await check()).toEqual({
      lines: 25,
      empty: 0,
      signed: 25,
      rejected: 0,
      faults: {},
      examples: [],
      leftovers: [],
    });
  });

  it("finds a lost line", async () => {
    write(1, without(rows(1), 3));
    expect(await check()).toMatchObject({
      signed: 24,
      faults: { lost: 1 },
      examples: [{ kind: "lost", where: "part-000001.txt, line 14" }],
    });
  });

  it("finds a line that occurs twice, in place of another one or beside all", async () => {
    const all = rows(1);
    write(1, replaced(all, 4, all[3]));
    expect(await check()).toMatchObject({ signed: 24, faults: { doubled: 1, lost: 1 } });
    write(1, [...all, all[9] ?? ""]);
    expect(await check()).toMatchObject({ signed: 25, faults: { doubled: 1 } });
  });

  it("finds a line of another part", async () => {
    appendFileSync(part(2), `${rows(0)[0]}\n`);
    expect(await check()).toMatchObject({ signed: 25, faults: { foreign: 1 } });
  });

  it("finds lines in the wrong order", async () => {
    const [first = "", second = "", ...rest] = rows(0);
    write(0, [second, first, ...rest]);
    expect(await check()).toMatchObject({ signed: 25, faults: { moved: 2 } });
  });

  it("finds a wrong signature: that of another line, or a changed character", async () => {
    const [first = "", second = "", ...rest] = rows(0);
    const signature = /Signature=[^&]+/;
    write(0, [first.replace(signature, signature.exec(second)?.[0] ?? ""), second, ...rest]);
    expect(await check()).toMatchObject({
      signed: 24,
      faults: { "wrong signature": 1 },
      examples: [{ where: "part-000000.txt, line 1" }],
    });
    write(0, [first.replace("Signature=", "Signature=AAAA"), second, ...rest]);
    expect(await check()).toMatchObject({ signed: 24, faults: { "wrong signature": 1 } });
  });

  it("finds a signature with more behind its padding", async () => {
    write(1, replaced(rows(1), 3, torn(rows(1)[3] ?? "")));
    expect(await check()).toMatchObject({ signed: 24, faults: { "not signed": 1, lost: 1 } });
  });

  it("finds another expiry, also one with a valid signature, and another key pair ID", async () => {
    write(2, replaced(rows(2), 0, signed(urlOfLine(21), dateLessThan + 1)));
    expect(await check()).toMatchObject({ signed: 24, faults: { "wrong terms": 1 } });
    write(2, replaced(rows(2), 0, signed(urlOfLine(21)).replace(keyPairId, "K1")));
    expect(await check()).toMatchObject({ signed: 24, faults: { "wrong terms": 1 } });
  });

  it("finds a torn last line", async () => {
    const text = readFileSync(part(2), "utf8");
    writeFileSync(part(2), text.slice(0, -40));
    expect(await check()).toMatchObject({ signed: 24, faults: { torn: 1, "not signed": 1, lost: 1 } });
    writeFileSync(part(2), text.slice(0, -1));
    expect(await check()).toMatchObject({ signed: 25, faults: { torn: 1 } });
  });

  it("finds an empty part, a missing part and one too many", async () => {
    write(1, []);
    expect(await check()).toMatchObject({ signed: 15, faults: { lost: 10 } });
    unlinkSync(part(1));
    expect(await check()).toMatchObject({ signed: 15, faults: { "missing part": 1 } });
    write(3, rows(0));
    expect(await check()).toMatchObject({ signed: 15, faults: { "missing part": 1, "extra file": 1 } });
  });

  describe("of rejected lines", () => {
    const rejection = (line: number) =>
      `${JSON.stringify({ line, code: "INVALID_URL", message: "url: it is relative" })}\n`;
    const file = () => join(output, "part-000001.rejected.jsonl");
    const isLine12 = (line: number) => line === 12;

    it("counts them once, and finds one that is both rejected and signed", async () => {
      writeFileSync(file(), rejection(12));
      expect(await check(isLine12)).toMatchObject({ rejected: 1, faults: { foreign: 1 } });
      write(1, without(rows(1), 1));
      const { signed: count, rejected, faults } = await check(isLine12);
      expect([count, rejected, faults]).toEqual([24, 1, {}]);
      appendFileSync(file(), rejection(12));
      expect(await check(isLine12)).toMatchObject({ faults: { "wrong rejection": 1 } });
    });

    it("finds a line that can be signed, and one that cannot", async () => {
      writeFileSync(file(), rejection(12));
      write(1, without(rows(1), 1));
      const examples = [{ kind: "wrong rejection", where: "part-000001.txt, line 12" }];
      expect(await check()).toMatchObject({ faults: { "wrong rejection": 1 }, examples });
      expect(await check((line) => line === 12 || line === 13)).toMatchObject({
        faults: { "wrong rejection": 1 },
        examples: [{ where: "part-000001.txt, line 13" }],
      });
    });

    it("finds a line of another part", async () => {
      writeFileSync(file(), rejection(2));
      write(1, without(rows(1), 1));
      expect(await check()).toMatchObject({ faults: { "wrong rejection": 1, lost: 1 } });
    });
  });

  it("counts empty lines of the input, which give no line of the output", async () => {
    const isEmpty = (number: number) => number === 5;
    await writeInput(join(folder, "urls.txt"), 25, (number) => (isEmpty(number) ? "" : urlOfLine(number)));
    expect(await check()).toMatchObject({ empty: 1, faults: { foreign: 1 } });
    write(0, without(rows(0), 4));
    expect(await check()).toMatchObject({ lines: 25, empty: 1, signed: 24, faults: {} });
  });

  it("names temporary files, which nobody reads as output", async () => {
    writeFileSync(join(output, ".part-000001.txt.1234"), "");
    expect(await check()).toMatchObject({ faults: {}, leftovers: [".part-000001.txt.1234"] });
  });

  it("refuses an input that does not ascend", async () => {
    writeFileSync(join(folder, "urls.txt"), "https://b.example/\nhttps://a.example/\n");
    await expect(check()).rejects.toThrow("do not ascend");
  });
});
