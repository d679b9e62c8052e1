import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BrowserName } from "./support/browsers.ts";
import { FourPlayers, players } from "./support/four-players.ts";

/**
 * Four players on grants of seconds: no request that CloudFront refuses, whatever happens to the page, and no
 * request too many to the endpoint. A longer run: GRANT_SECONDS=15 PLAY_SECONDS=180.
 */

const grantSeconds = Number(process.env.GRANT_SECONDS ?? 3);
const playSeconds = Number(process.env.PLAY_SECONDS ?? 20);
const hour = 3_600_000;

describe.each<[BrowserName, shift: number]>([
  ["chromium", hour],
  ["firefox", -hour],
])("four players in %s, with a clock that is an hour wrong", (browser, clockShift) => {
  let four: FourPlayers;
  const videoSeconds = playSeconds * 2 + 60;
  beforeAll(async () => {
    four = await FourPlayers.open(browser, { grantSeconds, clockShift, videoSeconds });
  }, 120_000);
  afterAll(() => four?.close());

  /** Waits until each player has played so many seconds more. */
  async function expectAdvance(seconds: number): Promise<void> {
    const before = await four.positions();
    const advance = async () => (await four.positions()).map((position, i) => position - (before[i] ?? 0));
    const isEnough = (values: number[]) => values.every((value) => value >= seconds);
    for (let left = (seconds * 2 + 15) * 10; left > 0 && !isEnough(await advance()); left--) await wait(100);
    expect({ advance: await advance(), failures: four.failures(), states: await four.states() }).toSatisfy(
      ({ advance }) => isEnough(advance),
    );
  }

  it(
    "play through a pause, a seek and a sleep, and the CDN refuses nothing",
    async () => {
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

      expect(four.failures()).toEqual([]);
      expect(four.errors).toEqual([]);
      for (const player of players) {
        const answers = four.endpointAnswers.filter((answer) => answer.player === player);
        expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
        // No grant is renewed before half of its lifetime.
        const early = answers.filter(({ time }, i) => {
          const before = answers[i - 1];
          return before !== undefined && time - before.time < before.lifetime / 2 - 100;
        });
        expect(early).toEqual([]);
        expect(answers.length).toBeGreaterThanOrEqual((seconds - grantSeconds - 2) / grantSeconds);
      }
      if (process.env.PLAY_SECONDS) await printFigures(seconds);
    },
    playSeconds * 4000 + 120_000,
  );

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
