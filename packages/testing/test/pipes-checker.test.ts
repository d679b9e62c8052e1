import { describe, expect, it } from "vitest";
import { checkLines } from "../pipes/check-lines.mjs";
import { signed, terms, torn } from "./support/signed-lines.ts";

const urls = Array.from({ length: 6 }, (_, i) => `https://d111111abcdef8.cloudfront.net/${i}.jpg?size=2`);
// The URL has a query already.
const lines = urls.map((url) => signed(url).replace("?Expires", "&Expires"));
const [first = "", second = "", ...rest] = lines;

const all = { signed: 6, lost: 0, twice: 0, wrong: 0, isInOrder: true };
const check = (given: readonly string[], changes: object = {}) =>
  checkLines(urls, given, { ...terms, ...changes });

describe("the checker of lines through a pipe", () => {
  it("accepts each line once, in its place", async () => {
    expect(await check(lines)).toEqual(all);
  });

  it("finds a lost line", async () => {
    expect(await check([second, ...rest])).toEqual({ ...all, signed: 5, lost: 1 });
    expect(await check([])).toEqual({ ...all, signed: 0, lost: 6 });
  });

  it("finds a line that occurs twice, in place of another one or beside all", async () => {
    expect(await check([first, first, ...rest])).toEqual({ ...all, signed: 5, lost: 1, twice: 1 });
    expect(await check([...lines, first])).toEqual({ ...all, twice: 1 });
  });

  it("finds lines in the wrong order", async () => {
    expect(await check([second, first, ...rest])).toEqual({ ...all, isInOrder: false });
  });

  const signature = /Signature=[^&]+/;
  it.each([
    ["the signature of another line", first.replace(signature, signature.exec(second)?.[0] ?? "")],
    ["a signature with more behind its padding", torn(first)],
    ["a line that was not signed", urls[0] ?? ""],
    ["two lines in one", `${first}${second}`],
    ["a line that was cut", first.slice(0, -4)],
    ["an empty line", ""],
    ["a URL that was not to be signed", signed("https://d111111abcdef8.cloudfront.net/7.jpg")],
    ["another expiry, with a valid signature", signed(urls[0] ?? "", 1893456001).replace("?Exp", "&Exp")],
    ["another key pair ID", first.replace(terms.keyPairId, "K1")],
    ["another hash", `${first}&Hash-Algorithm=SHA256`],
  ])("finds %s", async (_, line) => {
    expect(await check([line, second, ...rest])).toEqual({ ...all, signed: 5, lost: 1, wrong: 1 });
  });

  it("finds lines of another hash", async () => {
    expect(await check(lines, { hash: "SHA256" })).toEqual({ ...all, signed: 0, lost: 6, wrong: 6 });
  });

  it("refuses an input with a URL twice", async () => {
    await expect(checkLines(["a", "a"], [], terms)).rejects.toThrow("occurs twice");
  });
});
