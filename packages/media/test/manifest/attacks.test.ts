import { policyUntil } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { mpd, streamed, templated } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createDashSigningStream, signDashManifest } from "cloudfront-sign-media/dash";
import { createHlsSigningStream, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { describe, expect, it } from "vitest";
import { streaming } from "../support/streaming.ts";

/**
 * What took a grant's parameters to another host in a real player, found by reading the players' sources
 * beside the signer's.
 */

const grant = await rsaSigner().grant({ resource: `${host}/v/*`, dateLessThan: end });
const evil = "https://evil.example/";
const playlistUrl = `${host}/v/index.m3u8?Policy=p&Signature=s&Key-Pair-Id=K`;
const hls = (uncovered: "throw" | "leave", ...lines: string[]) =>
  refusedAs(() => signHlsPlaylist(["#EXTM3U", ...lines, ""].join("\n"), grant, { playlistUrl, uncovered }));
const dash = (uncovered: "throw" | "leave", xml: string) =>
  refusedAs(() => signDashManifest(xml, grant, { manifestUrl: `${host}/v/a.mpd`, uncovered }));

describe.each(["throw", "leave"] as const)('with "%s", a playlist is refused', (uncovered) => {
  it.each<[name: string, ...lines: string[]]>([
    // hls.js wants the comma right behind the quote, and otherwise cuts the list elsewhere.
    [
      "space behind a quote",
      `#EXT-X-DEFINE:NAME="a",VALUE="ok/",Y=",VALUE=${evil},Z=" ,`,
      "#EXTINF:6,",
      "{$a}seg.ts",
    ],
    // Segments inherit the parameters of the playlist's own signed URL, on whatever host they are.
    ["a signing parameter as a variable", '#EXT-X-DEFINE:QUERYPARAM="Policy"'],
    // A steering server may send the player to any host.
    ["a steering tag in a comment", `# #EXT-X-CONTENT-STEERING:SERVER-URI="${evil}s"`],
    ["a steering tag behind a URI", `a.ts#EXT-X-CONTENT-STEERING:SERVER-URI="${evil}s"`],
    [
      "a steering manifest in a variable",
      '#EXT-X-DEFINE:NAME="d",VALUE="data"',
      '#EXT-X-CONTENT-STEERING:SERVER-URI="{$d}:text/plain,x"',
    ],
    [
      "an attribute that is read in camel case",
      `#EXT-X-CONTENT-STEERING:SERVER-URI="s.json",PROXY-SERVER-U-R-L="${evil}p"`,
    ],
    ["an attribute in small letters", `#EXT-X-CONTENT-STEERING:SERVER-URI="s.json",server-uri="${evil}p"`],
  ])("for %s", async (_, ...lines) => {
    expect(await hls(uncovered, ...lines)).toMatch(/^ERR_MANIFEST_INVALID /);
  });
});

it("a variable that some reader does not replace leads to no other folder", async () => {
  const lines = ['#EXT-X-DEFINE:NAME="a-b",VALUE="x/y/z"', "#EXTINF:6,", "{$a-b}/../../../other/secret.ts"];
  expect(await hls("throw", ...lines)).toBe("ERR_MANIFEST_INVALID playlist");
});

describe.each(["throw", "leave"] as const)('with "%s", a manifest is refused', (uncovered) => {
  const represented = (attributes: string, inside = "", media = "$RepresentationID$/$Number$.m4s") =>
    mpd(
      `<Period><AdaptationSet><SegmentTemplate media="${media}"/><Representation ${attributes}>${inside}</Representation></AdaptationSet></Period>`,
    );
  it.each<[name: string, xml: string]>([
    // dash.js and Shaka start a name at its first letter.
    ["an attribute that starts with _", represented(`id="a" _id="${evil}"`)],
    ["another one", represented(`id="a" _baseUri="${evil}"`)],
    // dash.js keeps child elements where it keeps attributes.
    ["a child called baseUri", represented('id="a"', `<baseUri>${evil}</baseUri>`)],
    [
      "the same in another namespace",
      represented('id="a"', `<x:baseUri xmlns:x="urn:y">${evil}</x:baseUri>`),
    ],
    ["what dash.js takes for a patch", '<MPD mpdId="m"><replace sel="/MPD/Period[1]/@id">/</replace></MPD>'],
    ["the same by a child, in another namespace", mpd('<x:mpdId xmlns:x="urn:y">m</x:mpdId>')],
    ["the same by its name", '<MPD tagName="Patch"/>'],
    ["a child called nodeName", templated("<a><nodeName>BaseURL</nodeName></a>")],
    [
      "a steering server as an attribute",
      mpd(`<ContentSteering serverURL="${evil}s">steer.json</ContentSteering>`),
    ],
  ])("for %s", async (_, xml) => {
    expect(await dash(uncovered, xml)).toMatch(/^ERR_(MANIFEST_INVALID|RESOURCE_MISMATCH) /);
  });
});

it("what is beside these is signed", () => {
  const xml = mpd(
    '<ContentSteering proxyServerURL="proxy.json"/><Period><AdaptationSet><EssentialProperty><q useMPDUrlQuery="false"/></EssentialProperty></AdaptationSet></Period>',
  );
  const trusted = [new URL(host).host];
  expect(signDashManifest(xml, grant, { manifestUrl: `${host}/v/a.mpd`, trusted })).toBe(xml);
  const steering =
    '#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI="s.json",PATHWAY-ID="a",X-VENDOR="b"\n# a comment\n';
  expect(signHlsPlaylist(steering, grant, { playlistUrl, trusted })).toContain("s.json?Policy=");
});

describe("a grant that names no host", () => {
  it.each([
    "*",
    "https://*/v/*",
    "https://*.com/v/*",
    "https://*example.com/v/*",
    "https://*.cloudfront.net/*",
    "https://d1*.cloudfront.net/v/*",
    "https://d11111?abcdef8.cloudfront.net/v/*",
  ])("signs what is on the manifest's own host, and nothing else: %s", async (resource) => {
    const wide = await rsaSigner().grant({ policy: policyUntil(end, resource) });
    const own = [
      "https://d111111abcdef8.cloudfront.net/v/index.m3u8",
      "https://cdn.example.com/v/index.m3u8",
    ].find((url) => wide.covers(url));
    if (own === undefined) throw new Error(`${resource} covers neither manifest`);
    const other = own.replace(/\/\/[\w-]+\./, "//d111112abcdef8.");
    const hls = (url: string) => `#EXTM3U\n${url}\n`;
    const dash = (url: string) => `<MPD><BaseURL>${url}</BaseURL></MPD>`;
    const playlist = { playlistUrl: own, uncovered: "leave" } as const;
    const manifest = { manifestUrl: own, uncovered: "leave" } as const;
    expect(signHlsPlaylist(hls(`${own}.ts`), wide, playlist)).toContain("Signature=");
    expect(signHlsPlaylist(hls(`${other}.ts`), wide, playlist)).toBe(hls(`${other}.ts`));
    expect(signDashManifest(dash(`${own}.mp4`), wide, manifest)).toContain("Signature=");
    expect(signDashManifest(dash(`${other}.mp4`), wide, manifest)).toBe(dash(`${other}.mp4`));
  });

  it.each([
    "https://*.example.com/v/*",
    "http*://*.example.com/v/*",
    "https://cdn-*.example.com/*",
    "https://cdn-?.eu.example.com/*",
    "https://cdn-1.example.com/v/a.ts*",
  ])("is not one for hosts of one domain: %s", async (resource) => {
    const { query, ...wide } = await rsaSigner().grant({ resource, dateLessThan: end });
    const text = "#EXTM3U\nhttps://cdn-1.example.com/v/a.ts\n";
    const signed = signHlsPlaylist(text, { query, ...wide }, { playlistUrl, uncovered: "leave" });
    expect(signed.includes(query)).toBe(!resource.includes("eu."));
  });
});

describe("a text without an end", () => {
  const endless = async (stream: unknown, start: string, piece: string) => {
    const { writable, readable } = stream as TransformStream<string, string>;
    const drained = readable.pipeTo(new WritableStream()).catch(() => {});
    const writer = writable.getWriter();
    const error = await refusal(async () => {
      await writer.write(start);
      for (let i = 0; i < 400; i++) await writer.write(piece);
    });
    await drained;
    return `${error.code} ${error.message}`;
  };
  const piece = "a".repeat(4000);

  it(
    "in one line is not held for ever",
    streaming(async () => {
      expect(await endless(createHlsSigningStream(grant, { playlistUrl }), "#EXTM3U\n", piece)).toBe(
        "ERR_MANIFEST_INVALID playlist: line 2: has over 131072 characters; break or shorten it",
      );
    }),
  );

  it.each(["<MPD a='", "<MPD ", "<MPD><?a ", "<MPD><BaseURL>", "<MPD><BaseURL><![CDATA["])(
    "in %s is not held for ever",
    streaming(async (start: string) => {
      const stream = createDashSigningStream(grant, { manifestUrl: playlistUrl });
      expect(await endless(stream, start, piece)).toBe(
        "ERR_MANIFEST_INVALID manifest: line 1: a tag, an instruction or a reference has over 131072 characters; shorten it",
      );
    }),
  );

  it(
    "in a comment or a text passes through",
    streaming(async () => {
      const stream = createDashSigningStream(grant, { manifestUrl: playlistUrl });
      const { text } = await streamed(stream, [
        "<MPD><!--",
        ...Array.from({ length: 300 }, () => piece),
        "--></MPD>",
      ]);
      expect(text.length).toBeGreaterThan(1_200_000);
    }),
  );
});
