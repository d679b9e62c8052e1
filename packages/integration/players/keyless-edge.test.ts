import { isAllowedInFolder } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { grantOfRequest, signManifests } from "cloudfront-sign-media/server";
import { beforeEach, describe, expect, it } from "vitest";
import { isPlaylist } from "./support/hosts.ts";
import { Stage } from "./support/stage.ts";

/**
 * An edge without a private key: it checks every URL apart from the library, and signs the lines of manifests with the
 * signature of the viewer. The app, on a host of its own, has the key.
 */

const key = { keyPairId: "K2JCJMDEHXQW5F", publicKey: "rsa2048.pub.spki.pem" } as const;
let isSigning = true;

const stage = new Stage((files) => {
  const signing = signManifests({ grant: (request) => grantOfRequest(request), origin: files });
  return {
    "cdn.example.com": async (request) => {
      if (!(await isAllowedInFolder(request, key))) return new Response("", { status: 403 });
      return isSigning && isPlaylist(request) ? signing(request) : files(request);
    },
  };
});
beforeEach(() => {
  isSigning = true;
});

const granted = `const { query } = await (await fetch("/api/course/42", { method: "POST" })).json(); const video = document.querySelector("video");`;
const url = (name: string) => `"https://cdn.example.com/course/42/${name}" + (query ? "?" + query : "")`;
/** Each player sends cookies with manifests at most, so that the signature of a segment is in its URL. */
const players = {
  "hls.js": `import Hls from "hls.js"; ${granted}
    const hls = new Hls({ xhrSetup: (xhr, url) => { xhr.withCredentials = !query && url.includes(".m3u8"); } });
    hls.loadSource(${url("index.m3u8")}); hls.attachMedia(video);`,
  "dash.js": `import { MediaPlayer } from "dashjs"; ${granted}
    const player = MediaPlayer().create(); player.setXHRWithCredentialsForType("MPD", !query);
    player.initialize(video, ${url("index.mpd")}, true);`,
};
const rows = Object.entries(players);

/** How the requests for a kind of file were signed, in their order: with how many signatures in the query and in cookies. */
const ways = (kind: "manifests" | "segments") => [
  ...new Set(
    stage
      .ofTheCdn()
      .filter(({ request }) => isPlaylist(request) === (kind === "manifests"))
      .map(({ request }) => {
        const inQuery = request.url.split("Signature=").length - 1;
        const inCookies = (request.headers.get("Cookie") ?? "").split("CloudFront-Signature=").length - 1;
        return `${inQuery} ${inCookies}`;
      }),
  ),
];

describe("a viewer with", () => {
  it.each(rows)("a signed URL plays: %s", async (_, code) => {
    await stage.openCode(code);
    await stage.expectPlays();
    expect(ways("manifests")).toEqual(["1 0"]);
    expect(ways("segments")).toEqual(["1 0"]);
    expect(stage.seen(/ (?!20[06]$)\d+$/)).toEqual([]);
  });

  it.each(rows)("signed cookies plays: %s", async (_, code) => {
    Object.assign(stage.setting, { grant: stage.routes.cookies, cors: "the page, with credentials" });
    await stage.openCode(code);
    await stage.expectPlays();
    // The playlists of variants are signed, too.
    expect(ways("manifests")[0]).toBe("0 1");
    expect(ways("segments")).toEqual(["1 0"]);
    expect(stage.seen(/ (?!20[06]$)\d+$/)).toEqual([]);
  });

  it.each(rows)("a signed URL sees nothing while the edge signs no lines: %s", async (_, code) => {
    isSigning = false;
    await stage.openCode(code);
    await stage.eventually(() => stage.seen(/(media\.m3u8|m4s) 403$/).length > 0);
    expect(stage.seen(/m4s 20[06]$/)).toEqual([]);
    expect(await stage.frames()).toBe(0);
  });
});
