import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Bench, type Redis, urls } from "./support/bench.ts";

const bench = new Bench();
const list = bench.write("urls.txt", `${urls(30).join("\n")}\n`);
/** Is logged in before Redis gets a password. */
let redis: Redis;
const inRedis = (command: string, ...args: string[]) => redis.call(command, ...args);
/** In a process: a refusal ends it. */
const run = (command: string) => {
  const add = ["add", "--input", list, "--output", bench.output, "--expires-in", "7d"];
  return bench.start(command === "add" ? add : [command]).ended;
};

beforeAll(async () => {
  await bench.startRedis();
  redis = bench.connect();
  await bench.add(list);
});
afterAll(() => {
  redis.disconnect();
  return bench.close();
});

const { env } = bench;
afterEach(() => {
  bench.env = env;
});

describe("Redis refuses", () => {
  it("each command that needs a password", async () => {
    await inRedis("CONFIG", "SET", "requirepass", "s/cret");
    try {
      const ends = await Promise.all(["add", "work", "status"].map(run));
      for (const end of ends)
        expect(end).toEqual({
          status: 2,
          stdout: "",
          stderr: "REDIS_URL: Redis wants a password; write redis://:PASSWORD@HOST:6379\n",
        });
    } finally {
      await inRedis("CONFIG", "SET", "requirepass", "");
    }
  });

  it("a user who may not use its commands", async () => {
    await inRedis("ACL", "SETUSER", "default", "-info", "-client");
    try {
      const ends = await Promise.all(["add", "work", "status", "report", "remove"].map(run));
      for (const { status, stderr } of ends)
        expect([status, stderr.split("\n").at(-2)]).toEqual([
          2,
          "REDIS_URL: this user of Redis may not run all commands that BullMQ needs; change its rules with ACL SETUSER",
        ]);
    } finally {
      await inRedis("ACL", "SETUSER", "default", "+@all");
    }
  });

  it("writes, as a replica", async () => {
    await inRedis("REPLICAOF", "127.0.0.1", "1");
    try {
      for (const end of await Promise.all(["add", "remove"].map(run)))
        expect(end).toMatchObject({
          status: 2,
          stderr: "REDIS_URL: this Redis is a read-only replica; give the address of its primary\n",
        });
      expect(await run("status")).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/ of 30\+? lines/),
      });
    } finally {
      await inRedis("REPLICAOF", "NO", "ONE");
    }
  });

  it("writes, because its memory is full", async () => {
    await inRedis("CONFIG", "SET", "maxmemory", "1");
    try {
      expect(await run("add")).toEqual({
        status: 2,
        stdout: "",
        stderr: expect.stringMatching(
          /^REDIS_URL: Redis answers "OOM command not allowed .*"; mend that, and run the command again\n$/,
        ),
      });
    } finally {
      await inRedis("CONFIG", "SET", "maxmemory", "0");
    }
  });
});

it("a URL of Redis that cannot be read is not quoted", async () => {
  bench.env = { ...bench.env, REDIS_URL: "redis://:se/cret@127.0.0.1:6379" };
  expect(await run("status")).toEqual({
    status: 2,
    stdout: "",
    stderr:
      "REDIS_URL: is not a URL; check the port, and in the password write %2F for /, %23 for #, %3F for ? and %25 for %\n",
  });
});

it("a key pair ID that is none is refused by add", async () => {
  bench.env = { ...bench.env, CLOUDFRONT_KEY_PAIR_ID: "undefined" };
  const { status, stderr } = await run("add");
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^keyPairId: .*undefined/)]);
});
