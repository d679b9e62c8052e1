import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Bench, keyPairId, lines, urls } from "./support/bench.ts";
import { bulk } from "./support/provided.ts";

const bench = new Bench();
beforeAll(() => bench.startRedis());
afterAll(() => bench.close());

const list = bench.write("urls.txt", `${urls(30).join("\n")}\n`);
const expires = ["--expires-in", "1d"];
/** What a faulty command prints. */
const fault = async (...args: string[]): Promise<string> => {
  const { status, stdout, stderr } = await bench.run(args);
  expect([status, stdout]).toEqual([2, ""]);
  return stderr.trimEnd();
};
const add = (...args: string[]): Promise<string> => fault("add", ...args);
const complete = (output: string, ...args: string[]) =>
  bench.run(["add", "--input", list, "--output", bench.path(output), ...args]);

describe("the command line", () => {
  it.each([
    [[], "bulk.js: the command is missing; see node bulk.js --help"],
    [["ad"], "ad: is not a command; see node bulk.js --help"],
    [["status", "--jso"], "status: Unknown option '--jso'"],
    [["add", "--input", "a"], "--output: is missing; give a folder, or s3://BUCKET/PREFIX"],
    [["report"], "--run: Redis has no run urls; begin it with node bulk.js add, or give --run another name"],
  ])("%j", async (args, message) => {
    expect(await fault(...args)).toBe(message);
  });

  it("has a help with each command", async () => {
    const { status, stdout } = await bench.run(["add", "--help"]);
    expect(status).toBe(0);
    for (const command of ["add", "work", "status", "report", "remove", "demo"])
      expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
  });

  const output = { input: "a", output: "b" };
  const terms = { output: "b", "expires-in": "1d" };
  it.each([
    [{}, "--input: is missing; give a file, - for standard input, or s3://BUCKET/KEY"],
    [output, "--expires-in: is missing; give --expires-in 7d, or --date-less-than 2030-01-01T00:00:00Z"],
    [
      { ...output, "expires-in": "1w" },
      '--expires-in: "1w" is not a length of time; write 90s, 15m, 6h or 7d',
    ],
    [
      { ...output, "expires-in": "604800000" },
      "--expires-in: is 7000 days; if you mean milliseconds, divide by 1000, or write 7d; give at most 3650d",
    ],
    [
      { ...output, "expires-in": "7d", "date-less-than": "2030-01-01T00:00:00Z" },
      "--date-less-than: excludes --expires-in; give one of them",
    ],
    [
      { ...output, "date-less-than": "2030-01-01" },
      '--date-less-than: "2030-01-01" is not a time with a time zone; write 2030-01-01T00:00:00Z',
    ],
    [
      { ...output, "date-less-than": "2020-01-01T00:00:00+01:00" },
      "--date-less-than: 2019-12-31T23:00:00Z is in the past; give a time to come",
    ],
    [
      { ...output, "date-less-than": "2099-01-01T00:00:00Z" },
      "--date-less-than: 2099-01-01T00:00:00Z is more than 3650 days away; give an earlier time",
    ],
    [
      { ...output, "lines-per-chunk": "0" },
      '--lines-per-chunk: "0" is not a number from 1 to 10000; 1000 is a good one',
    ],
    [{ run: "a:b" }, '--run: "a:b" is not a name; write up to 64 letters, digits, ".", "-" and "_"'],
    [{ ...terms, input: "none.txt" }, "--input: none.txt cannot be read (ENOENT); correct the path"],
    [{ ...terms, input: "." }, "--input: . is a folder; give a file with one URL per line"],
    [{ ...terms, input: "s3://" }, "--input: the bucket is missing; write s3://BUCKET/KEY"],
    [{ ...terms, input: "s3://a" }, "--input: the key is missing; write s3://BUCKET/KEY"],
  ])("add with %j", async (options, message) => {
    vi.stubEnv("CLOUDFRONT_KEY_PAIR_ID", keyPairId);
    const { run } = await import(pathToFileURL(join(bulk, "commands/add.js")).href);
    await expect(run(options)).rejects.toThrow(expect.objectContaining({ message }));
  });
});

