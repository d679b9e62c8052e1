import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Bench, urls } from "./support/bench.ts";
import { bulk } from "./support/provided.ts";

const bench = new Bench();
beforeAll(() => bench.startRedis());
afterAll(() => bench.close());

const list = bench.write("urls.txt", `${urls(30).join("\n")}\n`);
/** Three chunks, and where they go. */
const add = async (run: string) => {
  const output = bench.path(run);
  const options = ["--output", output, "--run", run, "--lines-per-chunk", "10", "--expires-in", "1d"];
  return { output, ...(await bench.run(["add", "--input", list, ...options])) };
};
const terms = (run: string) => bench.inRedis((redis) => redis.hget(`bulk:${run}:run`, "terms"));

describe("who can write to Redis", () => {
  it("cannot make a worker write another file than a part of the run, or sign with other terms", async () => {
    const { output } = await add("jobs");
    const good = { terms: await terms("jobs"), chunk: 7, firstLine: 71, lines: urls(1) };
    const jobs = [
      { ...good, chunk: "/../../../escaped" },
      { ...good, chunk: -1 },
      { ...good, chunk: 1.5 },
      { ...good, chunk: 1_000_000 },
      { ...good, firstLine: "1" },
      { ...good, lines: "https://d111111abcdef8.cloudfront.net/" },
      { ...good, lines: [{ code: 1 }] },
      { ...good, lines: [] },
      // Another number of lines than a chunk has, and lines of another chunk.
      { ...good, lines: urls(11) },
      { ...good, lines: [`https://d111111abcdef8.cloudfront.net/${"a".repeat(8192)}`] },
      { ...good, firstLine: 70 },
      // What a text cannot be made of.
      { ...good, chunk: { toString: 1, valueOf: 1 } },
      { ...good, terms: "other", output: bench.path("elsewhere") },
      {},
    ];
    const { Queue } = createRequire(join(bulk, "bulk.js"))("bullmq");
    const connection = bench.connect();
    const queue = new Queue("jobs", { connection, prefix: "bulk" });
    await queue.addBulk(jobs.map((data) => ({ name: "sign", data })));
    await queue.close();
    connection.disconnect();

    expect(await bench.work("--run", "jobs")).toMatchObject({ status: 0 });
    expect(readdirSync(output).filter((name) => name.startsWith("part-"))).toHaveLength(3);
    expect(existsSync(bench.path("elsewhere")) || existsSync(bench.path("escaped.txt"))).toBe(false);
    expect((await bench.run(["report", "--run", "jobs"])).stdout).toContain("\nfailed     14\n");
    const { status, report } = await bench.report("--run", "jobs");
    expect([status, report.signed, report.chunksFailed]).toEqual([1, 30, jobs.length]);
    expect(new Set(report.failures.map(({ reason }: { reason: string }) => reason))).toEqual(
      new Set(["REDIS_URL: Redis has a chunk that add has not made; find out who else writes there"]),
    );
  });

  it("cannot hide lines from the report", async () => {
    await add("shorter");
    const { Queue } = createRequire(join(bulk, "bulk.js"))("bullmq");
    const connection = bench.connect();
    const queue = new Queue("shorter", { connection, prefix: "bulk" });
    const job = await queue.getJob("part-000001");
    const invented = { code: "ERR_URL_INVALID", message: "url: …", line: 1, url: "https://example.com/" };
    await job.updateData({ ...job.data, lines: [...job.data.lines.slice(2), invented] });
    await queue.close();
    connection.disconnect();
    await bench.work("--run", "shorter");
    const rejected = readFileSync(join(bench.path("shorter"), "part-000001.rejected.jsonl"), "utf8");
    expect(JSON.parse(rejected)).toEqual({ line: 19, code: "ERR_URL_INVALID", message: "url: …" });
    await bench.inRedis((redis) => redis.hset("bulk:shorter:totals", "rejected", "0"));
    const { status, stdout } = await bench.run(["report", "--run", "shorter"]);
    expect(stdout).toContain(
      "\ncounted    29 lines in the chunks; find out who else writes to Redis, and begin a new run\n",
    );
    expect(stdout).toContain("\nNot every line is signed.");
    expect(status).toBe(1);
  });

  it("cannot have the report say that the input is another one", async () => {
    const { output } = await add("forged");
    await bench.work("--run", "forged");
    for (const [chunks, lines] of [
      ["0", "0"],
      ["2", "20"],
      ["4000000000", "30"],
      ["many", "30"],
    ] as const) {
      await bench.inRedis(async (redis) => {
        await redis.hset("bulk:forged:added", "chunks", chunks);
        await redis.hset("bulk:forged:added", "lines", lines);
      });
      const { status, stdout } = await bench.run(["report", "--run", "forged"]);
      expect(stdout).toContain(
        `\ninput      Redis and input.json in ${output} differ; run node bulk.js remove --run forged, then add again\n`,
      );
      expect(stdout).toContain("\nNot every line is signed.");
      expect(status).toBe(1);
    }
    await bench.run(["remove", "--run", "forged"]);
    await add("forged");
    await bench.work("--run", "forged");
    expect(await bench.report("--run", "forged")).toMatchObject({ status: 0, report: { signed: 30 } });
  });

  it("cannot balance a missing part with a number below zero", async () => {
    const { output } = await add("negative");
    await bench.work("--run", "negative");
    rmSync(join(output, "part-000001.txt"));
    await bench.inRedis((redis) => redis.hset("bulk:negative:totals", "rejected", "-1"));
    expect(await bench.report("--run", "negative")).toMatchObject({
      status: 1,
      report: { missing: 1, isComplete: false },
    });
  });

  it("cannot choose the output of a worker that was started with one", async () => {
    await add("pinned");
    expect(await bench.run(["work", "--run", "pinned", "--output", bench.path("mine")])).toMatchObject({
      status: 2,
      stderr: `--output: the run writes to ${bench.path("pinned")}; give that, or --run another name\n`,
    });
    const ended = await bench.work("--run", "pinned", "--output", bench.path("pinned"));
    expect(ended).toMatchObject({ status: 0, stderr: expect.stringContaining("Signed 30 lines") });
  });

  it("cannot steer the terminal", async () => {
    await add("escapes");
    await bench.inRedis((redis) =>
      redis.hset("bulk:escapes:run", "output", "/none\u001b]0;title\u0007\u009b31m"),
    );
    const { stderr } = await bench.run(["report", "--run", "escapes"]);
    expect(stderr).toContain("--output: /none\\u001b]0;title\\u0007\\u009b31m has no run.json here");
  });
});

