import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Fragments as pages and players use them. */
const realFragments: string[] = [
  "",
  "top",
  "chapter-1",
  "é",
  "%C3%A9",
  "глава_2",
  "第一章",
  "L10-L20",
  "t=10.5",
  "t=npt:10.5,20.25",
  "t=clock:2026-01-01T00:00:00.5Z",
  "page=2&zoom=90",
  "page=2&zoom=90.5&view=FitH,1.5",
  "xywh=percent:2.5,5,50,50",
  "search=two words",
  "search=two%20words",
  "t%3D10.5",
  "a==1.5",
  "Expires=1.5",
  "/course/1",
  "/course/1.5?tab=2",
  "%2Fcourse/1",
  "!/course/1.5",
  "%21%2Fcourse",
  "!course",
  ":~:text=an%20example.,with%20a%20range",
  ":~:text=an example",
  "chapter-1:~:text=an%20example.",
  "svgView(viewBox(0,0,200,200))",
  "a#b",
  "100%",
  "%FF",
  "%zz",
  "1.jpg",
  "1%2Ejpg",
  "1%2ejpg%",
  "%FF%2Ejpg",
  ".",
  "1/2",
  "1%2F2",
  "1?size=2",
  "1%3F",
  "1 Intro",
  "1%20Intro",
  "é 1",
  "1 = 2.mp4",
  "a&t=1.5",
  "t=1.5&",
  "=1.5",
  "1.5=a",
  "a/b=c",
  "./a",
  "! /a",
  "a.b:~:text=c",
  "/intro.pdf",
  "/Intro/1.mp4",
  "!/a.b%2Epng",
  "a#1.jpg",
];

/** A fragment is never sent, and never signed: it comes back behind the signature, whatever is in it. */

const { signer } = recorder();
const sign = (url: string | URL) => signer.signUrl(url, { dateLessThan: end });
const grantOf = () => signer.grant({ resource: `${host}/*`, dateLessThan: end });

describe("a fragment comes back at the end", () => {
  it.each(realFragments)("#%s", async (fragment) => {
    const grant = await grantOf();
    // A lone % and a second # are percent-encoded, since clients do so differently.
    const plain = (url: string) => new URL(url).hash.replace(/%2(?:3|5(?![\dA-F]{2}))/g, decodeURIComponent);
    const { hash } = new URL(`${host}/a#${fragment}`);
    for (const url of [`${host}/a#${fragment}`, new URL(`${host}/a#${fragment}`)]) {
      expect(plain(await sign(url))).toBe(hash);
      expect(plain(grant.signUrl(url))).toBe(hash);
      expect(grant.covers(url)).toBe(true);
    }
  });
});

describe("a fragment keeps its escapes", () => {
  it.each([
    ["and gets one for a character that is none of URLs", "#é", "#%C3%A9"],
    ["and gets one for a second #", "#b#c", "#b%23c"],
    ["and gets one for a % that starts no escape", "#50%2", "#50%252"],
    ["as they are", "#50%25", "#50%25"],
  ])("%s", async (_, given, fragment) => {
    const signed = await sign(`${host}/a${given}`);
    expect(signed.slice(signed.indexOf("#"))).toBe(fragment);
  });
});

it("any fragment, as text and as a URL, and decoding never fails", async () => {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("a", "1", "é", "=", "&", "!", ":~:text=", "#", "%", "%2") },
    { weight: 2, arbitrary: fc.constantFrom(".", "/", "?", " ", "%2E", "%2f", "%3F", "%20", "%FF", "%C3") },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) },
  );
  const fragments = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  await fc.assert(
    fc.asyncProperty(fragments, async (fragment) => {
      // These are refused as text, and removed by a URL.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
      fc.pre(!/[\0-\x1f\x7f]| $/.test(fragment));
      const plain = await sign(`${host}/a`);
      for (const url of [`${host}/a#${fragment}`, new URL(`${host}/a#${fragment}`)])
        expect((await sign(url)).split("#", 1)[0]).toBe(plain);
    }),
    runs(20260101, 2000),
  );
});