describe("the environment", () => {
  const without = async (env: Record<string, string>, args: string[]): Promise<string> => {
    const before = bench.env;
    bench.env = { ...before, ...env };
    try {
      return await fault(...args);
    } finally {
      bench.env = before;
    }
  };
  const anAdd = ["add", "--input", list, "--output", "b", ...expires];

  it.each([
    [
      { CLOUDFRONT_KEY_PAIR_ID: "" },
      "CLOUDFRONT_KEY_PAIR_ID: is not set; set the ID of the public key in CloudFront, such as K2JCJMDEHXQW5F",
      anAdd,
    ],
    [
      { CLOUDFRONT_PRIVATE_KEY_FILE: "" },
      "CLOUDFRONT_PRIVATE_KEY_FILE: is not set; set it to the path of the private key, or CLOUDFRONT_PRIVATE_KEY to its text",
      ["work"],
    ],
    [
      { CLOUDFRONT_PRIVATE_KEY_FILE: "none.pem" },
      "CLOUDFRONT_PRIVATE_KEY_FILE: none.pem cannot be read (ENOENT); correct the path",
      ["work"],
    ],
    [
      { REDIS_URL: "localhost:6379" },
      "REDIS_URL: is not the address of a Redis; write redis://HOST:6379, or rediss://HOST:6379 for TLS",
      ["status"],
    ],
    [
      { REDIS_URL: "redis://127.0.0.1:1" },
      "REDIS_URL: Redis at 127.0.0.1:1 does not answer; start it, correct the address, or write rediss:// if it wants TLS",
      ["status"],
    ],
  ])("%j", async (env, message, args) => {
    expect(lines(`${await without(env, args)}\n`).at(-1)).toBe(message);
  });

  it("rejects an unusable key at the start of a worker", async () => {
    const message = await without({ CLOUDFRONT_PRIVATE_KEY: "secret text" }, ["work"]);
    expect(message).toMatch(/^privateKey: /);
    expect(message).not.toContain("secret text");
    expect(lines(`${message}\n`)).toHaveLength(1);
  });
});

describe("terms that differ from those of the run", () => {
  beforeAll(async () => {
    await complete("terms", "--run", "terms", "--lines-per-chunk", "10", ...expires);
  });
  const again = (...args: string[]) => add("--input", list, "--output", bench.path("terms"), ...args);
  const other = bench.write("other.txt", `${urls(31).slice(1).join("\n")}\n`);

  it.each([
    [
      "--run",
      ["--run", "other", ...expires],
      "--output: the run terms writes there; give another folder or prefix, or --run terms to resume it",
    ],
    [
      "--lines-per-chunk",
      ["--run", "terms", ...expires],
      "--lines-per-chunk: the run began with 10; give 10, or another --output",
    ],
    [
      "--expires-in",
      ["--run", "terms", "--lines-per-chunk", "10", "--expires-in", "2d"],
      "--expires-in: the run began with --expires-in 1d; give that, or another --output",
    ],
    [
      "--date-less-than",
      ["--run", "terms", "--lines-per-chunk", "10", "--date-less-than", "2035-01-01T00:00:00Z"],
      "--date-less-than: the run began with --expires-in 1d; give that, or another --output",
    ],
  ])("%s", async (_option, args, message) => {
    expect(await again(...args)).toBe(message);
  });

  it("--output of the same run", async () => {
    expect(await add("--input", list, "--output", "another", "--run", "terms", ...expires)).toBe(
      `--output: the run terms writes to ${bench.path("terms")}; give that, or --run another name`,
    );
  });

  it("--input, in its first chunk and later", async () => {
    const same = ["--output", bench.path("terms"), "--run", "terms", "--lines-per-chunk", "10", ...expires];
    expect(await add("--input", other, ...same)).toBe(
      "--input: the input is not the one that the run began with; give that one, or another --output",
    );
    const changed =
      "--input: the input has changed since the run began; give the same lines again, or begin a new run with another --output and --run";
    for (const count of [29, 31, 40]) {
      const path = bench.write("changed.txt", `${urls(count).join("\n")}\n`);
      expect(lines(`${await add("--input", path, ...same)}\n`).at(-1)).toBe(changed);
    }
  });

  it("the key pair ID, of add and of a worker", async () => {
    const before = bench.env;
    bench.env = { ...before, CLOUDFRONT_KEY_PAIR_ID: "KOTHERKEY12345" };
    expect(await again("--run", "terms", "--lines-per-chunk", "10", ...expires)).toBe(
      "CLOUDFRONT_KEY_PAIR_ID: the run began with K2JCJMDEHXQW5F, and this is KOTHERKEY12345; set the first, or give another --output",
    );
    expect(await fault("work", "--run", "terms")).toBe(
      "CLOUDFRONT_KEY_PAIR_ID: the run is signed with K2JCJMDEHXQW5F, and this worker has KOTHERKEY12345; give it the key of the run",
    );
    bench.env = before;
    expect((await bench.report("--run", "terms")).report).toMatchObject({
      signed: 0,
      chunksWaiting: 3,
      isOver: false,
    });
  });
});

