import { describe, expect, it } from "vitest";
import { pageNames, pages } from "./support/documented.ts";
import { Stage } from "./support/stage.ts";

const stage = new Stage();
const names = ["native-cookies", ...pageNames("query", "fetch")];
/** The two endpoints of one page for all browsers. */
const bothEndpoints = (request: Request) =>
  new URL(request.url).pathname.endsWith("/cookies")
    ? stage.routes.cookies(request)
    : stage.routes.query(request);

describe("with signed cookies", () => {
  it("docs/players.md has these two pages of its own", () => {
    expect(pageNames("cookies")).toEqual(["native-cookies", "hls-cookies"]);
  });

  it("leaves the short grants of the query to hls.js: hls-cookies", async () => {
    stage.setting.grant = bothEndpoints;
    await stage.open("hls-cookies");
    await stage.expectPlays();
    stage.expectAllSigned("query");
  });

  it("plays in the built-in player where hls.js is not supported: hls-cookies", async () => {
    stage.setting.grant = bothEndpoints;
    stage.setting.cors = "nobody";
    await stage.openCode((pages.get("hls-cookies") ?? "").replaceAll("Hls.isSupported()", "false"));
    await stage.expectPlays();
    stage.expectAllSigned("cookies");
  });

  it("plays on with another grant when the built-in player reports an error: hls-cookies", async () => {
    stage.setting.cors = "nobody";
    let asked = 0;
    stage.setting.grant = async (request) => {
      const { body, status, headers } = await stage.routes.cookies(request);
      const without = new Headers(headers);
      if (asked++ === 0) without.delete("Set-Cookie");
      return new Response(body, { status, headers: without });
    };
    await stage.openCode((pages.get("hls-cookies") ?? "").replaceAll("Hls.isSupported()", "false"));
    await stage.page.until("document.querySelector('video').readyState > 2");
    expect(asked).toBe(2);
    expect(stage.seen(/index\.m3u8/)[0]).toBe("GET /course/42/index.m3u8 403");
  });

  it.each(names)("plays: %s", async (name) => {
    stage.setting.grant = stage.routes.cookies;
    stage.setting.cors = "the page, with credentials";
    await stage.open(name);
    await stage.expectPlays();
    stage.expectAllSigned("cookies");
  });

  it("plays in the video element without CORS: native-cookies", async () => {
    stage.setting.grant = stage.routes.cookies;
    stage.setting.cors = "nobody";
    await stage.open("native-cookies");
    await stage.expectPlays();
    stage.expectAllSigned("cookies");
  });

  it("does not play without the cookies", async () => {
    await stage.openCode(
      (pages.get("native-cookies") ?? "").replace(/^(?:await grant.*|if \(!grant[^;]*;)$/gm, ""),
    );
    await stage.page.until("document.querySelector('video').error !== null");
    expect([stage.seen(), await stage.frames()]).toEqual([["GET /course/42/index.m3u8 403"], 0]);
  });
});

it("native-cookies says what is missing if the endpoint sets no cookies", async () => {
  stage.setting.grant = stage.routes.query;
  await stage.open("native-cookies");
  await stage.eventually(() => stage.page.complaints.length > 0);
  expect(stage.page.complaints.join()).toContain(
    "the endpoint sets no cookies for this URL: pass grantHandler the option cookies",
  );
  expect(stage.seen()).toEqual([]);
});

describe("CORS", () => {
  it.each(["hls-query", "dash-query"])(
    "the wildcard * is refused for requests with credentials: %s",
    async (name) => {
      stage.setting.grant = stage.routes.cookies;
      await stage.open(name);
      await stage.eventually(() => stage.page.complaints.length > 0);
      expect(stage.page.complaints.join()).toContain(
        "must not be the wildcard '*' when the request's credentials mode is 'include'",
      );
      // The browser received it, but kept it from the player.
      expect(stage.seen(/(m3u8|mpd) 200$/)).not.toEqual([]);
      expect([stage.seen(/(m4s|mp4) /), await stage.frames()]).toEqual([[], 0]);
    },
  );

  it("a custom header causes a preflight: refused with cookies, which it lacks, allowed with the query", async () => {
    stage.setting.grant = stage.routes.cookies;
    stage.setting.cors = "the page, with credentials";
    await stage.open("hls-query");
    await stage.expectPlays();
    const segment = "https://cdn.example.com/course/42/0/0.m4s";
    const asked = new Request("https://app.example.com/api/course/42", {
      method: "POST",
      headers: { Cookie: "session=of-ada" },
    });
    const { query } = await (await stage.routes.query(asked)).json();
    const ask = async (url: string): Promise<string[]> => {
      stage.sites.answered = [];
      await stage.page.evaluate(
        `fetch("${url}", { credentials: "include", headers: { "X-Own": "1" } }).catch(() => {})`,
      );
      return stage.seen();
    };
    expect(await ask(segment)).toEqual(["OPTIONS /course/42/0/0.m4s 403"]);
    expect(await ask(`${segment}?${query}`)).toEqual(["OPTIONS /course/42/0/0.m4s 200"]);
  });
});
