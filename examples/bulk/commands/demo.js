// The whole program on this machine: a Redis, a key, 20,000 URLs, 4 workers.
import { spawn } from "node:child_process";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { refuse } from "../fault.js";
import { interruption } from "../interruption.js";

const lines = 20_000;
const workers = 4;
const program = join(import.meta.dirname, "../bulk.js");

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "bulk-"));
  const signal = interruption();
  /** @type {import("node:child_process").ChildProcess[]} */
  const children = [];
  signal.addEventListener("abort", () => {
    for (const child of children) child.kill("SIGTERM");
  });
  const redis = process.env.REDIS_URL ? undefined : await startRedis(folder);
  const run = `demo-${randomUUID().slice(0, 8)}`;
  const env = {
    ...process.env,
    ...(redis && { REDIS_URL: redis.url }),
    CLOUDFRONT_KEY_PAIR_ID: "K2JCJMDEHXQW5F",
    CLOUDFRONT_PRIVATE_KEY: "",
    CLOUDFRONT_PRIVATE_KEY_FILE: join(folder, "private.pem"),
  };
  /** @param {string[]} args @param {"ignore" | "inherit"} [stderr] */
  const start = async (args, stderr = "inherit") => {
    const child = spawn(process.execPath, [program, ...args, "--run", run], {
      env,
      stdio: ["ignore", "inherit", stderr],
    });
    children.push(child);
    const [status] = await once(child, "close");
    return status ?? 1;
  };
  try {
    writeInput(folder);
    const output = join(folder, "output");
    console.log(
      `${lines.toLocaleString("en")} URLs, ${workers} workers, a Redis ${redis ? "of its own" : "at REDIS_URL"}.\n`,
    );
    const working = Array.from({ length: workers }, () => start(["work", "--exit-when-done"], "ignore"));
    await start(["add", "--input", join(folder, "urls.txt"), "--output", output, "--expires-in", "7d"]);
    await start(["status", "--watch"]);
    await Promise.all(working);
    console.log();
    const status = signal.aborted ? 1 : await start(["report"]);
    if (redis === undefined) await start(["remove"]);
    console.log(`\nThe URLs are in ${join(folder, "urls.txt")}, the signed URLs in ${output}.`);
    return status;
  } finally {
    await redis?.stop();
  }
}

/** A key and URLs. @param {string} folder */
function writeInput(folder) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  writeFileSync(join(folder, "private.pem"), privateKey, { mode: 0o600 });
  writeFileSync(join(folder, "public.pem"), publicKey);
  const urls = Array.from(
    { length: lines },
    (_, n) => `https://d111111abcdef8.cloudfront.net/mail/${n + 1}/invoice.pdf`,
  );
  writeFileSync(join(folder, "urls.txt"), `${urls.join("\n")}\n`);
}

/** A Redis that listens on a socket in the folder, and on no port. @param {string} folder */
async function startRedis(folder) {
  const data = join(folder, "redis");
  mkdirSync(data);
  const socket = join(data, "redis.sock");
  const settings = ["--port", "0", "--unixsocket", socket, "--dir", data, "--appendonly", "yes"];
  const child = spawn("redis-server", settings, { stdio: "ignore", detached: true });
  const ended = once(child, "close").catch(() => {});
  let isEnded = false;
  ended.then(() => {
    isEnded = true;
  });
  while (!existsSync(socket)) {
    if (isEnded)
      refuse(
        "redis-server",
        "is not installed or does not start; install it (Debian, Ubuntu: apt-get install redis-server; macOS: brew install redis), or set REDIS_URL to a running Redis",
      );
    await wait(20);
  }
  return {
    url: socket,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
