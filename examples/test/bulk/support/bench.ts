import { type ChildProcess, fork, spawn } from "node:child_process";
import { generateKeyPairSync, verify } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleEnvironment } from "../../frameworks/support/environment.ts";
import { bulk } from "./provided.ts";

export const keyPairId = "K2JCJMDEHXQW5F";
const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** What the tests ask Redis, by ioredis, which is a package of the example alone. */
export interface Redis {
  keys(pattern: string): Promise<string[]>;
  hgetall(key: string): Promise<Record<string, string>>;
  hvals(key: string): Promise<string[]>;
  hget(key: string, field: string): Promise<string | null>;
  hset(key: string, field: string, value: string): Promise<number>;
  hdel(key: string, field: string): Promise<number>;
  hincrby(key: string, field: string, by: number): Promise<number>;
  del(key: string): Promise<number>;
  call(command: string, ...args: string[]): Promise<unknown>;
  llen(key: string): Promise<number>;
  flushall(): Promise<unknown>;
  disconnect(): void;
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with a Redis, a key and an input, in which the example's commands run. */
export class Bench {
  readonly folder = mkdtempSync(join(tmpdir(), "bulk-test-"));
  readonly output = join(this.folder, "output");
  readonly #socket = join(this.folder, "redis/redis.sock");
  readonly #children = new Set<ChildProcess>();
  /** Hosts that have ended their command, by their environment. */
  readonly #idle = new Map<string, ChildProcess[]>();
  env: Record<string, string> = {
    ...exampleEnvironment(),
    REDIS_URL: this.#socket,
    CLOUDFRONT_KEY_PAIR_ID: keyPairId,
    CLOUDFRONT_PRIVATE_KEY_FILE: join(this.folder, "private.pem"),
  };
  #redis: ReturnType<typeof spawn> | undefined;

  constructor() {
    mkdirSync(join(this.folder, "redis"));
    this.write("private.pem", keys.privateKey.export({ type: "pkcs8", format: "pem" }));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: string | Buffer): string {
    writeFileSync(this.path(name), content);
    return this.path(name);
  }

  async startRedis(): Promise<void> {
    // Redis is killed, not the machine: what it has written stays, though nothing waits for the disk.
    const data = [
      "--dir",
      join(this.folder, "redis"),
      "--appendonly",
      "yes",
      "--appendfsync",
      "no",
      "--save",
      "",
    ];
    this.#redis = spawn("redis-server", ["--port", "0", "--unixsocket", this.#socket, ...data], {
      stdio: "ignore",
    });
    while (!existsSync(this.#socket)) {
      if (this.#redis.exitCode !== null) throw new Error("redis-server does not start");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async stopRedis(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const closed = this.#redis && once(this.#redis, "close");
    this.#redis?.kill(signal);
    await closed;
    rmSync(this.#socket, { force: true });
  }

  /** A client of this Redis, with the example's own ioredis. */
  connect(): Redis {
    const { Redis: Client } = createRequire(join(bulk, "bulk.js"))("ioredis");
    // BullMQ needs null.
    return new Client(this.#socket, { maxRetriesPerRequest: null });
  }

  async inRedis<T>(action: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = this.connect();
    try {
      return await action(redis);
    } finally {
      redis.disconnect();
    }
  }

  start(args: readonly string[], input?: string | Buffer) {
    const child = spawn(process.execPath, [join(bulk, "bulk.js"), ...args], {
      cwd: this.folder,
      env: this.env,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    this.#children.add(child);
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name]?.setEncoding("utf8").on("data", (text: string) => {
        texts[name] += text;
      });
    child.stdin?.on("error", () => {}).end(input);
    const ended = once(child, "close").then(([status]): Ended => ({ status, ...texts }));
    return { child, ended, texts };
  }

  /** A command in a process that has run others before. Where the process itself counts, use `start`. */
  run(args: readonly string[]): Promise<Ended> {
    const env = JSON.stringify(this.env);
    const idle = this.#idle.get(env) ?? [];
    this.#idle.set(env, idle);
    const host = idle.pop() ?? this.#startHost();
    return new Promise((resolve, reject) => {
      const fail = (status: number | null) => reject(new Error(`${args[0]} ended its host with ${status}`));
      host.once("exit", fail).once("message", (ended) => {
        host.off("exit", fail);
        idle.push(host);
        resolve(ended as Ended);
      });
      host.send(args);
    });
  }

  #startHost(): ChildProcess {
    const host = fork(join(import.meta.dirname, "host.mjs"), [bulk], { cwd: this.folder, env: this.env });
    this.#children.add(host);
    return host;
  }

  /** `add` with what it needs. */
  add(input: string, ...args: string[]): Promise<Ended> {
    return this.run(["add", "--input", input, "--output", this.output, "--expires-in", "7d", ...args]);
  }

  work(...args: string[]): Promise<Ended> {
    return this.run(["work", "--exit-when-done", ...args]);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the report is JSON
  async report(...args: string[]): Promise<{ status: number | null; report: any }> {
    const { status, stdout, stderr } = await this.run(["report", "--json", ...args]);
    if (stdout === "") throw new Error(stderr);
    return { status, report: JSON.parse(stdout) };
  }

  /** The names of the parts that there are. */
  parts(): string[] {
    const names = existsSync(this.output) ? readdirSync(this.output) : [];
    return names.filter((name) => /^part-\d+\.txt$/.test(name)).sort();
  }

  /** The content of all parts, in their order. */
  signed(): string[] {
    return this.parts().flatMap((name) => lines(readFileSync(join(this.output, name), "utf8")));
  }

  async close(): Promise<void> {
    for (const child of this.#children) if (child.exitCode === null) child.kill("SIGKILL");
    await this.stopRedis("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const lines = (text: string): string[] => text.split("\n").slice(0, -1);

export const urls = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `https://d111111abcdef8.cloudfront.net/mail/${n + 1}/invoice.pdf`);

/** The URL that was signed with a canned policy, checked with Node's crypto; undefined if the signature is wrong. */
export function unsigned(signed: string): { url: string; expires: number } | undefined {
  const [, url = "", expires = "", signature = ""] =
    /^(.*)[?&]Expires=(\d+)&Signature=([^&]+)&Key-Pair-Id=K2JCJMDEHXQW5F$/.exec(signed) ?? [];
  const policy = `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
  const bytes = Buffer.from(
    signature.replace(/[-_~]/g, (c) => ({ "-": "+", _: "=", "~": "/" })[c] ?? c),
    "base64",
  );
  return verify("RSA-SHA1", Buffer.from(policy), keys.publicKey, bytes)
    ? { url, expires: Number(expires) }
    : undefined;
}
