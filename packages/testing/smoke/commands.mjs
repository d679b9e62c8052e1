// The command of the installed package in other runtimes: it signs, serves and makes keys, and every command starts.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../run.mjs";
import { hosts } from "../runtimes.mjs";
import { hasTerms, isValidSignature, readSignedLine } from "../signed-line.mjs";

/** @typedef {{ status: number, stdout: string, stderr: string }} Result */

/**
 * @typedef {object} Program the command in one runtime
 * @property {string} folder where it runs, with `private.pem` and `public.pem`
 * @property {(args: string[], input?: string) => Promise<Result>} run
 * @property {(args: string[]) => import("node:child_process").ChildProcessWithoutNullStreams} start
 */

/** The oldest and the newest Node.js, Bun and Deno. */
const tested = ["node20", "node26", "bun", "deno"];
const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
const id = "K2JCJMDEHXQW5F";
const day = 86_400;
/** In seconds. The command prints a note when access ends within a day, or after more than 30 days. */
const expires = Math.ceil(Date.now() / 1000) + 7 * day;
/** @param {number} seconds */
const isoTime = (seconds) => new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
const signing = ["--key-pair-id", id, "--private-key", "private.pem", "--date-less-than", isoTime(expires)];
const publicKey = ["--public-key", `${id}=public.pem`];
const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** @param {string} text @param {string} of the URL that was to be signed */
function assertSigned(text, of) {
  const line = readSignedLine(text);
  const terms = { keyPairId: id, dateLessThan: expires, hash: /** @type {const} */ ("SHA1") };
  assert.equal(line?.url, of);
  assert.ok(line && hasTerms(line, terms) && isValidSignature(line, pair.publicKey), text);
}

/** @param {Program} program @param {string} [of] */
async function signedUrl({ run }, of = url) {
  const { status, stdout, stderr } = await run(["sign", of, ...signing]);
  assert.deepEqual([status, stderr], [0, ""]);
  return stdout.trimEnd();
}

/** @type {Record<string, (program: Program) => Promise<void>>} */
const checks = {
  async sign(program) {
    assertSigned(await signedUrl(program), url);
    const urls = Array.from({ length: 1000 }, (_, i) => `${url}?number=${i}`);
    const { status, stdout, stderr } = await program.run(["sign", "-", ...signing], `${urls.join("\n")}\n`);
    assert.deepEqual([status, stderr], [0, ""]);
    const lines = stdout.split("\n");
    assert.equal(lines.pop(), "");
    assert.equal(lines.length, 1000);
    for (const [i, line] of lines.entries()) assertSigned(line, urls[i] ?? "");
  },

  async explain(program) {
    const expired = ["--now", isoTime(expires + day), ...publicKey];
    const { status, stdout } = await program.run(["explain", await signedUrl(program), ...expired]);
    assert.equal(status, 1);
    assert.match(stdout, /expired/i);
  },

  async keygen({ run, folder }) {
    const { status } = await run(["keygen", "--type", "ec", "--out", "new"]);
    assert.equal(status, 0);
    const [privateFile = "", publicFile = ""] = ["private", "public"].map((half) =>
      join(folder, `new.${half}.pem`),
    );
    const own = createPublicKey(createPrivateKey(readFileSync(privateFile)));
    assert.equal(own.export({ type: "spki", format: "pem" }), readFileSync(publicFile, "utf8"));
    if (process.platform !== "win32") assert.equal(statSync(privateFile).mode & 0o777, 0o600);
  },

  async serve(program) {
    writeFileSync(join(program.folder, "a.txt"), "served");
    const server = program.start(["serve", ".", "--port", "0", ...publicKey]);
    try {
      const [chunk] = await once(server.stdout.setEncoding("utf8"), "data");
      const address = new URL("a.txt", String(chunk).trim()).href;
      assert.equal((await fetch(address)).status, 403);
      const allowed = await fetch(await signedUrl(program, address));
      assert.deepEqual([allowed.status, await allowed.text()], [200, "served"]);
    } finally {
      const ended = once(server, "exit");
      server.kill("SIGINT");
      const [status] = await ended;
      if (process.platform !== "win32") assert.equal(status, 130);
    }
  },
};

/** The commands that the program's help lists. @param {Program} program */
async function commandNames({ run }) {
  const { stdout } = await run(["--help"]);
  const [, list = ""] = /^Commands\n((?: .*\n)+)/m.exec(stdout) ?? [];
  return Array.from(list.matchAll(/^ {2}(\S+)/gm), ([, name = ""]) => name);
}

/**
 * @param {string} app the folder in which the tarballs are installed
 * @returns {{ label: string, path: string | undefined, test: () => Promise<void> }[]}
 */
export function commandSteps(app) {
  return hosts
    .filter(({ name }) => tested.includes(name))
    .flatMap(({ name: host, path = "", args: before }) => {
      const folder = join(app, `commands-${host}`);
      const main = join(app, "node_modules/cloudfront-sign-cli/dist/main.js");
      mkdirSync(folder);
      const [privateKey, publicFile] = [
        pair.privateKey.export({ type: "pkcs8", format: "pem" }),
        pair.publicKey.export({ type: "spki", format: "pem" }),
      ];
      writeFileSync(join(folder, "private.pem"), privateKey, { mode: 0o600 });
      writeFileSync(join(folder, "public.pem"), publicFile);
      const options = { cwd: folder, env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot } };
      /** @type {Program} */
      const program = {
        folder,
        run: (args, input) => run(path, [...before, main, ...args], { ...options, input: input ?? "" }),
        start: (args) => spawn(path, [...before, main, ...args], options),
      };
      /** @param {string} label @param {() => Promise<void>} test */
      const step = (label, test) => ({ label: `${host}: ${label}`, path: path || undefined, test });
      return [
        ...Object.entries(checks).map(([name, check]) => step(name, () => check(program))),
        // Each command is a file of its own.
        step("every command refuses a flag that it does not have", async () => {
          const names = await commandNames(program);
          assert.ok(names.length > 9, names.join());
          for (const name of names) {
            const { status, stdout, stderr } = await program.run([name, "--no-such-flag"]);
            assert.deepEqual([status, stdout], [2, ""], name);
            assert.match(stderr, /^--no-such-flag: no such option;/);
          }
        }),
      ];
    });
}
