import { Chromium } from "@cloudfront-sign-webcrypto/testing/chromium";
import { afterAll, beforeAll, beforeEach, expect, vi } from "vitest";
import { pageScript, pages } from "./documented.ts";
import {
  documentedRoutes,
  type Handler,
  openHosts,
  pageFile,
  type Routes,
  type Setting,
  videoOrigin,
} from "./hosts.ts";
import { videoFolder } from "./media.ts";
import type { Sites } from "./sites.ts";

const video = "document.querySelector('video')";
const html = `<!doctype html><title>player</title><video muted autoplay playsinline></video><script type="module" src="/page.js"></script>`;

/** The page at app.example.com, the private video at cdn.example.com, and a viewer. */
export class Stage {
  setting = {} as Setting;
  page = {} as Chromium;
  sites = {} as Sites;
  routes = {} as Routes;
  private usual = {} as Setting;
  private script = "";

  private readonly cdns: (files: Handler) => Record<string, Handler>;

  /**
   * Registers the hooks for the tests of one file.
   * @param cdns what answers for other hosts of the video, or instead of cdn.example.com, with its files
   */
  constructor(cdns: (files: Handler) => Record<string, Handler> = () => ({})) {
    this.cdns = cdns;
    beforeAll(() => this.build());
    beforeEach(() => this.clear());
    afterAll(() => this.close());
  }

  private async build(): Promise<void> {
    this.routes = await documentedRoutes();
    this.usual = {
      cors: "any origin",
      hidesDenials: false,
      live: false,
      openPlaylists: false,
      signedPlaylists: false,
      grant: this.routes.query,
    };
    const app = {
      "GET /": () => pageFile(html, "html"),
      "GET /page.js": () => pageFile(this.script, "javascript"),
      "GET /favicon.ico": () => new Response(),
      ...Object.fromEntries(
        ["", "/cookies", "/signed"].map((delivery) => [
          `POST /api/course/42${delivery}`,
          (request: Request) => this.setting.grant(request),
        ]),
      ),
    };
    const origin = videoOrigin(await videoFolder(), () => this.setting);
    // The route's own origin.
    vi.stubGlobal("fetch", (url: string) => origin(new Request(url)));
    this.sites = await openHosts(app, origin, this.routes.manifests, () => this.setting, this.cdns(origin));
    this.page = await Chromium.open("about:blank", [
      ...this.sites.switches,
      "--mute-audio",
      "--autoplay-policy=no-user-gesture-required",
    ]);
  }

  private async clear(): Promise<void> {
    this.setting = { ...this.usual };
    await this.page.goTo("about:blank");
    await this.page.send("Network.clearBrowserCookies");
    await this.page.send("Network.clearBrowserCache");
    // The page before may have sent a request that has not arrived.
    await new Promise((resolve) => setTimeout(resolve, 100));
    this.page.complaints.length = 0;
    this.sites.answered = [];
  }

  private async close(): Promise<void> {
    vi.unstubAllGlobals();
    await this.page.close?.();
    this.sites.close?.();
  }

  /** Opens a page of docs/players.md. @param media a video to play instead of the page's own */
  async open(name: string, media?: string): Promise<void> {
    const code = pages.get(name);
    if (!code) throw new Error(`docs/players.md has no page=${name}`);
    await this.openCode(media ? code.replace(/index\.(m3u8|mpd)/, media) : code);
  }

  async openCode(code: string): Promise<void> {
    this.script = await pageScript(code);
    await this.page.goTo("https://app.example.com/");
  }

  frames(): Promise<number> {
    return this.page.evaluate(`${video}.getVideoPlaybackQuality().totalVideoFrames`);
  }

  /** Waits until two seconds of the video have played, without an error in the page. */
  async expectPlays(): Promise<void> {
    const { page } = this;
    try {
      await page.until(`${video}.getVideoPlaybackQuality().totalVideoFrames > 2`);
      await page.evaluate(`${video}.playbackRate = 4`);
      const [first, start] = [await this.frames(), await page.evaluate(`${video}.currentTime`)];
      await page.until(`${video}.currentTime > ${start + 2}`);
      // 24 frames per second. At four times the speed Chromium may drop some.
      expect((await this.frames()) - first).toBeGreaterThan(12);
      // At four times the speed a busy machine can run out of buffer for a moment. hls.js reports that, and goes on.
      expect(this.errors().filter((text) => !text.includes('"bufferStalledError"'))).toEqual([]);
    } catch (error) {
      throw new Error(`does not play: ${this.errors().join(" ").slice(0, 2000)} ${this.seen().join(" ")}`, {
        cause: error,
      });
    }
  }

  /** The errors in the page, without warnings. */
  errors(): string[] {
    return this.page.complaints.filter(
      (text) => !/^\{("type"|"entry":\{"source":"\w+","level"):"(?!error)/.test(text),
    );
  }

  /** The errors that the page's own script reports. */
  complaintsOfPage(): string[] {
    return this.errors().filter((text) => text.includes('"executionContextId"'));
  }

  /** Expects that the page's own script reports an error, and that no frame is shown. */
  async expectRefused(): Promise<void> {
    await this.eventually(() => this.complaintsOfPage().length > 0);
    expect(this.complaintsOfPage()).not.toEqual([]);
    expect([await this.frames(), await this.page.evaluate(`${video}.currentTime`)]).toEqual([0, 0]);
  }

  /** Expects that every request to the CDN was signed in this way only, and was answered. */
  expectAllSigned(way: "query" | "cookies"): void {
    const ways = this.ofTheCdn().map(({ request }) => [
      request.url.split("Signature=").length - 1,
      (request.headers.get("Cookie") ?? "").split("CloudFront-Signature=").length - 1,
    ]);
    expect(ways.length).toBeGreaterThan(3);
    expect([...new Set(ways.map(String))]).toEqual([way === "query" ? "1,0" : "0,1"]);
    // Players cause no preflight, which would carry no cookies.
    expect(this.seen().filter((line) => !/^GET \S+ 20[06]$/.test(line))).toEqual([]);
  }

  async eventually(condition: () => boolean): Promise<void> {
    await expect.poll(condition, { interval: 25 }).toBe(true);
  }

  ofTheCdn() {
    return this.sites.answered.filter(({ request }) => new URL(request.url).hostname === "cdn.example.com");
  }

  /** Method, path and status of the requests to the CDN. */
  seen(pattern = /^/): string[] {
    const lines = this.ofTheCdn().map(
      ({ request, status }) => `${request.method} ${new URL(request.url).pathname} ${status}`,
    );
    return lines.filter((line) => pattern.test(line));
  }
}
