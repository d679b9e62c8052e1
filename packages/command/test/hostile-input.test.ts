import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, openSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  type BuiltCommand,
  buildCommand,
  type CommandInput,
} from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Arguments, lines, names and files that somebody else wrote. */

const id = "K2JCJMDEHXQW5F";
const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
const key = ["--key-pair-id", id, "--private-key", "private.pem"];
const hour = ["--expires-in", "1h", ...key];
const publicKey = ["--public-key", `${id}=public.pem`];
const privateKey = keyText("ecp256.pkcs8.pem");
const base64 = privateKey.split("\n").slice(1, -2).join("");

let command: BuiltCommand;
beforeAll(async () => {
  command = await buildCommand();
  writeFileSync(join(command.folder, "private.pem"), privateKey, { mode: 0o600 });
  writeFileSync(join(command.folder, "public.pem"), keyText("ecp256.pub.spki.pem"));
});
afterAll(() => command.remove());

const run = (args: readonly string[], input?: CommandInput) => command.run(args, input);

describe.skipIf(process.platform === "win32")(
  "no terminal gets characters that move its cursor or hide",
  () => {
    // Escape, a control character of one byte in Latin-1, right-to-left override, a letter without a shape.
    const hostile = "\u001b[31m\u009b31m\u202e\u3164\u00a0";
    const file = `a${hostile}`;
    beforeAll(() => {
      writeFileSync(join(command.folder, file), "x");
      writeFileSync(join(command.folder, `key${hostile}`), privateKey);
      chmodSync(join(command.folder, `key${hostile}`), 0o644);
    });

    it.each<[string, string[], string?]>([
      ["an unknown option", ["sign", url, `--${file}`]],
      ["a value that is none of its choices", ["sign", url, "--onerror", file]],
      ["a shell", ["completion", file]],
      ["a missing document", ["doctor", `no${file}`]],
      ["a document that is not JSON", ["doctor", file]],
      [
        "a key file that others can read",
        ["sign", url, "--private-key", `key${hostile}`, "--key-pair-id", id],
      ],
      ["a key file without a key", ["sign", url, "--private-key", file, "--key-pair-id", id]],
      ["a public key file without a key", ["keygen", "--public-key", file]],
      ["the name of new keys", ["keygen", "--type", "ec", "--out", `new${hostile}`]],
      ["a URL as JSON", ["sign", `${url}?${"\u009b\u202e\u3164\u00a0"}`, "--json", ...hour]],
      ["the id of a line", ["sign", "-", "--json", ...hour], `{"url":"${url}","id":"\u202e\u009b\u3164"}`],
      ["the name of a term", ["sign", "-", "--json", ...hour], `{"url":"${url}","\u202e\u009b\u3164":[]}`],
      ["a term that comes twice", ["sign", "-", "--json", ...hour], `{"\u202e\u009b":1,"\u202e\u009b":1}`],
      [
        "a skipped line",
        ["sign", "-", "--json", "--onerror", "skip", ...hour],
        `{"url":"${url}","\u202e\u009b\u3164":[]}`,
      ],
      [
        "resources as JSON",
        [
          "cookies",
          `${url}?\u202e\u009b\u3164`,
          "https://d111111abcdef8.cloudfront.net/b/*",
          "--json",
          ...hour,
        ],
      ],
    ])("%s", async (_, args, input) => {
      const { stdout, stderr } = await run(args, input === undefined ? {} : { input });
      expect(stdout + stderr).not.toBe("");
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be printed
      expect(stdout + stderr).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\xa0\u202e\u3164]/);
    });

    it("keeps JSON what it was", async () => {
      const { stdout } = await run(["sign", "-", "--json", ...hour], {
        input: `{"url":"${url}?\u3164","id":"\u202e"}`,
      });
      expect(JSON.parse(stdout)).toMatchObject({ url: `${url}?\u3164`, id: "\u202e" });
    });

    it("has a step for a key file that does nothing else in a shell", async () => {
      const name = "key; touch injected";
      writeFileSync(join(command.folder, name), privateKey, { mode: 0o644 });
      const { stderr } = await run([
        "sign",
        url,
        "--expires-in",
        "1h",
        "--key-pair-id",
        id,
        "--private-key",
        name,
      ]);
      expect(stderr).toBe(
        "warning: other users of this machine can read key; touch injected; take that away: chmod 600 'key; touch injected'\n",
      );
    });
  },
);