describe("who can write to the output", () => {
  it("cannot change the terms of a run", async () => {
    const { output } = await add("terms");
    const file = join(output, "run.json");
    const changed = { ...JSON.parse(readFileSync(file, "utf8")), dateLessThan: "2099-01-01T00:00:00Z" };
    writeFileSync(file, JSON.stringify(changed));
    expect(await bench.work("--run", "terms")).toMatchObject({
      status: 2,
      stderr: `--output: run.json in ${output} is not the one that add has written; restore it, or begin a new run with another --output and --run\n`,
    });
    writeFileSync(file, "null");
    expect((await bench.work("--run", "terms")).stderr).toBe(
      `--output: run.json in ${output} is not that of a run; give another folder or prefix\n`,
    );
  });
});

/** What has a name in the output and is not a file. Reading a pipe that nobody writes to would never end. */
const nonFiles: Record<string, (path: string) => void> = {
  "a link to nothing": (path) => symlinkSync(bench.path("nothing"), path),
  "a pipe": (path) => execFileSync("mkfifo", [path]),
  "an endless device": (path) => symlinkSync("/dev/zero", path),
  "a folder": (path) => mkdirSync(path),
};

describe.each(Object.entries(nonFiles))("%s in the output", (what, make) => {
  const run = what.replaceAll(" ", "-");

  it("is not a signed chunk", async () => {
    const { output } = await add(run);
    make(join(output, "part-000001.txt"));
    await bench.work("--run", run);
    expect(await bench.report("--run", run)).toMatchObject({
      status: 1,
      report: {
        signed: 20,
        failures: [
          {
            chunk: 1,
            reason:
              "--output: part-000001.txt has its name, but is not a file that can be read; delete it, and run add again",
          },
        ],
      },
    });
    rmSync(join(output, "part-000001.txt"), { recursive: true });
    await add(run);
    await bench.work("--run", run);
    expect(await bench.report("--run", run)).toMatchObject({ status: 0, report: { signed: 30 } });
  });

  it("is neither the terms of a run nor its key", async () => {
    const output = bench.path(`${run}-terms`);
    mkdirSync(output);
    make(join(output, "run.json"));
    const noFile = (name: string) => ({
      status: 2,
      stderr: expect.stringContaining(
        `--output: ${name} in ${output} is not a file that can be read; delete it, and run the command again\n`,
      ),
    });
    expect(await add(`${run}-terms`)).toMatchObject(noFile("run.json"));
    rmSync(join(output, "run.json"), { recursive: true });
    await add(`${run}-terms`);
    make(join(output, "public-key.pem"));
    expect(await bench.work("--run", `${run}-terms`)).toMatchObject(noFile("public-key.pem"));
  });
});

