import { streamed } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createHlsSigningStream, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { describe, expect, it } from "vitest";
import { alsoRefused, problemOf, streaming } from "../../support/streaming.ts";

/**
 * What some reader would resolve to another host, or outside of the grant, is not signed: as a whole text and
 * as a stream.
 */

const playlistUrl = `${host}/v/index.m3u8`;
const grant = await rsaSigner().grant({ resource: `${host}/v/*`, dateLessThan: end });
const playlist = (...lines: string[]): string => ["#EXTM3U", ...lines, ""].join("\n");
const define = (name: string, value: string): string => `#EXT-X-DEFINE:NAME="${name}",VALUE="${value}"`;

/** Code and problem of the refusal, which is the same for the text and for the stream. */
async function refused(text: string, options: object = {}): Promise<string> {
  const error = await refusal(() => signHlsPlaylist(text, grant, { playlistUrl, ...options }));
  await alsoRefused(
    () =>
      streamed(createHlsSigningStream(grant, { playlistUrl, ...options }) as TransformStream, text.split("")),
    error,
  );
  return `${error.code} ${problemOf(error)}`;
}

describe("a reference that readers read differently", () => {
  it.each([
    ["https:/evil.example/a", "does not have exactly two slashes before its host"],
    ["http:evil.example/a", "does not have exactly two slashes before its host"],
    ["https:///evil.example/a", "does not have exactly two slashes before its host"],
    ["///evil.example/a", "does not have exactly two slashes before its host"],
    ["//", "does not have exactly two slashes before its host"],
    ["//cdn.example\\@evil.example/", "has the character U+005C at position 13"],
    ["/\\evil.example/", "has the character U+005C at position 1"],
    ["https://cdn.example@evil.example/", "has a user name (an @ before the path)"],
    ["https://d111111abcdef8\u3002cloudfront.net/v/a", "has a host or port that players read differently"],
    ["https://evil%2eexample/", "has a host or port that players read differently"],
    ["https://cdn.example.com:8o/a.ts", "has a host or port that players read differently"],
    ["a\tb", "has the character U+0009 at position 1"],
    ["1:2.ts", "has a colon in its first path segment"],
    ["x/..%2f..%2fw/a", "has a . or .. segment that leads above the root"],
    ["x/%2e%2e/a", "has a . or .. segment that leads above the root"],
    ["x/..%5ca", "has a . or .. segment that leads above the root"],
    ["../../v/a", "has a . or .. segment that leads above the root"],
  ])("%j", async (line, problem) => {
    for (const [text, subject] of [
      [playlist(line), "the URI"],
      [playlist(`#EXT-X-MAP:URI="${line}"`), "URI of EXT-X-MAP"],
    ] as const)
      expect(await refused(text)).toBe(`ERR_URL_INVALID playlist: line 2: ${subject} ${problem}`);
    expect(signHlsPlaylist(playlist(line), grant, { playlistUrl, uncovered: "leave" })).toBe(playlist(line));
  });

  it("is refused for white space that a reader cuts off within quotes", async () => {
    for (const space of ["\u00a0", "\ufeff", "\u2003", " "])
      expect(await refused(playlist(`#EXT-X-MAP:URI="${space}//evil.example/a"`))).toMatch(
        /^ERR_URL_INVALID playlist: line 2: URI of EXT-X-MAP has the character U\+[\dA-F]{4} at position 0$/,
      );
  });

  it("is signed without its dot segments if it starts at the root, and kept relative otherwise", () => {
    const sign = (line: string) => signHlsPlaylist(playlist(line), grant, { playlistUrl }).split("\n")[1];
    expect(sign("/v/x/../a.ts?b#c")).toBe(`/v/a.ts?b&${grant.query}#c`);
    expect(sign(`${host}/v/x/./../a.ts`)).toBe(`${host}/v/a.ts?${grant.query}`);
    expect(sign("x/../a.ts")).toBe(`x/../a.ts?${grant.query}`);
  });

  it("is covered in every reading, or not signed", async () => {
    // java.net.URI resolves a query against the folder, RFC 1808 cuts parameters from the base.
    const one = await rsaSigner().grant({ resource: `${host}/v/index.m3u8?x`, dateLessThan: end });
    expect(problemOf(await refusal(() => signHlsPlaylist(playlist("?x"), one, { playlistUrl })))).toBe(
      "playlist: line 2: the URI is relative to playlistUrl",
    );
    const inner = await rsaSigner().grant({ resource: `${host}/v/a;b/*`, dateLessThan: end });
    const inParameters = { playlistUrl: `${host}/v/a;b/index.m3u8` };
    expect(problemOf(await refusal(() => signHlsPlaylist(playlist("1.ts"), inner, inParameters)))).toBe(
      "playlist: line 2: the URI points to a path of d111111abcdef8.cloudfront.net that the grant does not cover",
    );
    expect(signHlsPlaylist(playlist("1.ts"), grant, inParameters)).toBe(playlist(`1.ts?${grant.query}`));
  });
});

