import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Bench, unsigned, urls } from "./support/bench.ts";

/** 300 chunks: three times as many as may wait. */
const list = urls(900);
const content = `${list.join("\n")}\n`;
let bench: Bench;
beforeEach(async () => {
  bench = new Bench();
  await bench.startRedis();
});
afterEach(() => bench.close());

const stream = (...args: string[]) => {
  const options = ["--output", bench.output, "--expires-in", "7d", "--lines-per-chunk", "3"];
  return bench.start(["add", "--input", "-", ...options, ...args], content);
};
const waiting = () => bench.inRedis((redis) => redis.llen("bulk:urls:wait"));
const until = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
};
const expectAll = async (): Promise<void> => {
  expect(bench.signed().map((line) => unsigned(line)?.url)).toEqual(list);
  expect(await bench.report()).toMatchObject({
    status: 0,
    report: { lines: 900, signed: 900, missing: 0 },
  });
};

describe("add", () => {
  it("waits when 100 chunks wait, resumes a stream after SIGTERM and after SIGKILL", async () => {
    const first = stream();
    await until(async () => (await waiting()) === 100);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await waiting()).toBe(100);
    first.child.kill("SIGTERM");
    expect(await first.ended).toMatchObject({
      status: 143,
      stderr: expect.stringMatching(/\nStopped after 300 lines\. Run the same command again to resume\.\n$/),
    });

    const worker = bench.start(["work"]);
    const second = stream();
    await until(async () => bench.parts().length > 150);
    second.child.kill("SIGKILL");
    await second.ended;
    worker.child.kill("SIGTERM");
    expect((await worker.ended).status).toBe(143);

    const third = stream();
    expect(await bench.work()).toMatchObject({ status: 0 });
    expect(await third.ended).toMatchObject({ status: 0 });
    await expectAll();
  });

  it("refuses to run twice at once", async () => {
    const first = stream();
    await until(async () => (await waiting()) === 100);
    const { status, stderr } = await stream().ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(
      new RegExp(
        `\n--run: process ${first.child.pid} on \\S+ \\(\\w{8}\\) is adding to the run urls; wait until it ends, or stop it\n$`,
      ),
    );
  });

  it("that slept ends when another one has gone on", async () => {
    const first = stream();
    await until(async () => (await waiting()) === 100);
    first.child.kill("SIGSTOP");
    await bench.inRedis((redis) => redis.del("bulk:urls:adding"));
    await Promise.all([stream().ended, bench.work()]);
    first.child.kill("SIGCONT");
    const { status, stderr } = await first.ended;
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(
        /\n--run: process \d+ on .* has gone on with the run urls while this process did not run; see node bulk\.js report\n$/,
      ),
    ]);
    await expectAll();
  });

  it("makes a part again that somebody has deleted, and rebuilds what Redis has lost", async () => {
    await Promise.all([stream().ended, bench.work()]);
    rmSync(join(bench.output, "part-000007.txt"));
    expect(await bench.report()).toMatchObject({ status: 1, report: { missing: 1, missingChunks: [7] } });
    await stream().ended;
    await bench.work();
    await expectAll();

    await bench.inRedis((redis) => redis.flushall());
    rmSync(join(bench.output, "part-000008.txt"));
    const [{ stderr }] = await Promise.all([bench.work(), stream().ended]);
    await expectAll();
    const { report } = await bench.report();
    expect(report.perSecond).toBeLessThanOrEqual(10);
    // All other parts are only recorded.
    expect(stderr).toMatch(/Ended\. Signed 3 lines, in 300 chunks\.\n$/);
  });
});

describe("Redis that is away", () => {
  it("makes everything wait, with one line each", async () => {
    const worker = bench.start(["work", "--exit-when-done"]);
    const adding = stream();
    await until(async () => bench.parts().length > 50);
    await bench.stopRedis("SIGKILL");
    for (const { texts } of [adding, worker])
      await expect.poll(() => texts.stderr).toContain("does not answer");
    await bench.startRedis();
    const ends = await Promise.all([adding.ended, worker.ended]);
    for (const { status, stderr } of ends) {
      expect(status).toBe(0);
      expect(stderr.match(/does not answer/g)).toHaveLength(1);
      expect(stderr).toMatch(
        /Redis at \S+redis\.sock does not answer \(E[A-Z]+\)\. Waiting for it …\nRedis answers again after \d+ s\.\n/,
      );
    }
    await expectAll();
  });
});
