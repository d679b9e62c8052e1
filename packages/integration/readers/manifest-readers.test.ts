import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { signDashManifest } from "cloudfront-sign-media/dash";
import { signHlsPlaylist } from "cloudfront-sign-media/hls";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { afterAll, describe, expect, it, vi } from "vitest";
import { dashReaders } from "./support/dash-readers.ts";
import { hlsReaders } from "./support/hls-readers.ts";
import { mutatedManifest } from "./support/mutated-manifests.ts";
import { mutatedPlaylist } from "./support/mutated-playlists.ts";

/**
 * Playlists and manifests that are nearly right, signed, and read by hls.js, m3u8-parser, hls-parser, Media3,
 * mpd-parser, dash.js and Shaka: no reader may ask for a URL with the grant's parameters that the grant does
 * not cover. `MUTATED_MANIFESTS=200000` makes a long run of it, and
 * prints how many URLs each reader asked for.
 */

const runs = Number(process.env.MUTATED_MANIFESTS ?? 2000) / 4;
const grant = await recorder().signer.grant({ resource: `${host}/v/*`, dateLessThan: end });
const folder = `${host}/v/`;
const mark = "&Signature=";
for (const name of ["warn", "error", "log", "info", "debug"] as const)
  vi.spyOn(console, name).mockImplementation(() => {});
// The files after this one, in the same process, have a console, and not what looks like a browser to the readers.
afterAll(() => {
  vi.restoreAllMocks();
  for (const name of ["self", "window", "location", "document"]) Reflect.deleteProperty(globalThis, name);
  if (globalThis.navigator?.userAgent === "node") Reflect.deleteProperty(globalThis, "navigator");
});