describe("a definition that readers read differently", () => {
  const evil = "https://evil.example";
  it.each([
    ["the same name twice", [define("x", "a"), define("x", evil)], "line 3: EXT-X-DEFINE defines {$x} again"],
    ["VALUE twice", [`${define("x", evil)},VALUE="a"`], "line 2: EXT-X-DEFINE has the attribute VALUE twice"],
    [
      "NAME twice",
      [`#EXT-X-DEFINE:NAME="y",${define("x", evil).slice(14)}`],
      "line 2: EXT-X-DEFINE has the attribute NAME twice",
    ],
    [
      "behind a space",
      [define("x", "a"), ` ${define("x", evil)}`],
      "line 3: EXT-X-DEFINE is inside a line or continues without a colon",
    ],
    [
      "in a comment",
      [define("x", "a"), `# ${define("x", evil)}`],
      "line 3: EXT-X-DEFINE is inside a line or continues without a colon",
    ],
    [
      "in a value",
      [`#EXT-X-MAP:X="${define("x", evil).replaceAll('"', "")}",URI="a"`],
      "line 2: EXT-X-DEFINE is inside a line or continues without a colon",
    ],
    [
      "without quotes",
      [`#EXT-X-DEFINE:NAME="x",VALUE=${evil}`],
      "line 2: EXT-X-DEFINE has the attribute VALUE without quotes around its value",
    ],
    [
      "of two kinds",
      ['#EXT-X-DEFINE:NAME="x",QUERYPARAM="q",VALUE="a"'],
      "line 2: EXT-X-DEFINE needs one of NAME (with VALUE)",
    ],
    ["without a name", ['#EXT-X-DEFINE:VALUE="a"'], "line 2: EXT-X-DEFINE needs one of NAME (with VALUE)"],
    [
      "with an empty name",
      [define("", evil)],
      "line 2: EXT-X-DEFINE has a name with characters other than letters",
    ],
    [
      "with a dot in its name",
      [define("a.b", evil)],
      "line 2: EXT-X-DEFINE has a name with characters other than letters",
    ],
    [
      "of a broken list",
      ["#EXT-X-DEFINE:NAME"],
      'line 2: EXT-X-DEFINE has the attribute NAME that is not written as NAME=value or NAME="value" with a comma after it',
    ],
  ])("%s", async (_, lines, message) => {
    // It decides about other lines, so it cannot be left.
    for (const uncovered of ["throw", "leave"])
      expect(await refused(playlist(...lines, "{$x}/1.ts"), { uncovered })).toBe(
        `ERR_MANIFEST_INVALID playlist: ${message}`,
      );
  });

  it.each([["$'"], ["$&"], ["a$b"], ["{"], ["{$y}"], ["}"], ["a#b"], ["a\\b"]])(
    "a value %s counts as unknown",
    async (value) => {
      expect(await refused(playlist(define("x", value), "{$x}//evil.example/1.ts"))).toBe(
        `ERR_MANIFEST_INVALID playlist: line 3: the value of {$x} has one of # $ { } \\ %`,
      );
    },
  );

  it("a parameter that is there twice, or escaped twice, counts as unknown", async () => {
    for (const [query, problem] of [
      ["q=a&q=//evil.example", "{$q} has no value above this line"],
      ["q=%252F%252Fevil.example", "the value of {$q} has one of # $ { } \\ %"],
    ] as const)
      expect(
        await refused(playlist('#EXT-X-DEFINE:QUERYPARAM="q"', "{$q}/1.ts"), {
          playlistUrl: `${playlistUrl}?${query}`,
        }),
      ).toContain(`ERR_MANIFEST_INVALID playlist: line 3: ${problem}`);
  });

  it("a variable with escaped braces, which Shaka replaces", async () => {
    for (const line of ["%7B$x%7D/1.ts", "%7b$x}/1.ts", "{%24x}/1.ts", "{$a b}/1.ts"])
      expect(await refused(playlist(define("x", evil), line))).toMatch(
        /line 3: a variable has escaped braces or an odd name/,
      );
  });

  it("a name of which m3u8-parser replaces the first alone", async () => {
    const text = playlist(define("x", "v"), "../v/{$x}/{$x}.ts", "{$x}{$x}/1.ts");
    expect(signHlsPlaylist(text, grant, { playlistUrl }).split(grant.query)).toHaveLength(3);
    const wide = await rsaSigner().grant({ resource: `${host}/vv/*`, dateLessThan: end });
    const inWide = { playlistUrl: `${host}/vv/index.m3u8` };
    expect(
      (await refusal(() => signHlsPlaylist(playlist(define("x", "v"), "../{$x}{$x}/1.ts"), wide, inWide)))
        .code,
    ).toBe("ERR_RESOURCE_MISMATCH");
  });
});