describe("no output holds a private key", () => {
  it.each<[string, string[], CommandInput?]>([
    ["instead of URLs to verify", ["verify", "-", ...publicKey], { input: privateKey }],
    ["instead of URLs to inspect", ["inspect", "-"], { input: privateKey }],
    ["on one line", ["verify", "-", ...publicKey], { input: base64 }],
    ["as the name of a term", ["sign", "-", "--json", ...hour], { input: `{"url":"${url}","${base64}":[]}` }],
  ])("%s", async (_, args, input) => {
    const { status, stdout, stderr } = await run(args, input);
    expect(status).not.toBe(0);
    expect(stdout + stderr).not.toContain(base64.slice(0, 40));
    expect(stdout + stderr).not.toContain(privateKey.split("\n")[2]);
  });
});

describe("no message shows a value that may be a secret in the wrong place", () => {
  const der = keyText("ecp256.pkcs8.pem").replace(/-----[^-]+-----|\n/g, "");
  const publicPem = keyText("ecp256.pub.spki.pem");
  const encrypted = keyText("ecp256.enc-aes256-sha256.pkcs8.pem");
  const secrets: readonly (readonly [string, string])[] = [
    ["PEM", privateKey],
    ["PEM on one line", privateKey.replaceAll("\n", "\\n")],
    ["base64 of PEM", Buffer.from(privateKey).toString("base64")],
    ["base64 of PEM in lines", Buffer.from(privateKey).toString("base64").replace(/.{64}/g, "$&\n")],
    ["base64 of DER", der],
    ["base64url of DER", Buffer.from(der, "base64").toString("base64url")],
    ["hexadecimal DER", Buffer.from(der, "base64").toString("hex")],
    ["an encrypted key", encrypted],
    ["an encrypted key without its labels", encrypted.replace(/-----[^-]+-----|\n/g, "")],
    [
      "a JWK",
      JSON.stringify({ kty: "EC", crv: "P-256", x: "a".repeat(43), y: "b".repeat(43), d: "c".repeat(43) }),
    ],
    ["a public key", publicPem],
    ["a public key in base64", publicPem.replace(/-----[^-]+-----|\n/g, "")],
    ["a random token", "0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3"],
    ["text of several lines", "secret one\nsecret two"],
    ["long text", "secret ".repeat(40)],
    ["a signed URL", `${url}?Expires=1900000000&Signature=0aB1cD2eF3gH&Key-Pair-Id=${id}`],
  ];
  const idKey = ["--key-pair-id", id];
  const places: readonly (readonly [string, (value: string) => readonly [string[], CommandInput?]])[] = [
    ["--private-key", (value) => [["sign", url, "--expires-in", "1h", ...idKey, "--private-key", value]]],
    [
      "CLOUDFRONT_PRIVATE_KEY_FILE",
      (value) => [
        ["sign", url, "--expires-in", "1h", ...idKey],
        { env: { CLOUDFRONT_PRIVATE_KEY_FILE: value } },
      ],
    ],
    [
      "--private-key file://",
      (value) => [["doctor", "-", "--private-key", `file://${value}`], { input: "{}" }],
    ],
    ["--passphrase-file", (value) => [["sign", url, ...hour, "--passphrase-file", value]]],
    ["--policy", (value) => [["sign", url, ...key, "--policy", `file://${value}`]]],
    ["--public-key of keygen", (value) => [["keygen", "--public-key", value]]],
    ["--public-key", (value) => [["verify", url, "--public-key", value]]],
    ["--public-key with an ID", (value) => [["verify", url, "--public-key", `${id}=${value}`]]],
    [
      "--public-key for a request",
      (value) => [["explain", `${url}?Key-Pair-Id=${id}`, "--public-key", value]],
    ],
    [
      "two of --public-key",
      (value) => [["verify", `${url}?Key-Pair-Id=${id}`, "--public-key", value, ...publicKey]],
    ],
    ["CLOUDFRONT_PUBLIC_KEYS", (value) => [["verify", url], { env: { CLOUDFRONT_PUBLIC_KEYS: value } }]],
    ["--key-group", (value) => [["verify", url, "--key-group", value]]],
    ["--body", (value) => [["explain", `${url}?Key-Pair-Id=${id}`, "--body", value]]],
    ["doctor", (value) => [["doctor", value]]],
    ["serve", (value) => [["serve", value, ...publicKey]]],
    ["--out of keygen", (value) => [["keygen", "--type", "ec", "--out", `private.pem/${value}`]]],
    ["--ip-address", (value) => [["verify", url, ...publicKey, "--ip-address", value]]],
    ["--hostname", (value) => [["serve", "none", ...publicKey, "--hostname", value]]],
    ["--port", (value) => [["serve", "none", ...publicKey, "--port", value]]],
    ["--cors", (value) => [["serve", "none", ...publicKey, "--cors", value]]],
    ["--status", (value) => [["explain", url, "--status", value]]],
    ["--method", (value) => [["explain", url, "--method", value]]],
    ["--page-origin", (value) => [["explain", url, "--page-origin", value]]],
    ["--onerror", (value) => [["sign", url, ...hour, "--onerror", value]]],
    ["completion", (value) => [["completion", value]]],
    ["--longest-lifetime", (value) => [["rotate", "--longest-lifetime", value]]],
    ["--key-pair-id", (value) => [["sign", url, "--key-pair-id", value, "--private-key", "private.pem"]]],
    ["--expires-in", (value) => [["sign", url, ...key, "--expires-in", value]]],
  ];
  it.each(places)("%s", async (_, call) => {
    for (const [name, secret] of secrets) {
      const [args, input] = call(secret);
      const { status, stdout, stderr } = await run(args, input);
      expect([name, status]).not.toEqual([name, 0]);
      const shown = (stdout + stderr).replace(/\\u000a|\\n|\s/g, "");
      const parts = secret
        .replace(url, "")
        .split(/[^\w+/]+/)
        .filter(
          (part) => part.length >= 12 && !/^(?:BEGIN|PRIVATE|PUBLIC|ENCRYPTED)/.test(part) && part !== id,
        );
      expect([name, parts.filter((part) => shown.includes(part.slice(0, 12)))]).toEqual([name, []]);
      if (/^(?:text|long)/.test(name))
        expect([name, shown]).not.toEqual([name, expect.stringContaining("secret")]);
    }
  });

  it.each<[string, string[], string, CommandInput?]>([
    [
      "the text of a key in the variable of its file",
      ["sign", url, "--expires-in", "1h", ...idKey],
      "CLOUDFRONT_PRIVATE_KEY_FILE: accepts a file, not the text itself; write the text to CLOUDFRONT_PRIVATE_KEY",
      { env: { CLOUDFRONT_PRIVATE_KEY_FILE: privateKey } },
    ],
    [
      "base64 instead of a key's file",
      ["sign", url, "--expires-in", "1h", ...idKey, "--private-key", der],
      "--private-key: accepts a file, not the text itself; write the text to CLOUDFRONT_PRIVATE_KEY",
    ],
    [
      "the text of a public key instead of its file",
      ["keygen", "--public-key", publicPem],
      "--public-key: accepts a file, not the text itself; write the text into a file, and give its path",
    ],
    [
      "an ID where only a file is taken",
      ["keygen", "--public-key", `${id}=nowhere.pem`],
      `--public-key: cannot read ${id}=nowhere.pem (ENOENT); this option accepts a file without an ID: write nowhere.pem`,
    ],
  ])("%s", async (_, args, problem, input) => {
    const { status, stderr } = await run(args, input);
    expect([status, stderr.split("\n\n")[0]]).toEqual([2, problem]);
  });
});

