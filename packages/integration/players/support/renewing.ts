import { setTimeout as wait } from "node:timers/promises";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import { grantHandler } from "cloudfront-sign-media/server";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserName, SleepingBrowser } from "./browsers.ts";
import { pageScript, pages } from "./documented.ts";
import { openHosts, pageFile, type Setting, videoOrigin } from "./hosts.ts";
import { videoFolder } from "./media.ts";
import { failuresOf, noteSent, type Sent } from "./sent.ts";
import type { Answered, Sites } from "./sites.ts";

const players = ["hls-query", "dash-query", "shaka-query", "videojs-query"] as const;
/** Few: four videos play at once, and nobody looks. */
const framesPerSecond = 6;

type PlayerName = (typeof players)[number];

/** Added to the documented page: a buffer of seconds, so that the player goes on asking for segments. */
const shortBuffer: Record<PlayerName, string> = {
  "hls-query":
    "Object.assign(hls.config, { maxBufferLength: 4, maxMaxBufferLength: 4 }); expose({ grant, hls });",
  "dash-query": `const buffer = { bufferTimeDefault: 4, bufferTimeAtTopQuality: 4, bufferTimeAtTopQualityLongForm: 4 };
    player.updateSettings({ streaming: { buffer } }); expose({ grant, player });`,
  "shaka-query": 'expose({ grant, player }); player.configure("streaming.bufferingGoal", 4);',
  "videojs-query": `Object.assign(videojs.Vhs, { GOAL_BUFFER_LENGTH: 4, MAX_GOAL_BUFFER_LENGTH: 4 });
    expose({ grant, player });`,
};

/** Plays again after the player has given up, as docs/players.md says. */
const playAgain: Record<PlayerName, string> = {
  "hls-query": "hls.startLoad()",
  "dash-query": "player.attachSource(player.getSource(), player.time())",
  "shaka-query": "player.retryStreaming()",
  "videojs-query": `const time = player.currentTime();
    player.one("loadedmetadata", () => player.currentTime(time));
    player.src(player.currentSource());
    player.play();`,
};

/** Added to the documented page: `signIn()` ends what the page waits for after a refusal. */
const signInAgain = (name: PlayerName): string =>
  `import { askToSignIn } from "./sign-in-again.ts";
  askToSignIn(grant, () => new Promise((signIn) => expose({ signIn })), () => { ${playAgain[name]} });`;

/** Ends the player. */
const end: Record<PlayerName, string> = {
  "hls-query": "hls.destroy()",
  "dash-query": "player.destroy()",
  "shaka-query": "player.destroy()",
  "videojs-query": "player.dispose()",
};

const videoPage = (name: PlayerName): string => `<!doctype html><title>${name}</title>
  <video muted autoplay playsinline width="320" height="180"></video><script type="module" src="/${name}.js"></script>`;
const framePage = `<!doctype html><title>players</title>${players
  .map((name) => `<iframe src="/${name}.html" width="340" height="200" allow="autoplay"></iframe>`)
  .join("")}`;

/** What the endpoint was asked and answered. */
interface EndpointAnswer {
  readonly player: string;
  /** When it was asked, in milliseconds. */
  readonly time: number;
  readonly status: number;
  /** Milliseconds from the answer to the expiry time of its grant. */
  readonly lifetime: number;
}

type Endpoint = (request: Request) => Promise<Response>;

interface FourPlayersOptions {
  readonly grantSeconds: number;
  readonly videoSeconds: number;
  /** How much the clock of the device is ahead, in milliseconds. */
  readonly clockShift: number;
}

/** The documented pages of four players side by side, each in a frame with a grant of its own. */
class FourPlayers {
  readonly endpointAnswers: EndpointAnswer[] = [];
  readonly errors: string[] = [];
  /** Answers with grants. */
  readonly usualEndpoint: Endpoint;
  endpoint: Endpoint;
  private sites = {} as Sites;
  private device = {} as SleepingBrowser;
  private page = {} as Page;

  private constructor(grantSeconds: number) {
    const signer = createCloudFrontSigner({
      keyPairId: "K2JCJMDEHXQW5F",
      privateKey: keyText("rsa2048.pkcs8.pem"),
    });
    const resource = "https://cdn.example.com/course/42/*";
    const authorize = () => ({ resource, expiresIn: grantSeconds });
    this.usualEndpoint = grantHandler({ signer, authorize }) as Endpoint;
    this.endpoint = this.usualEndpoint;
  }

  static async open(name: BrowserName, options: FourPlayersOptions): Promise<FourPlayers> {
    const four = new FourPlayers(options.grantSeconds);
    await four.build(name, options);
    return four;
  }

