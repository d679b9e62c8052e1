import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { hosts } from "@cloudfront-sign-webcrypto/testing/runtimes";
import { isValidSignature, readSignedLine } from "@cloudfront-sign-webcrypto/testing/signed-line";
import { afterAll, describe, expect, it } from "vitest";

const examples = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(examples, ".examples-all-cores-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyPairId = "K2JCJMDEHXQW5F";
const pairs = {
  "RSA-2048": generateKeyPairSync("rsa", { modulusLength: 2048 }),
  "P-256": generateKeyPairSync("ec", { namedCurve: "P-256" }),
};
type Key = keyof typeof pairs;
for (const [name, { privateKey }] of Object.entries(pairs))
  writeFileSync(join(folder, `${name}.pem`), privateKey.export({ type: "pkcs8", format: "pem" }));

const urlAt = (i: number): string => `https://d111111abcdef8.cloudfront.net/videos/${i}.mp4`;
const urls = (count: number): string[] => Array.from({ length: count }, (_, i) => urlAt(i));

const started = Math.floor(Date.now() / 1000);

/** The URL of a signed URL for seven days, after node:crypto has verified the signature. */
function verified(line: string, key: Key): string {
  const read = readSignedLine(line) ?? expect.unreachable(line);
  expect([read.keyPairId, isValidSignature(read, pairs[key].publicKey)]).toEqual([keyPairId, true]);
  expect(read.expires).toBeLessThanOrEqual(Date.now() / 1000 + 7 * 24 * 3600);
  expect(read.expires).toBeGreaterThanOrEqual(started + 7 * 24 * 3600);
  return read.url;
}

const linesOf = (output: string): string[] => {
  // Whole lines only.
  expect(output === "" || output.endsWith("\n")).toBe(true);
  return output.split("\n").slice(0, -1);
};

const found = hosts.filter(({ path }) => path);
for (const { name, path, install } of hosts) if (!path) console.log(`not run in ${name}: ${install}`);

it("needs no more memory for a longer input", async () => {
  const program = join(examples, "all-cores", "sign-lines.mjs");
  const child = spawn(process.execPath, ["--max-old-space-size=64", program], {
    env: {
      ...process.env,
      CLOUDFRONT_KEY_PAIR_ID: keyPairId,
      CLOUDFRONT_PRIVATE_KEY_FILE: join(folder, "P-256.pem"),
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => {});
  // 200 MB of lines that are read and rejected fast.
  const line = `${"x".repeat(60_000)}\n`.repeat(16);
  Readable.from(Array(208).fill(line)).pipe(child.stdin);
  const [status, signal] = await once(child, "exit");
  expect([status, signal]).toEqual([1, null]);
});

// Deno signs slowly, most of all on a busy machine.
describe.each(found)("all-cores in $name", ({ name, path = "", args }) => {
  interface Options {
    readonly program?: string;
    readonly file?: string[];
  }
  function commandFor(key: string, { program = join(examples, "all-cores"), file = [] }: Options = {}) {
    return {
      command: [path, ...args, join(program, "sign-lines.mjs"), ...file],
      environment: {
        ...process.env,
        NO_COLOR: "1",
        CLOUDFRONT_KEY_PAIR_ID: keyPairId,
        CLOUDFRONT_PRIVATE_KEY_FILE: join(folder, `${key}.pem`),
      },
    };
  }
  function start(key: string, options?: Options): ChildProcess {
    const { command, environment } = commandFor(key, options);
    const [program = "", ...rest] = command;
    return spawn(program, rest, { env: environment });
  }

  async function ended(child: ChildProcess, input: string | Readable = "") {
    child.stdin?.on("error", () => {});
    if (typeof input === "string") child.stdin?.end(input);
    else if (child.stdin) input.pipe(child.stdin);
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout as Readable),
      text(child.stderr as Readable),
      once(child, "close"),
    ]);
    return { lines: linesOf(stdout), stderr, status };
  }

  it.each(["RSA-2048", "P-256"] as const)("signs each line of a file with %s, in order", async (key) => {
    const file = join(folder, "urls.txt");
    const given = urls(key === "P-256" ? 3000 : 300);
    writeFileSync(file, given.join("\n"));
    const { lines, stderr, status } = await ended(start(key, { file: [file] }));
    expect([status, stderr]).toEqual([0, ""]);
    expect(lines.map((line) => verified(line, key))).toEqual(given);
  });

  it("stops at Ctrl-C after a whole line, and says which", async () => {
    const child = start("P-256");
    child.stdout?.once("data", () => child.kill("SIGINT"));
    const endless = Readable.from(
      (function* () {
        for (let i = 0; ; i++) yield `${urlAt(i)}\n`;
      })(),
    );
    const { lines, stderr, status } = await ended(child, endless);
    expect([status, stderr]).toEqual([130, `Interrupted after line ${lines.length}.\n`]);
    expect(lines.length).toBeGreaterThan(0);
    for (const [i, line] of lines.slice(-50).entries())
      expect(verified(line, "P-256")).toBe(urlAt(Math.max(0, lines.length - 50) + i));
  });

  // Faults are the same in all versions of Node.js.
  if (["node20", "node22", "node26"].includes(name)) return;

  it("names the lines that cannot be signed by their numbers, and signs the others", async () => {
    const given = urls(1600);
    given[6] = "nonsense";
    given[1500] = "";
    const { lines, stderr, status } = await ended(start("P-256"), `${given.join("\r\n")}\r\n`);
    expect(status).toBe(1);
    expect(stderr.split("\n").map((line) => line.slice(0, 30))).toEqual([
      "line 7: url: is not an absolut",
      "line 1501: url: is empty; chec",
      "",
    ]);
    expect(lines.map((line) => verified(line, "P-256"))).toEqual(
      urls(1600).filter((_, i) => given[i] === urlAt(i)),
    );
  });

  it.each([
    ["that ends", "process.exit(3)", "a thread ended with exit code 3"],
    ["that throws", 'throw new Error("out of order")', "out of order"],
  ])("ends with an error at a thread %s, and no line is missing before it", async (_, fault, message) => {
    const program = mkdtempSync(join(folder, "faulty-"));
    cpSync(join(examples, "all-cores"), program, { recursive: true });
    const thread = readFileSync(join(program, "thread.mjs"), "utf8");
    const faulty = thread.replace('text = "";', `text = ""; if (block.includes("/2000.mp4")) ${fault};`);
    expect(faulty).not.toBe(thread);
    writeFileSync(join(program, "thread.mjs"), faulty);
    const { lines, stderr, status } = await ended(start("P-256", { program }), urls(3000).join("\n"));
    expect(status).toBe(1);
    expect(stderr).toContain(`Stopped after line ${lines.length}: ${message}\n`);
    expect(lines.length).toBeLessThanOrEqual(2000);
    expect(lines.map((line) => verified(line, "P-256"))).toEqual(urls(lines.length));
  });

  it("ends without an error when its reader stops", async () => {
    const child = start("P-256");
    child.stdout?.once("data", () => child.stdout?.destroy());
    const endless = Readable.from(
      (function* () {
        for (;;) yield `${urls(500).join("\n")}\n`;
      })(),
    );
    child.stdin?.on("error", () => {});
    if (child.stdin) endless.pipe(child.stdin);
    const [stderr, [status]] = await Promise.all([text(child.stderr as Readable), once(child, "exit")]);
    expect([stderr, status]).toEqual(["", 0]);
  });

  it("stops at Ctrl-C while it waits for input", async () => {
    const child = start("P-256");
    child.stdin?.write(`${urlAt(0)}\n`);
    child.stdout?.once("data", () => child.kill("SIGINT"));
    const [stderr, [status]] = await Promise.all([text(child.stderr as Readable), once(child, "exit")]);
    expect([stderr, status]).toEqual(["Interrupted after line 1.\n", 130]);
  });

  it("stops reading while nobody reads its output", async () => {
    const child = start("P-256");
    let taken = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          const block = `${urls(500).join("\n")}\n`;
          taken += block.length;
          yield block;
        }
      })(),
    );
    child.stdin?.on("error", () => {});
    if (child.stdin) endless.pipe(child.stdin);
    // The program runs. Its output is not read any further.
    await once(child.stdout as Readable, "readable");
    let before = -1;
    while (taken !== before) {
      before = taken;
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    child.kill("SIGKILL");
    endless.destroy();
    await once(child, "exit");
    expect(taken).toBeLessThan(5_000_000);
  });

  it("stops at a line that is too long for a URL, as in a file without line ends", async () => {
    const { lines, stderr, status } = await ended(
      start("P-256"),
      `${urls(500).join("\n")}\n${"x".repeat(3_000_000)}`,
    );
    expect(stderr).toBe(
      `Stopped after line ${lines.length}: a line is too long for a URL: has the input line ends?\n`,
    );
    expect(status).toBe(1);
    expect(lines.map((line) => verified(line, "P-256"))).toEqual(urls(lines.length));
  });

  it("ends with an error when the disk is full", async () => {
    const [file, output] = ["few.txt", "cut.txt"].map((name) => join(folder, name)) as [string, string];
    // One block, so that the loss would show at the last write alone.
    writeFileSync(file, `${urls(900).join("\n")}\n`);
    const { command, environment } = commandFor("P-256", { file: [file] });
    // Without the trap, the signal would end Deno.
    const child = spawn(
      "sh",
      ["-c", `trap "" XFSZ; ulimit -f 40; exec "$@" > "${output}"`, "sh", ...command],
      {
        env: environment,
      },
    );
    const { stderr, status } = await ended(child);
    expect(stderr).toMatch(/^Stopped after line 0: .*EFBIG/);
    expect(status).toBe(1);
  });

  it("names a key that is unusable before it starts a thread", async () => {
    writeFileSync(join(folder, "text.pem"), "text");
    const { lines, stderr, status } = await ended(start("text"), "");
    expect([status, lines]).toEqual([1, []]);
    expect(stderr).toMatch(/content: /);
  });
});