describe("the exit status is not 0 when nothing was decided", () => {
  it.each([
    ["verify", publicKey],
    ["inspect", []],
  ])("%s of an empty standard input", async (name, args) => {
    const { status, stdout, stderr } = await run([name, "-", ...args], { input: "\n" });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      `-: standard input had no URL; send one a line\n\ncloudfront-sign ${name} --help shows all options.\n`,
    );
  });

  it.skipIf(process.platform === "win32")("sign of a folder as standard input", async () => {
    const { status, stderr } = await run(["sign", "-", ...hour], {
      stdin: () => openSync(command.folder, "r"),
    });
    expect([status, stderr]).toEqual([
      2,
      "-: standard input is a folder; send a file with a URL a line\n\ncloudfront-sign sign --help shows all options.\n",
    ]);
  });

  it.skipIf(process.platform === "win32").each([
    ["verify", [url, ...publicKey]],
    ["verify", [url, url, ...publicKey]],
    ["explain", [`${url}?Expires=1`]],
    ["inspect", [`${url}?Expires=1`]],
  ])("%s whose reader has stopped", (name, args) => {
    const { main, folder, env } = command;
    const script = 'set -o pipefail; "$0" "$@" | true';
    const { status } = spawnSync("bash", ["-c", script, process.execPath, main, name, ...args], {
      cwd: folder,
      env,
    });
    expect(status).toBe(1);
  });

  it.skipIf(process.platform === "win32")("sign goes on when nobody reads its messages", () => {
    const { main, folder, env } = command;
    const lines = Array.from({ length: 2000 }, (_, i) => `wrong ${i}\n${url}?${i}\n`).join("");
    const script = 'set -o pipefail; { "$0" "$@" 2>&1 >&3 | head -1; } 3>&1 >&2';
    const args = [main, "sign", "-", "--onerror", "skip", ...hour];
    const { status, stdout } = spawnSync("bash", ["-c", script, process.execPath, ...args], {
      cwd: folder,
      env,
      input: lines,
      encoding: "utf8",
    });
    expect([status, stdout.split("\n").length - 1]).toEqual([1, 2000]);
  });

  it.skipIf(process.platform !== "linux")("sign to a full disk, and says why", () => {
    const { main, folder, env } = command;
    const script = 'exec "$0" "$@" > /dev/full';
    const { status, stderr } = spawnSync(
      "bash",
      ["-c", script, process.execPath, main, "sign", url, ...hour],
      {
        cwd: folder,
        env,
        encoding: "utf8",
      },
    );
    expect([status, stderr]).toEqual([1, "Cannot write the output (ENOSPC).\n"]);
  });

  it.skipIf(process.platform !== "linux")("sign to a full disk, and says from which line to go on", () => {
    const { main, folder, env } = command;
    const { status, stderr } = spawnSync(
      "bash",
      ["-c", 'exec "$0" "$@" > /dev/full', process.execPath, main, "sign", "-", ...hour],
      { cwd: folder, env, input: `${url}\n${url}\n`, encoding: "utf8" },
    );
    expect([status, stderr]).toEqual([1, expect.stringContaining("tail -n +1 FILE")]);
  });
});