describe("a line that readers end differently", () => {
  it.each(["\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])(
    "%j in it",
    async (lineBreak) => {
      const code = lineBreak.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      for (const line of [
        `https://evil.example/?${lineBreak}1.ts`,
        `#EXTINF:1,${lineBreak}1.ts`,
        `# a${lineBreak}b`,
        `#EXT-X-MAP:URI="a${lineBreak}b"`,
      ])
        for (const uncovered of ["throw", "leave"])
          expect(await refused(playlist("1.ts", line), { uncovered })).toBe(
            `ERR_MANIFEST_INVALID playlist: line 3: U+${code} is inside a line`,
          );
    },
  );
});

describe("an attribute that is there twice", () => {
  it("is one or the other to readers, so neither is signed", async () => {
    const line = '#EXT-X-MAP:URI="//evil.example/",URI="a"';
    expect(await refused(playlist(line))).toBe(
      "ERR_MANIFEST_INVALID playlist: line 2: EXT-X-MAP has the attribute URI twice",
    );
    expect(signHlsPlaylist(playlist(line), grant, { playlistUrl, uncovered: "leave" })).toBe(playlist(line));
  });
});

describe("work is held to a multiple of the text", () => {
  it(
    "for long values in many lines, long references and long playlist URLs",
    streaming(async () => {
      const long = "a".repeat(7000);
      const used = playlist(define("x", long), ...Array.from({ length: 2000 }, () => "{$x}"));
      expect(await refused(used)).toMatch(
        /^ERR_MANIFEST_INVALID playlist: line \d+: resolved URLs and replaced variables are over 64 times as long/,
      );
      expect(await refused(playlist(define("x", "a".repeat(100)), "{$x}".repeat(100)))).toBe(
        "ERR_URL_TOO_LONG playlist: line 3: the URI makes a signed URL of more than the 8192 bytes that CloudFront accepts",
      );
      expect(await refused(playlist("a".repeat(8193)))).toBe(
        "ERR_URL_TOO_LONG playlist: line 2: the URI makes a signed URL of more than the 8192 bytes that CloudFront accepts",
      );
      expect(
        problemOf(
          await refusal(() => signHlsPlaylist(playlist(), grant, { playlistUrl: `${host}/${long}${long}` })),
        ),
      ).toBe("playlistUrl: has 14038 characters");
    }),
  );

  it("and no playlist as packagers write them comes near it", () => {
    const names = Array.from({ length: 5000 }, (_, i) => `{$dir}/segment-${i}.ts`);
    const signed = signHlsPlaylist(playlist(define("dir", "a/".repeat(100)), ...names), grant, {
      playlistUrl,
    });
    expect(signed.split(grant.query)).toHaveLength(5001);
  });
});