/** The path of a URL by RFC 3986: not by the code under test, and not by a URL parser. */
function isInFolder(url: string): boolean {
  if (!url.startsWith(folder)) return false;
  const [path = ""] = url.slice(host.length).split(/[?#]/, 1);
  let depth = 0;
  for (const segment of decodeURIComponent(path.replace(/%(?![\da-f]{2})/gi, "%25"))
    .split(/[/\\]/)
    .slice(2)) {
    depth += segment === ".." ? -1 : segment === "." ? 0 : 1;
    if (depth < 0) return false;
  }
  return true;
}

interface Outcome {
  signed: number;
  refused: number;
  readonly asked: Record<string, number>;
  readonly outside: string[];
}

/**
 * Signs each text both ways, has each reader read it, and gathers the URLs with parameters that are not
 * covered.
 */
async function outcomeOf(
  textOf: (seed: number) => string,
  sign: (text: string, uncovered: "leave" | "throw") => string,
  readers: Record<string, (text: string) => string[] | Promise<string[]>>,
): Promise<Outcome> {
  const outcome: Outcome = { signed: 0, refused: 0, asked: {}, outside: [] };
  for (const uncovered of ["throw", "leave"] as const)
    for (let seed = 0; seed < runs; seed++) {
      let signed: string;
      try {
        signed = sign(textOf(seed), uncovered);
        outcome.signed++;
      } catch (error) {
        if (!isCloudFrontSignError(error)) throw error;
        outcome.refused++;
        continue;
      }
      for (const [name, read] of Object.entries(readers)) {
        const urls = await Promise.resolve(signed)
          .then(read)
          .catch(() => [] as string[]);
        for (const url of urls) {
          // A fragment is not sent.
          const [sent = ""] = url.split("#", 1);
          if (!sent.includes(mark)) continue;
          outcome.asked[name] = (outcome.asked[name] ?? 0) + 1;
          if (!isInFolder(sent))
            outcome.outside.push(`${uncovered} ${seed} ${name} ${sent.split("?", 1)[0]}`);
        }
      }
    }
  if (process.env.MUTATED_MANIFESTS)
    process.stdout.write(`${JSON.stringify({ ...outcome, outside: outcome.outside.length })}\n`);
  return outcome;
}

describe("no reader sends the grant's parameters outside the grant", () => {
  it("HLS readers, on mutated playlists", async () => {
    const playlistUrl = `${folder}index.m3u8?q=1`;
    const readers = Object.entries(hlsReaders).map(
      ([name, read]) => [name, (text: string) => read(text, playlistUrl, mark)] as const,
    );
    const outcome = await outcomeOf(
      mutatedPlaylist,
      (text, uncovered) => signHlsPlaylist(text, grant, { playlistUrl, uncovered }),
      Object.fromEntries(readers),
    );
    expect(outcome.outside).toEqual([]);
    // The readers did read, and neither everything nor nothing was refused.
    expect(Object.keys(outcome.asked).sort()).toEqual([
      "Media3",
      "Shaka",
      "hls-parser",
      "hls.js",
      "m3u8-parser",
    ]);
    for (const asked of Object.values(outcome.asked)) expect(asked).toBeGreaterThan(runs / 4);
    expect(Math.min(outcome.signed, outcome.refused)).toBeGreaterThan(runs / 2);
  });

  it("DASH readers, on mutated manifests", async () => {
    const manifestUrl = `${folder}manifest.mpd?q=1`;
    const readers = Object.entries(dashReaders).map(
      ([name, read]) => [name, (text: string) => read(text, manifestUrl)] as const,
    );
    const outcome = await outcomeOf(
      mutatedManifest,
      (text, uncovered) => signDashManifest(text, grant, { manifestUrl, uncovered }),
      Object.fromEntries(readers),
    );
    expect(outcome.outside).toEqual([]);
    expect(Object.keys(outcome.asked).sort()).toEqual(["Shaka", "dash.js", "mpd-parser"]);
    for (const asked of Object.values(outcome.asked)) expect(asked).toBeGreaterThan(runs / 4);
    expect(Math.min(outcome.signed, outcome.refused)).toBeGreaterThan(runs / 2);
  });
});

const evil = "https://evil.example/";

/** That the readers would follow these, and that the signer refuses them, is what makes the long run count. */
describe("a reader follows what is refused", () => {
  const inSet = (attributes: string, inner: string) =>
    `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:xlink="http://www.w3.org/1999/xlink" type="static" mediaPresentationDuration="PT4S"><Period><AdaptationSet mimeType="video/mp4" codecs="avc1.4d401e"><SegmentTemplate media="$Number$.m4s?${mark}" duration="1"/><Representation id="1" bandwidth="1"${attributes}>${inner}</Representation></AdaptationSet></Period></MPD>`;
  const inMpd = (inner: string) => inSet("", "").replace("<Period>", `${inner}<Period>`);
  it.each([
    ["dash.js", "steering", inMpd(`<ContentSteering>${evil}</ContentSteering>`)],
    [
      "dash.js",
      "steering of a service description",
      inMpd(`<ServiceDescription><ContentSteering>${evil}</ContentSteering></ServiceDescription>`),
    ],
    ["dash.js", "a patch", inMpd(`<PatchLocation>${evil}</PatchLocation>`)],
    ["dash.js", "a prototype", inSet("", `<__proto__><BaseURL>${evil}</BaseURL></__proto__>`)],
    [
      "dash.js",
      "a prototype with a prefix",
      inSet("", `<x:__proto__><BaseURL>${evil}</BaseURL></x:__proto__>`),
    ],
    [
      "dash.js",
      "reports",
      inMpd(
        `<Metrics metrics="DVBErrors"><Reporting schemeIdUri="urn:dvb:dash:reporting:2014" dvb:reportingUrl="${evil}"/></Metrics>`,
      ),
    ],
    [
      "dash.js",
      "a remote element",
      inMpd("").replace("<AdaptationSet", `<AdaptationSet xlink:actuate="onLoad" xlink:href="${evil}"`),
    ],
    [
      "dash.js",
      "a remote element by its attribute BaseURL",
      inMpd("").replace(
        "<AdaptationSet",
        `<AdaptationSet BaseURL="${evil}" xlink:actuate="onLoad" xlink:href="a"`,
      ),
    ],
    ["Shaka", "steering", inMpd(`<ContentSteering>${evil}</ContentSteering>`)],
    [
      "Shaka",
      "a remote representation",
      inSet(` xlink:actuate="onLoad" xlink:href="${evil}"`, '<SegmentList xlink:href="a.xml"/>'),
    ],
    [
      "Shaka",
      "an imported MPD",
      inMpd("").replace("<AdaptationSet", `<ImportedMPD>${evil}</ImportedMPD><AdaptationSet`),
    ],
    ["mpd-parser", "steering", inMpd(`<ContentSteering>${evil}</ContentSteering>`)],
    [
      "mpd-parser",
      "steering by an attribute",
      inMpd(`<ContentSteering serverURL="${evil}">s</ContentSteering>`),
    ],
  ])("%s: %s", async (name, _, xml) => {
    const urls = (await dashReaders[name]?.(xml, `${folder}manifest.mpd`)) ?? [];
    expect(urls.filter((url) => url.startsWith(evil) && url.includes(mark))).not.toEqual([]);
    for (const uncovered of ["throw", "leave"] as const)
      expect(() =>
        signDashManifest(xml.replace(`?${mark}`, ""), grant, {
          manifestUrl: `${folder}manifest.mpd`,
          uncovered,
        }),
      ).toThrow();
  });
});

/**
 * A text that is a playlist to one reader and a manifest to another: the page, its player or the content type decides
 * which, not the author of the text.
 */
const leaks = (urls: readonly string[]): string[] =>
  urls.filter((url) => url.startsWith(evil) && url.includes(mark));

describe("a manifest in a playlist", () => {
  const playlistUrl = `${host}/v/index.m3u8`;
  const set =
    'type="static" mediaPresentationDuration="PT4S"><Period><AdaptationSet mimeType="video/mp4" codecs="avc1.4d401e"><Representation id="1" bandwidth="1">';
  const close = "</Representation></AdaptationSet></Period></MPD>";
  /** A player drops the line breaks around the signed URI of a segment. */
  const hidden = (lead: string) =>
    `#EXTM3U${lead}<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" ${set}<BaseURL>${evil}</BaseURL><SegmentTemplate duration="4" media="\nseg.mp4?${mark}\n#"/>${close}\n`;

  it.each([
    ["dash.js", "a comment", "\n#"],
    ["dash.js", "the first line", " "],
    ["dash.js", "a title", "\n#EXTINF:4,"],
    ["dash.js", "a tag of a vendor", '\n#EXT-X-YOSPACE-A:A="'],
    ["dash.js", "an attribute", '\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="'],
    ["dash.js", "a fragment", "\na.ts#"],
    ["Shaka", "a comment", "\n#"],
    ["Shaka", "a title", "\n#EXTINF:4,"],
  ])("%s reads it in %s", async (name, _, lead) => {
    const text = hidden(lead);
    expect(leaks((await dashReaders[name]?.(text, playlistUrl)) ?? [])).not.toEqual([]);
    for (const uncovered of ["throw", "leave"] as const) {
      const unsigned = text.replace(`?${mark}`, "");
      const { code } = await refusal(() => signHlsPlaylist(unsigned, grant, { playlistUrl, uncovered }));
      expect(code).toBe("ERR_MANIFEST_INVALID");
    }
  });
});

describe("a playlist in a manifest", () => {
  const manifestUrl = `${host}/v/manifest.mpd`;
  const inMpd = (inner: string) => `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011">${inner}</MPD>`;

  const first = "\n#EXTINF:1,\n";
  it.each([
    ["a comment", inMpd(`<!--${first}${evil}--><BaseURL>seg.ts?${mark}</BaseURL>`)],
    ["a comment behind it", inMpd(`<!--\n${evil}--><BaseURL>seg.ts?${mark}</BaseURL><!--${first}-->`)],
    [
      "a tag",
      inMpd(
        `<!--\n#EXT-X-MAP:URI="${evil}--><BaseURL>seg.ts?${mark}</BaseURL><!--"\n#EXTINF:1,\na.ts\n#EXTINF:1,\na.ts\n-->`,
      ),
    ],
    [
      "an attribute",
      inMpd(
        `<Period><AdaptationSet><SegmentTemplate id="${first}${evil}" media="seg.ts?${mark}"/></AdaptationSet></Period>`,
      ),
    ],
    [
      "a text",
      inMpd(
        `<ProgramInformation><Title>${first}${evil}</Title></ProgramInformation><BaseURL>seg.ts?${mark}</BaseURL>`,
      ),
    ],
    [
      "a variable",
      inMpd(
        `<!--\n#EXT-X-DEFINE:NAME="a",VALUE="https"${first}{$a}://evil.example/--><BaseURL>seg.ts?${mark}</BaseURL>`,
      ),
    ],
    [
      "an indented line",
      inMpd(`<!--${first.replace("#", " \t#")}${evil}--><BaseURL>seg.ts?${mark}</BaseURL>`),
    ],
  ])("m3u8-parser reads it in %s", async (_, xml) => {
    const text = `${xml.replace(mark, `a=b${mark}`)}\n`;
    expect(leaks(hlsReaders["m3u8-parser"]?.(text, manifestUrl, mark) ?? [])).not.toEqual([]);
    for (const uncovered of ["throw", "leave"] as const) {
      const unsigned = xml.replace(`?${mark}`, "");
      const { code } = await refusal(() => signDashManifest(unsigned, grant, { manifestUrl, uncovered }));
      expect(code).toBe("ERR_MANIFEST_INVALID");
    }
  });
});