describe("input of any size has an end", () => {
  const large = (): string => {
    const path = join(command.folder, "large");
    writeFileSync(path, "");
    truncateSync(path, 700 * 2 ** 20);
    return path;
  };

  it.each([
    ["doctor", ["large"], "large: is larger than 67,108,864 bytes; pass a smaller file"],
    ["explain", [url, "--body", "large"], "--body: is larger than 67,108,864 bytes; pass a smaller file"],
    [
      "sign",
      [url, "--key-pair-id", id, "--private-key", "large"],
      "--private-key: is larger than 67,108,864 bytes; pass a smaller file",
    ],
  ])("%s refuses a file that is too large", async (name, args, problem) => {
    large();
    const { status, stderr } = await run([name, ...args]);
    expect([status, stderr]).toEqual([
      2,
      `${problem}\n\ncloudfront-sign ${name} --help shows all options.\n`,
    ]);
  });

  it.each(["doctor", "explain"])("%s refuses standard input that is too large", async (name) => {
    const path = large();
    const { status, stderr } = await run([name, "-"], { stdin: () => openSync(path, "r") });
    expect([status, stderr]).toEqual([
      2,
      `-: standard input is larger than 67,108,864 bytes; send less\n\ncloudfront-sign ${name} --help shows all options.\n`,
    ]);
  });

  it("doctor reads a document with a long text", async () => {
    const document = `{"DistributionConfig":{"Comment":"${"\\n".repeat(10_000_000)}","Origins":{},"DefaultCacheBehavior":{}}}`;
    const { status, stderr } = await run(["doctor", "-"], { input: document });
    expect([status, stderr]).toEqual([1, ""]);
  });

  // V8 leaves out optimizations when expressions take much memory; each step back then takes a place on its stack.
  it.each([
    ["doctor", `{"DistributionConfig":{"Comment":"${"x".repeat(20_000_000)}","DefaultCacheBehavior":{}}}`],
    ["explain", "x".repeat(20_000_000)],
  ])("%s reads a long word without optimized expressions", (name, input) => {
    const { main, folder, env } = command;
    const { stderr } = spawnSync(process.execPath, ["--no-regexp-optimization", main, name, "-"], {
      cwd: folder,
      env,
      input,
      encoding: "utf8",
    });
    expect(stderr).not.toMatch(/RangeError| {4}at /);
  });

  it.skipIf(process.platform === "win32")("a key group takes files alone, and waits for no pipe", () => {
    mkdirSync(join(command.folder, "group"));
    spawnSync("mkfifo", [join(command.folder, "group", `${id}.pem`)]);
    const { main, folder, env } = command;
    const { status, stderr } = spawnSync(process.execPath, [main, "verify", url, "--key-group", "group"], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([
      2,
      `--key-group group/${id}.pem: is not a file; remove it from the folder\n\ncloudfront-sign verify --help shows all options.\n`,
    ]);
  });
});

it("doctor names a distribution so that no shell runs a part of it", async () => {
  const name = "E1; $(touch injected)";
  const behavior = { TargetOriginId: "o", TrustedKeyGroups: { Enabled: true, Items: [] } };
  const config = { Origins: { Items: [] }, DefaultCacheBehavior: behavior };
  const { stdout } = await run(["doctor", "-"], {
    input: JSON.stringify({ Distribution: { Id: name, DistributionConfig: config } }),
  });
  expect(stdout).toContain(`\n  # '${name}'\n  --restrict '*'\n`);
});

it.skipIf(process.platform !== "linux")("keygen leaves no half of a key where the disk is full", () => {
  const { main, folder, env } = command;
  const script = 'trap \'\' XFSZ; ulimit -f 1; exec "$0" "$@"';
  const cwd = join(folder, "full");
  mkdirSync(cwd);
  const { status, stderr } = spawnSync("bash", ["-c", script, process.execPath, main, "keygen"], {
    cwd,
    env,
    encoding: "utf8",
  });
  expect([status, stderr.split("\n", 1)[0]]).toEqual([
    2,
    "--out: cannot write private.pem (EFBIG); check the folder, or give another",
  ]);
  expect(readdirSync(cwd)).toEqual([]);
});
