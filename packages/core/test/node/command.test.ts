import { spawn, spawnSync } from "node:child_process";
import { createPublicKey, verify } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messageInFlags } from "../../src/cli/flag-words.ts";
import { allFaults } from "../suite/faults/all-faults.ts";
import keys from "../vectors/keys.json" with { type: "json" };
import { commandFaults } from "./support/command-faults.ts";

/** The command, as a shell starts it: what it reads, what it prints, how it ends. */

const core = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "command-"));
/** Beside the description of the package, as in the package. */
const [command, description] = [join(folder, "dist/cli.js"), join(folder, "package.json")];
const file = (name: keyof typeof keys) => join(folder, name);
const pem = file("rsa2048.pkcs8.pem");
const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
const id = ["--key-pair-id", "K2JCJMDEHXQW5F"];
const usual = [...id, "--private-key", pem, "--expires-in", "1h"];
const { CLOUDFRONT_PRIVATE_KEY: _key, CLOUDFRONT_KEY_PAIR_ID: _id, ...env } = process.env;

beforeAll(async () => {
  copyFileSync(join(core, "package.json"), description);
  await build({
    entryPoints: [join(core, "src/cli/main.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: command,
  });
  for (const name of ["rsa2048.pkcs8.pem", "rsa2048.pkcs8.der"] as const)
    writeFileSync(file(name), Buffer.from(keys[name], "base64"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(args: string[], options: { input?: Buffer; env?: Record<string, string> } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    encoding: "utf8",
    input: options.input,
    env: { ...env, ...options.env },
  });
  return { status, stdout, stderr };
}

/** Whether one printed line is the URL with a signature of the canned policy that it stands for. */
function isSigned(line: string, expected = url): boolean {
  const [, base = "", expires, signature = ""] =
    /^([^?]*)\?Expires=(\d+)&Signature=([\w~-]+)&Key-Pair-Id=K2JCJMDEHXQW5F$/.exec(line) ?? [];
  const policy = `{"Statement":[{"Resource":"${base}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
  const bytes = Buffer.from(signature.replace(/-/g, "+").replace(/_/g, "=").replace(/~/g, "/"), "base64");
  return (
    base === expected &&
    verify(
      "sha1",
      Buffer.from(policy),
      createPublicKey(Buffer.from(keys["rsa2048.pkcs8.pem"], "base64")),
      bytes,
    )
  );
}

describe("the command", () => {
  it("prints a signed URL for each URL, in order", () => {
    const { status, stdout, stderr } = run([url, `${url}2`, ...usual]);
    expect([status, stderr]).toEqual([0, ""]);
    const lines = stdout.split("\n");
    expect(lines.map((line, i) => isSigned(line, i ? `${url}2` : url))).toEqual([true, true, false]);
    expect(lines[2]).toBe("");
  });

  it.each([
    ["a file of DER", ["--private-key", file("rsa2048.pkcs8.der")], {}],
    [
      "PEM on standard input",
      ["--private-key", "-"],
      { input: Buffer.from(keys["rsa2048.pkcs8.pem"], "base64") },
    ],
    [
      "DER on standard input",
      ["--private-key", "-"],
      { input: Buffer.from(keys["rsa2048.pkcs8.der"], "base64") },
    ],
    [
      "the environment",
      [],
      { env: { CLOUDFRONT_PRIVATE_KEY: Buffer.from(keys["rsa2048.pkcs8.pem"], "base64").toString() } },
    ],
  ])("reads the key from %s", (_, args, options) => {
    const { stdout, stderr } = run([url, ...id, "--expires-in", "1h", ...args], options);
    expect(stderr).toBe("");
    expect(isSigned(stdout.trim())).toBe(true);
  });

  it("prints a Cookie header", () => {
    expect(run(["--cookies", "--resource", "https://cdn.example.com/v/*", ...usual]).stdout).toMatch(
      /^CloudFront-Policy=[\w~-]+; CloudFront-Signature=[\w~-]+; CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F\n$/,
    );
  });

  it("prints its version", () => {
    const { version } = JSON.parse(readFileSync(description, "utf8")) as { version: string };
    expect(run(["--version"]).stdout).toBe(`${version}\n`);
  });

  it.each(commandFaults({ url, pem, folder }))("refuses %s with status 2", (_, args, expected) => {
    const { status, stdout, stderr } = run(args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(`${expected}\n\nRun with --help to see all options.\n`);
  });

  it("takes the ID of an emulator when it is told to", () => {
    const uuid = "8a1b2c3d-0000-4000-8000-1234567890ab";
    const { status, stdout, stderr } = run([
      url,
      "--key-pair-id",
      uuid,
      "--allow-any-key-pair-id",
      "--private-key",
      pem,
      "--expires-in",
      "1h",
    ]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`&Key-Pair-Id=${uuid}`);
  });

  it("names the flag of an ID that is missing", () => {
    const { status, stderr } = run([url, "--private-key", pem]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^ERR_KEY_PAIR_ID_INVALID\n--key-pair-id: /);
    expect(stderr).not.toMatch(/keyPairId|^ +at |node:internal/m);
  });

  it("has a flag for every option that a message of the library names", () => {
    const options = [
      "keyPairId",
      "allowAnyKeyPairId",
      "privateKey",
      "hashAlgorithm",
      "expiresIn",
      "dateLessThan",
      "dateGreaterThan",
    ];
    for (const { code, message } of allFaults) {
      const [option = ""] = message.split(": ", 1);
      const words = messageInFlags(new CloudFrontSignError(code, option, message.slice(option.length + 2)));
      // A misspelt name is quoted as it was given, and a flag cannot be misspelt that way.
      if (code !== "ERR_OPTION_UNKNOWN")
        for (const name of [...options, "cacheWindow", "ipAddress"])
          expect(words).not.toMatch(new RegExp(`\\b${name}\\b`));
    }
  });

  it("ends without an error when its reader stops early", async () => {
    const child = spawn(
      process.execPath,
      [command, ...Array.from({ length: 2000 }, (_, i) => `${url}?${i}`), ...usual],
      { env },
    );
    let errors = "";
    child.stderr.on("data", (text) => {
      errors += text;
    });
    child.stdout.once("data", () => child.stdout.destroy());
    await new Promise((resolve) => child.once("close", resolve));
    expect(errors).toBe("");
  });
});