  private async build(name: BrowserName, { videoSeconds, clockShift }: FourPlayersOptions): Promise<void> {
    const setting = { cors: "any origin" } as Setting;
    const origin = videoOrigin(await videoFolder(videoSeconds, framesPerSecond), () => setting);
    const app: Record<string, (request: Request) => Response | Promise<Response>> = {
      "GET /": () => pageFile(framePage, "html"),
      "GET /favicon.ico": () => new Response(),
      "POST /api/course/42": (request) => this.answerEndpoint(request),
    };
    for (const player of players) {
      const code = `${pages.get(player)}\n${shortBuffer[player]}\n${signInAgain(player)}`
        .replace("/api/course/42", `/api/course/42?${player}`)
        .replace("/course/42/index", `/course/42/${player}/index`);
      const script = await pageScript(`const expose = (all) => Object.assign(globalThis, all);\n${code}`);
      app[`GET /${player}.html`] = () => pageFile(videoPage(player), "html");
      app[`GET /${player}.js`] = () => pageFile(script, "javascript");
    }
    // Each player asks for a folder of its own, so that the requests show who sent them.
    const ofAnyPlayer = (request: Request) =>
      origin(new Request(request.url.replace(/\w+-query\//, ""), request));
    this.sites = await openHosts(app, ofAnyPlayer, origin, () => setting);
    this.device = await SleepingBrowser.open(name, this.sites);
    const context = await this.device.browser.newContext({ ignoreHTTPSErrors: true });
    context.setDefaultTimeout(pollTimeout);
    this.page = await context.newPage();
    this.page.on("pageerror", ({ message }) => this.errors.push(message));
    await this.page.addInitScript({ content: `(${noteSent})(); (${shiftClock})(${clockShift});` });
    await this.page.goto("https://app.example.com/");
  }

  private async answerEndpoint(request: Request): Promise<Response> {
    const time = performance.now();
    const response = await this.endpoint(request);
    const { expiresAt, now } = await response
      .clone()
      .json()
      .catch(() => ({}));
    const lifetime = Date.parse(expiresAt) - Date.parse(now);
    this.endpointAnswers.push({
      player: new URL(request.url).search.slice(1),
      time,
      status: response.status,
      lifetime,
    });
    return response;
  }

  /** Evaluates code in the page of each player, in the order of {@link players}. */
  each<Value>(code: string | Record<PlayerName, string>): Promise<Value[]> {
    return Promise.all(
      players.map((player) => {
        const frame = this.page.frames().find((each) => each.url().endsWith(`/${player}.html`));
        if (!frame) throw new Error(`no frame of ${player}`);
        return frame.evaluate<Value>(typeof code === "string" ? code : code[player]);
      }),
    );
  }

  positions(): Promise<number[]> {
    return this.each("document.querySelector('video').currentTime");
  }

  /** The status of each player's grant. */
  states(): Promise<string[]> {
    return this.each("grant.state.status");
  }

  sleep(seconds: number): Promise<void> {
    return this.device.sleep(seconds);
  }

  /** The answers of the CDN to a player. */
  cdnAnswers(player: PlayerName): Answered[] {
    return this.sites.answered.filter(({ request }) => request.url.includes(`.com/course/42/${player}/`));
  }

  /** What the CDN refused although a player sent it in time: {@link failuresOf}. */
  async failures(): Promise<string[]> {
    const sent: Sent = Object.assign({}, ...(await this.each<Sent>("sent")));
    return failuresOf(
      players.flatMap((player) => this.cdnAnswers(player)),
      sent,
    );
  }

  async close(): Promise<void> {
    await this.device.close?.();
    this.sites.close?.();
  }
}

/** Shifts the clock of a page. */
function shiftClock(shift: number): void {
  const { now } = Date;
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length > 0 ? values : [now() + shift], newTarget),
    get: (target, name) => (name === "now" ? () => now() + shift : Reflect.get(target, name)),
  });
}

const grantSeconds = Number(process.env.GRANT_SECONDS ?? 3);
const playSeconds = Number(process.env.PLAY_SECONDS ?? 20);
/** How long the endpoint fails: longer than a grant. */
const outageSeconds = Math.ceil((grantSeconds * 4) / 3);
/** How long a slow endpoint takes. */
const slowSeconds = 1.2;
/** How late a request arrives on a busy machine, in milliseconds. */
const latestArrival = 1000;

/**
 * Four players on grants of seconds: no request that CloudFront refuses, whatever happens to the page, and no
 * request too many to the endpoint. In real time, so on request: npm test -- real-time. A longer run: GRANT_SECONDS=15
 * PLAY_SECONDS=180.
 *
 * @param clockShift how much the clock of the device is ahead, in milliseconds
 */
