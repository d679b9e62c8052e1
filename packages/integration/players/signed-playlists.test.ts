import { describe, expect, it } from "vitest";
import { pageNames } from "./support/documented.ts";
import { Stage } from "./support/stage.ts";

const stage = new Stage();

const query = `const { query } = await (await fetch("/api/course/42", { method: "POST" })).json(); const video = document.querySelector("video");`;
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of the page
const hls = "`https://cdn.example.com/course/42/index.m3u8?${query}`";
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of the page
const dash = "`https://cdn.example.com/course/42/index.mpd?${query}`";
/** Each player with its default settings. */
const plain: Record<string, string> = {
  "hls.js": `import Hls from "hls.js"; ${query} const hls = new Hls(); hls.loadSource(${hls}); hls.attachMedia(video);`,
  "dash.js": `import { MediaPlayer } from "dashjs"; ${query} MediaPlayer().create().initialize(video, ${dash}, true);`,
  Shaka: `import shaka from "shaka-player"; ${query} const player = new shaka.Player(); await player.attach(video); await player.load(${dash});`,
  "video.js": `import videojs from "video.js"; ${query} videojs(video).src({ src: ${hls}, type: "application/vnd.apple.mpegurl" });`,
};

describe("with signed playlists and manifests", () => {
  it("docs/players.md has this one page", () => {
    expect(pageNames("signed")).toEqual(["native-signed"]);
  });

  it("plays in the video element without CORS: native-signed", async () => {
    Object.assign(stage.setting, { signedPlaylists: true, cors: "nobody" });
    await stage.open("native-signed");
    await stage.expectPlays();
    stage.expectAllSigned("query");
  });

  it.each(Object.keys(plain))("plays: %s", async (name) => {
    stage.setting.signedPlaylists = true;
    await stage.openCode(plain[name] ?? "");
    await stage.expectPlays();
    stage.expectAllSigned("query");
  });

  it.each(["encrypted/index.m3u8", "ranges/index.m3u8"])("plays: hls.js with %s", async (media) => {
    stage.setting.signedPlaylists = true;
    await stage.openCode((plain["hls.js"] ?? "").replace("index.m3u8", media));
    await stage.expectPlays();
    stage.expectAllSigned("query");
  });

  it("plays nothing when only the playlist's own URL is signed", async () => {
    await stage.open("native-signed");
    await stage.page.until("document.querySelector('video').error !== null");
    expect(await stage.frames()).toBe(0);
    expect(stage.seen()).toEqual([
      expect.stringMatching(/index\.m3u8 20[06]$/),
      expect.stringMatching(/media\.m3u8 403$/),
    ]);
  });
});
