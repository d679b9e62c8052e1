import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BrowserName } from "./browsers.ts";
import { end, FourPlayers, players } from "./four-players.ts";

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