export function testRenewing(browser: BrowserName, clockShift: number): void {
  describe(`four players in ${browser}, with a clock that is an hour wrong`, () => {
    let four: FourPlayers;
    const videoSeconds = playSeconds * 2 + 60;
    beforeAll(async () => {
      four = await FourPlayers.open(browser, { grantSeconds, clockShift, videoSeconds });
    });
    afterAll(() => four?.close());

    /** Waits until each player has played so many seconds more. */
    async function expectAdvance(seconds: number): Promise<void> {
      const before = await four.positions();
      const advance = async () => (await four.positions()).map((position, i) => position - (before[i] ?? 0));
      const isEnough = (values: number[]) => values.every((value) => value >= seconds);
      await expect
        .poll(
          async () => ({
            advance: await advance(),
            failures: await four.failures(),
            states: await four.states(),
          }),
          { interval: 250 },
        )
        .toSatisfy(({ advance }) => isEnough(advance));
    }

    const expectStates = (status: string) =>
      expect.poll(() => four.states()).toEqual(players.map(() => status));

    it("play through a pause, a seek and a sleep, and the CDN refuses nothing", async () => {
      const start = performance.now();
      do {
        await expectAdvance(grantSeconds + 1);
        await four.each("document.querySelector('video').pause()");
        await wait((grantSeconds + 2) * 1000);
        await four.each("document.querySelector('video').play()");
        await expectAdvance(grantSeconds + 1);
        await four.each("document.querySelector('video').currentTime += 20");
        await expectAdvance(grantSeconds + 1);
        await four.sleep(grantSeconds + 2);
        await expectAdvance(grantSeconds + 1);
      } while (performance.now() - start < playSeconds * 1000);
      const seconds = (performance.now() - start) / 1000;

      expect(await four.failures()).toEqual([]);
      expect(four.errors).toEqual([]);
      for (const player of players) {
        const answers = four.endpointAnswers.filter((answer) => answer.player === player);
        expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
        // No grant is renewed before half of its lifetime.
        const early = answers.filter(({ time }, i) => {
          const before = answers[i - 1];
          return before !== undefined && time - before.time < before.lifetime / 2 - latestArrival;
        });
        expect(early).toEqual([]);
        expect(answers.length).toBeGreaterThanOrEqual((seconds - grantSeconds - 2) / grantSeconds);
      }
      if (process.env.PLAY_SECONDS) await printFigures(seconds);
    });

    it("play on while the endpoint fails, stop after a refusal without another request, and play again", async () => {
      const { usualEndpoint } = four;
      /** How often each player has asked the endpoint since. */
      const asked = (since: number) =>
        players.map(
          (name) => four.endpointAnswers.slice(since).filter(({ player }) => player === name).length,
        );

      let since = four.endpointAnswers.length;
      four.endpoint = async () => new Response("", { status: 500 });
      const start = performance.now();
      await wait(outageSeconds * 1000);
      await expectStates("unavailable");
      const outage = (performance.now() - start) / 1000;
      // Pauses of 0.5 seconds at least, which double.
      for (const times of asked(since)) expect(times).toBeLessThanOrEqual(2 + Math.log2(outage / 0.5 + 1));

      four.endpoint = async (request) => {
        await wait(slowSeconds * 1000);
        return usualEndpoint(request);
      };
      await expectAdvance(grantSeconds + 1);

      since = four.endpointAnswers.length;
      four.endpoint = async () => Response.json({ code: "signed-out" }, { status: 401 });
      await wait((grantSeconds + slowSeconds + 1) * 1000);
      await expectStates("refused");
      const answers = players.map((name) => four.cdnAnswers(name).length);
      await wait(2000);
      expect(players.map((name) => four.cdnAnswers(name).length)).toEqual(answers);
      expect(four.endpointAnswers.slice(since).filter(({ status }) => status === 401)).toHaveLength(
        players.length,
      );
      expect(await four.failures()).toEqual([]);

      four.endpoint = usualEndpoint;
      await four.each("signIn()");
      await expectAdvance(grantSeconds + 1);
      expect(await four.failures()).toEqual([]);
      expect(four.errors).toEqual([]);
    });

    it("end without a wait while the endpoint fails", async () => {
      four.endpoint = async () => new Response("", { status: 500 });
      await expectStates("unavailable");
      await wait(4000);
      const start = performance.now();
      await four.each(end);
      expect(performance.now() - start).toBeLessThan(5000);
      expect(four.errors).toEqual([]);
    });

    async function printFigures(seconds: number): Promise<void> {
      const frames = await four.each<number>(
        "document.querySelector('video').getVideoPlaybackQuality().totalVideoFrames",
      );
      const positions = await four.positions();
      console.info(`${browser}: ${Math.round(seconds)} s on grants of ${grantSeconds} s`);
      console.table(
        players.map((player, i) => ({
          player,
          requests: four.cdnAnswers(player).length,
          refused: four.cdnAnswers(player).filter(({ status }) => status === 403).length,
          endpoint: four.endpointAnswers.filter((answer) => answer.player === player).length,
          grantsUsed: new Set(
            four.cdnAnswers(player).map(({ request }) => new URL(request.url).searchParams.get("Signature")),
          ).size,
          position: Math.round(positions[i] ?? 0),
          frames: frames[i],
        })),
      );
    }
  });
}