describe("the folder of the output", () => {
  it("keeps the files of others, and is closed to other users of the machine", async () => {
    const folder = bench.path("shared");
    mkdirSync(folder);
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
    const names = [".notes.tmp", ".part-000001.txt.0f8fad5b-d9cb-469f-a165-70867728950e.tmp"];
    for (const name of names) {
      writeFileSync(join(folder, name), "");
      utimesSync(join(folder, name), old, old);
    }
    await add("shared");
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([".notes.tmp"]);

    const { output } = await add("modes");
    await bench.work("--run", "modes");
    for (const name of [".", ...readdirSync(output)])
      expect(statSync(join(output, name)).mode & 0o007).toBe(0);
  });

  it("must not have the parts of an older run", async () => {
    const folder = bench.path("older");
    mkdirSync(folder);
    writeFileSync(join(folder, "part-000002.txt"), "https://signed-for-an-older-run.example.com/\n");
    expect(await add("older")).toMatchObject({
      status: 2,
      stderr: `--output: ${folder} has part-000002.txt of another run, and no run.json; give an empty folder or prefix\n`,
    });
  });
});

describe("the key of a run", () => {
  const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const otherKey = bench.write(
    "other.pem",
    String(other.privateKey.export({ type: "pkcs1", format: "pem" })).replaceAll("\n", "\\n"),
  );

  it("is the same in all workers", async () => {
    const { output } = await add("key");
    await bench.work("--run", "key");
    const before = bench.env;
    bench.env = { ...before, CLOUDFRONT_PRIVATE_KEY_FILE: otherKey };
    const { status, stderr } = await bench.work("--run", "key");
    bench.env = before;
    expect([status, stderr]).toEqual([
      2,
      `CLOUDFRONT_PRIVATE_KEY_FILE: is not the private key of public-key.pem in ${output}; give this worker the key of K2JCJMDEHXQW5F\n`,
    ]);
  });

  it("is that of the public key in the output, if you put it there first", async () => {
    const { output } = await add("known");
    const pem = other.publicKey.export({ type: "pkcs1", format: "pem" });
    writeFileSync(join(output, "public-key.pem"), pem);
    expect((await bench.work("--run", "known")).stderr).toMatch(
      /^CLOUDFRONT_PRIVATE_KEY_FILE: is not the private/,
    );
    expect(readdirSync(output)).not.toContain("part-000000.txt");
  });
});

describe("records", () => {
  it("of a run that was removed are not made", async () => {
    const { RunState } = await import(pathToFileURL(join(bulk, "run-state.js")).href);
    const state = new RunState(bench.connect(), "removed");
    await state.describe("new", "/new");
    await state.recordDone("old", 3, { lines: 10, signed: 10, rejected: 0 }, false);
    expect(await state.totals()).toMatchObject({ chunks: 0, signed: 0 });
    await state.recordDone("new", 3, { lines: 10, signed: 10, rejected: 0 }, false);
    await state.recordDone("new", 3, { lines: 10, signed: 10, rejected: 0 }, false);
    expect(await state.totals()).toMatchObject({ chunks: 1, signed: 10 });
    await state.close();
  });

  it("that Redis has lost are made again by add", async () => {
    await add("lost");
    await bench.work("--run", "lost");
    await bench.inRedis(async (redis) => {
      await redis.hdel("bulk:lost:done", "1");
      await redis.hincrby("bulk:lost:totals", "chunks", -1);
      await redis.hincrby("bulk:lost:totals", "lines", -10);
      await redis.hincrby("bulk:lost:totals", "signed", -10);
    });
    const { status, stdout } = await bench.run(["report", "--run", "lost"]);
    expect(status).toBe(1);
    expect(stdout).toContain("\nmissing    0\nunrecorded 1: Redis has lost records; run add again\n");
    await add("lost");
    await bench.work("--run", "lost");
    expect(await bench.report("--run", "lost")).toMatchObject({
      status: 0,
      report: { signed: 30, unrecorded: 0 },
    });
  });
});
