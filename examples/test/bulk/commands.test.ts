import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Bench, lines, unsigned, urls } from "./support/bench.ts";

describe("a run, each command of which is a process", () => {
  const bench = new Bench();
  const run = (...args: string[]) => bench.start(args).ended;
  beforeAll(() => bench.startRedis());
  afterAll(() => bench.close());
  const list = urls(2500);

  it("signs each line once, in order, until one moment", async () => {
    const input = bench.write("urls.txt", `${list.join("\n")}\n`);
    const adding = ["--input", input, "--output", bench.output, "--expires-in", "7d"];
    const working = () => run("work", "--exit-when-done");
    const [added, ...workers] = await Promise.all([run("add", ...adding), working(), working()]);
    expect(added).toMatchObject({ status: 0, stdout: "" });
    expect(lines(added.stderr)).toEqual([
      expect.stringMatching(/^The signed URLs expire at 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ\.$/),
      "Added 1,000 lines, 39% of the input",
      "All lines are added: 2,500, in 3 chunks.",
    ]);
    for (const { status, stderr } of workers) {
      expect(stderr).toContain(`Working on the run urls: ${bench.output}\n`);
      expect(stderr).toMatch(/Ended\. Signed [\d,]+ lines, in \d chunks\.\n$/);
      expect(status).toBe(0);
    }
    const results = bench.signed().map(unsigned);
    expect(results.map((result) => result?.url)).toEqual(list);
    const { dateLessThan } = JSON.parse(readFileSync(join(bench.output, "run.json"), "utf8"));
    expect(new Set(results.map((result) => result?.expires))).toEqual(
      new Set([Date.parse(dateLessThan) / 1000]),
    );
    expect(Date.parse(dateLessThan) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(readdirSync(bench.output).sort()).toEqual([
      "input.json",
      ...["part-000000.txt", "part-000001.txt", "part-000002.txt"],
      "public-key.pem",
      "run.json",
    ]);
  });

  it("has a report, as text and as JSON", async () => {
    const { status, stdout } = await run("report");
    expect(status).toBe(0);
    expect(lines(stdout)).toEqual([
      "run        urls",
      `output     ${bench.output}`,
      "lines      2,500",
      "signed     2,500",
      "rejected   0",
      "chunks     3",
      "missing    0",
      "failed     0",
      "retries    0",
      "stalled    0",
      expect.stringMatching(/^time {7}\d+ s$/),
      expect.stringMatching(/^rate {7}[\d,]+ lines per second$/),
      "Every line is signed.",
    ]);
    const { report } = await bench.report();
    expect(report).toMatchObject({ run: "urls", lines: 2500, signed: 2500, missing: 0, isComplete: true });
  });

  it("has a status, as text and as JSON", async () => {
    const { stdout } = await run("status");
    expect(stdout).toMatch(/^2,500 of 2,500 lines, 100%, [\d,]+\/s, 0 workers, 0 chunks wait\n$/);
    const { status, stdout: json } = await run("status", "--watch", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(json)).toMatchObject({
      isOver: true,
      lines: 2500,
      signed: 2500,
      chunksDone: 3,
      workers: 0,
    });
  });

  it("leaves no jobs, URLs or keys in Redis, and no key of it after remove", async () => {
    const texts = await bench.inRedis(async (redis) => {
      expect(await redis.keys("bulk:urls:part-*")).toEqual([]);
      return [
        ...Object.values(await redis.hgetall("bulk:urls:run")),
        ...(await redis.hvals("bulk:urls:done")),
      ].join();
    });
    expect(texts).not.toMatch(/https:|PRIVATE|Signature/);
    expect((await run("remove")).stdout).toBe(
      `Redis has forgotten the run urls. Its output stays in ${bench.output}.\n`,
    );
    expect(await bench.inRedis((redis) => redis.keys("*"))).toEqual([]);
  });
});

describe("lines that cannot be signed", () => {
  const bench = new Bench();
  beforeAll(() => bench.startRedis());
  afterAll(() => bench.close());

  it("are rejected with their number and do not stop the run", async () => {
    const good = urls(4);
    const content = Buffer.concat([
      Buffer.from(`\ufeff${good[0]}\r\n\n`),
      Buffer.from("/relative.jpg\r\n"),
      Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
      Buffer.from(`${good[1]}\n`),
      Buffer.from(`https://cdn.example.com/${"a".repeat(3_000_000)}\n`),
      Buffer.from(`https://cdn.example.com/${"a".repeat(8168)}\n`),
      Buffer.from(`${good[2]}\r\n\r\n{"url":1}\n`),
      Buffer.from(good[3] ?? ""),
    ]);
    await bench.add(bench.write("urls.txt", content), "--lines-per-chunk", "3");
    expect((await bench.work()).status).toBe(0);
    expect(bench.signed().map((line) => unsigned(line)?.url)).toEqual(good);
    const rejected = readdirSync(bench.output).filter((name) => name.endsWith(".jsonl"));
    expect(
      rejected.map((name) =>
        lines(readFileSync(join(bench.output, name), "utf8")).map((line) => JSON.parse(line)),
      ),
    ).toEqual([
      [
        {
          line: 3,
          code: "ERR_URL_INVALID",
          message:
            "url: is not an absolute URL; write https://, the distribution's host and a /: https://d111111abcdef8.cloudfront.net/…",
        },
      ],
      [
        {
          line: 4,
          code: "ERR_URL_INVALID",
          message: "url: the line has bytes that are not UTF-8; write the file in UTF-8",
        },
        {
          line: 6,
          code: "ERR_URL_TOO_LONG",
          message:
            "url: the line is longer than 8,192 bytes, and CloudFront accepts no URL of that length; shorten it",
        },
      ],
      [{ line: 7, code: "ERR_URL_TOO_LONG", message: expect.stringContaining("8192") }],
      [{ line: 10, code: "ERR_URL_INVALID", message: expect.stringMatching(/^url: /) }],
    ]);
    const { status, report } = await bench.report();
    expect(status).toBe(1);
    expect(report).toMatchObject({ lines: 11, signed: 4, rejected: 5, missing: 0, isComplete: false });
    const { stdout } = await bench.run(["report"]);
    expect(stdout).toContain("\nrejected   5: see the files part-*.rejected.jsonl\nempty      2\n");
    expect(stdout).toMatch(/\nNot every line is signed\.\n$/);
  });

  it("may be all or none: an input of wrong lines, and an empty one", async () => {
    const output = bench.path("wrong");
    const terms = ["--expires-in", "1h", "--run"];
    const add = (to: string, name: string, input: string) =>
      bench.start(["add", "--input", "-", "--output", to, ...terms, name], input).ended;
    await Promise.all([add(output, "wrong", "no URL\n"), add(bench.path("empty"), "empty", "")]);
    await Promise.all([bench.work("--run", "wrong"), bench.work("--run", "empty")]);
    expect(readdirSync(output).sort()).toEqual([
      "input.json",
      "part-000000.rejected.jsonl",
      "part-000000.txt",
      "public-key.pem",
      "run.json",
    ]);
    expect(await bench.report("--run", "wrong")).toMatchObject({
      status: 1,
      report: { signed: 0, rejected: 1 },
    });
    expect(await bench.report("--run", "empty")).toMatchObject({
      status: 0,
      report: { lines: 0, chunks: 0 },
    });
  });
});