describe("an output", () => {
  it("that is a file", async () => {
    expect(await add("--input", list, "--output", list, "--run", "file", ...expires)).toMatch(
      /^--output: .*urls\.txt: is a file; give a folder$/,
    );
  });

  it("that is gone: add, a worker and the report say what to do", async () => {
    await complete("gone", "--run", "gone", ...expires);
    rmSync(bench.path("gone"), { recursive: true });
    const gone = `--output: ${bench.path("gone")} has no run.json here; workers on several machines need a shared folder, or s3://`;
    expect(await fault("work", "--run", "gone")).toBe(gone);
    expect(await fault("report", "--run", "gone")).toBe(gone);
    expect(await add("--input", list, "--output", bench.path("gone"), "--run", "gone", ...expires)).toBe(
      "--run: Redis has an older run gone, whose output is gone; delete it with node bulk.js remove --run gone",
    );
    await bench.run(["remove", "--run", "gone"]);
    rmSync(bench.path("gone"), { recursive: true });
    expect((await complete("gone", "--run", "gone", ...expires)).status).toBe(0);
  });

  it("whose part has other lines than the chunk: the report names it, and add tries again", async () => {
    const part = join(bench.path("damaged"), "part-000001.txt");
    const args = ["--run", "damaged", "--lines-per-chunk", "10", ...expires];
    await complete("damaged", ...args);
    writeFileSync(part, "https://cut.example.com/\n");
    await bench.work("--run", "damaged");
    const { status, report } = await bench.report("--run", "damaged");
    expect([status, report.chunksFailed, report.failures]).toEqual([
      1,
      1,
      [
        {
          chunk: 1,
          reason:
            "--output: part-000001.txt has 1 URLs and 0 rejected lines, and the chunk has 10; delete the part if it is damaged, or begin a new run",
        },
      ],
    ]);
    rmSync(part);
    await complete("damaged", ...args);
    await bench.work("--run", "damaged");
    expect(await bench.report("--run", "damaged")).toMatchObject({ status: 0, report: { signed: 30 } });
  });

  it("whose URLs have expired: neither add nor a worker signs", async () => {
    await complete("late", "--run", "late", "--expires-in", "5s");
    const { dateLessThan } = JSON.parse(readFileSync(join(bench.path("late"), "run.json"), "utf8"));
    await new Promise((resolve) => setTimeout(resolve, Date.parse(dateLessThan) - Date.now() + 100));
    expect(await fault("work", "--run", "late")).toBe(
      `--run: its URLs expired at ${dateLessThan} by this machine's clock; check the clock, or begin a new run`,
    );
    expect(
      await add("--input", list, "--output", bench.path("late"), "--run", "late", "--expires-in", "5s"),
    ).toBe(
      `--output: the URLs of this run expired at ${dateLessThan}; begin a new run with another --output and --run`,
    );
  });
});
