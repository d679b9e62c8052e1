import { setTimeout as wait } from "node:timers/promises";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { grantHandler } from "cloudfront-sign-media/server";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";
import { files, pageNames, pages } from "./support/documented.ts";
import { Stage } from "./support/stage.ts";

const stage = new Stage();
const names = pageNames("query", "fetch");

describe("with the query on every request", () => {
  it("docs/players.md has these four pages, and names the other loader of hls.js", () => {
    expect(names).toEqual(["hls-query", "dash-query", "shaka-query", "videojs-query", "hls-fetch"]);
  });

  it.each(names)("plays: %s", async (name) => {
    await stage.open(name);
    await stage.expectPlays();
    stage.expectAllSigned("query");
  });

  it("plays: film-page.ts of the Worker in docs/recipes.md", async () => {
    await stage.openCode(files.get("./film-page.ts") ?? "");
    await stage.expectPlays();
    stage.expectAllSigned("query");
    expect(await stage.page.evaluate("document.title")).toBe("Film");
  });

  it("plays: the React component film.tsx, although strict mode mounts it twice", async () => {
    await stage.openCode(`
      import { createElement, StrictMode } from "react";
      import { create } from "react-test-renderer";
      import { Film } from "./film.tsx";

      globalThis.global = globalThis; // react-test-renderer reads it
      const report = console.error;
      console.error = (text, ...rest) =>
        String(text).includes("react-test-renderer is deprecated") || report(text, ...rest);
      const src = "https://cdn.example.com/course/42/index.m3u8";
      const props = { load: "/api/course/42", src };
      const film = createElement(StrictMode, null, createElement(Film, props));
      create(film, { createNodeMock: () => document.querySelector("video") });
    `);
    await stage.expectPlays();
    stage.expectAllSigned("query");
  });

  it.each([
    ["hls-query", "encrypted/index.m3u8", /encrypted\/key 200/],
    ["hls-fetch", "encrypted/index.m3u8", /encrypted\/key 200/],
    ["hls-query", "ranges/index.m3u8", /m4s 206/],
    ["shaka-query", "index.m3u8", /m4s 200/],
  ])("plays: %s with %s", async (name, media, segment) => {
    await stage.open(name, media);
    await stage.expectPlays();
    stage.expectAllSigned("query");
    expect(stage.seen(segment)).not.toEqual([]);
  });

  it("signs what Shaka stores for offline viewing", async () => {
    await stage.openCode(`${pages.get("shaka-query")}
      const storage = new shaka.offline.Storage(player);
      const { promise } = await storage.store("https://cdn.example.com/course/42/index.mpd");
      globalThis.stored = (await promise).offlineUri;`);
    await stage.page.until("globalThis.stored?.startsWith('offline:')");
    expect(stage.seen(/m4s 200/)).not.toEqual([]);
    stage.expectAllSigned("query");
  });

  // Players reload the final URL of a playlist, which is signed already.
  it.each([
    ["hls-query", "0/media.m3u8"],
    ["shaka-query", "0/media.m3u8"],
    ["videojs-query", "0/media.m3u8"],
  ])("renews the query during a live playlist, and signs no URL twice: %s", async (name, media) => {
    stage.setting.live = true;
    stage.setting.grant = shortLived;
    await stage.open(name, media);
    await stage.expectPlays();
    const queries = () => new Set(stage.ofTheCdn().map(({ request }) => new URL(request.url).search));
    await stage.eventually(() => queries().size > 1);
    expect(queries().size).toBeGreaterThan(1);
    expect(stage.seen(/m3u8 200$/).length).toBeGreaterThan(1);
    stage.expectAllSigned("query");
  });

  it.each(names)("plays on with another grant when the first one is refused: %s", async (name) => {
    const numAsked = refuseFirst();
    await stage.open(name);
    await stage.page.until("document.querySelector('video').currentTime > 1");
    expect(numAsked()).toBe(2);
    expect(stage.seen(/403$/)).toHaveLength(1);
    expect(stage.complaintsOfPage()).toEqual([]);
  });

  // dash.js shows its interceptors no difference between this and a request that it ends itself.
  it.each(names.filter((name) => name !== "dash-query"))(
    "plays on when the 403 has no CORS headers: %s",
    async (name) => {
      stage.setting.hidesDenials = true;
      const numAsked = refuseFirst();
      await stage.open(name);
      await stage.page.until("document.querySelector('video').currentTime > 1");
      expect(numAsked()).toBe(2);
      expect(stage.seen(/403$/)).toHaveLength(1);
    },
  );

  it.each(["hls-query", "videojs-query"])(
    "stops after one more grant when every 403 has no CORS headers: %s",
    async (name) => {
      stage.setting.hidesDenials = true;
      const numAsked = refuseFirst(Number.POSITIVE_INFINITY);
      await stage.open(name);
      await stage.eventually(() => stage.seen(/403$/).length > 1);
      await wait(2000);
      expect(numAsked()).toBe(2);
      expect(stage.seen(/403$/)).toHaveLength(2);
    },
  );

  it.each(names)("stops at the first segment without the query: %s", async (name) => {
    const { grant: usual } = stage.setting;
    stage.setting.openPlaylists = true;
    // The page signs only what its grant covers.
    stage.setting.grant = async (request) =>
      Response.json({
        ...(await (await usual(request)).json()),
        resource: "https://cdn.example.com/course/43/*",
      });
    await stage.open(name);
    await stage.expectRefused();
    expect(stage.seen(/(m3u8|mpd) 200$/)).not.toEqual([]);
    expect(stage.seen(/(m4s|mp4) 403$/)).not.toEqual([]);
    expect(stage.seen(/(m4s|mp4) 20\d$/)).toEqual([]);
  });
});

/** Like the documented route, with a grant of 3 seconds. */
const shortLived = grantHandler({
  signer: createCloudFrontSigner({
    keyPairId: "K2JCJMDEHXQW5F",
    privateKey: keyText("rsa2048.pkcs8.pem"),
  }),
  authorize: () => ({ resource: "https://cdn.example.com/course/42/*", expiresIn: 3 }),
});

/** The first grants are signed with a key that has left the key group, as after a rotation. */
function refuseFirst(count = 1): () => number {
  const { grant: usual } = stage.setting;
  let numAsked = 0;
  stage.setting.grant = async (request) => {
    const answer = await (await usual(request)).json();
    const query = answer.query.replace("=K2JCJMDEHXQW5F", "=K1AAAAAAAAAAAA");
    return Response.json(++numAsked <= count ? { ...answer, query } : answer);
  };
  return () => numAsked;
}
