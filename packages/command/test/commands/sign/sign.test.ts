import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cloudFrontBase64ToBytes } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { withoutLifetimeNote } from "@cloudfront-sign-webcrypto/testing/support/lifetime-note.ts";
import { openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import keys from "@cloudfront-sign-webcrypto/testing/vectors/keys.json" with { type: "json" };
import { afterAll, describe, expect, it } from "vitest";
import { numberOrText } from "../../../src/arguments/read-time.ts";
import { commandFaults } from "../../support/command-faults.ts";

/** The command `sign`, as a shell starts it: what it reads, what it prints, how it ends. */

const command = openCommand();
const { folder, run } = command;
afterAll(command.remove);

const pem = join(folder, "rsa2048.pkcs8.pem");
for (const name of ["rsa2048.pkcs8.pem", "rsa2048.pkcs8.der"] as const)
  writeFileSync(join(folder, name), Buffer.from(keys[name], "base64"), { mode: 0o600 });
const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
const id = ["--key-pair-id", "K2JCJMDEHXQW5F"];
const usual = [...id, "--private-key", pem, "--expires-in", "1h"];

/** Whether one printed line is the URL with a signature of the canned policy that it stands for. */
function isSigned(line: string, expected = url): boolean {
  const [, base = "", expires, signature = ""] =
    /^([^?]*)\?Expires=(\d+)&Signature=([\w~-]+)&Key-Pair-Id=K2JCJMDEHXQW5F$/.exec(line) ?? [];
  const policy = `{"Statement":[{"Resource":"${base}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
  return (
    base === expected &&
    verify(
      "sha1",
      Buffer.from(policy),
      createPublicKey(Buffer.from(keys["rsa2048.pkcs8.pem"], "base64")),
      cloudFrontBase64ToBytes(signature),
    )
  );
}

describe("cloudfront-sign sign", () => {
  it("prints a signed URL for each URL, in order; bare URLs mean sign", async () => {
    const { status, stdout, stderr } = await run([url, `${url}2`, ...usual]);
    expect([status, stderr]).toEqual([0, ""]);
    const lines = stdout.split("\n");
    expect(lines.map((line, i) => isSigned(line, i ? `${url}2` : url))).toEqual([true, true, false]);
    expect(lines[2]).toBe("");
  });

  it.each([
    ["a file of DER", ["--private-key", join(folder, "rsa2048.pkcs8.der")], {}],
    ["a file as the AWS CLI takes it", ["--private-key", "file://rsa2048.pkcs8.pem"], {}],
    ["a file that a variable names", [], { env: { CLOUDFRONT_PRIVATE_KEY_FILE: pem } }],
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
  ])("reads the key from %s", async (_, args, options) => {
    const { stdout, stderr } = await run([url, ...id, "--expires-in", "1h", ...args], options);
    expect(stderr).toBe("");
    expect(isSigned(stdout.trim())).toBe(true);
  });

  it.each(commandFaults({ url, pem, folder }))(
    "refuses %s with status 2",
    async (_, args, expected, input) => {
      const { status, stdout, stderr } = await run(args, input);
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toBe(`${expected}\n\ncloudfront-sign sign --help shows all options.\n`);
    },
  );

  it("takes the ID of an emulator when it is told to", async () => {
    const uuid = "8a1b2c3d-0000-4000-8000-1234567890ab";
    const { status, stdout, stderr } = await run([
      url,
      "--key-pair-id",
      uuid,
      "--allow-emulator-key-pair-ids",
      "--private-key",
      pem,
      "--expires-in",
      "1h",
    ]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`&Key-Pair-Id=${uuid}`);
  });

  it.each([
    ["a time in UTC", "2030-01-01T01:00:00Z", 1_893_459_600],
    ["a time with a zone", "2030-01-01T01:00:00+01:00", 1_893_456_000],
    ["epoch seconds", "1893456000", 1_893_456_000],
  ])("reads %s as the AWS CLI does", async (_, time, expected) => {
    const { stdout, stderr } = await run([
      "sign",
      "--url",
      url,
      ...id,
      "--private-key",
      pem,
      "--date-less-than",
      time,
    ]);
    expect(withoutLifetimeNote(stderr)).toBe("");
    expect(stdout).toContain(`?Expires=${expected}&`);
  });

  it("says when a date of today is, which may be a local time with a Z", async () => {
    const timeIn = (minutes: number) =>
      new Date(Date.now() + minutes * 60_000 + 500).toISOString().replace(/\.\d+/, "");
    const options = { env: { TZ: "Europe/Berlin" }, input: `${url}\n` };
    const soon = timeIn(75);
    const key = [...id, "--private-key", pem, "--date-less-than"];
    for (const name of ["sign", "cookies"]) {
      const { status, stderr } = await run([name, url, ...key, soon], options);
      expect([status, stderr.replace(/\s+/g, " ")]).toEqual([
        0,
        expect.stringMatching(
          /^note: The expiry is in 1 hour \d+ minutes( \d+ seconds)?: [\d:T-]+Z, local time [\d:T-]+(\+0[12]:00)\. If local time is meant, write \2 in place of Z\. $/,
        ),
      ]);
    }
    const sentences = async (text: string, TZ: string) =>
      (await run(["sign", url, ...key, text], { env: { TZ } })).stderr.split(". ").length;
    expect(await sentences(soon, "Europe/Berlin")).toBe(2);
    expect(await sentences(soon.replace("Z", "+00:00"), "Europe/Berlin")).toBe(1);
    expect(await sentences(soon, "UTC")).toBe(1);
    for (const args of [
      ["-", ...key, soon],
      [url, ...key, timeIn(25 * 60)],
      [url, ...key, String(Math.floor(Date.now() / 1000) + 3600)],
    ])
      expect((await run(["sign", ...args], options)).stderr).toBe("");
  });

  it("warns of a passphrase for a key that is not encrypted", async () => {
    writeFileSync(join(folder, "unused.txt"), "open sesame\n");
    const args = [url, ...id, "--private-key", pem, "--expires-in", "1h", "--passphrase-file", "unused.txt"];
    const { status, stderr } = await run(args);
    expect([status, stderr.replace(/\s+/g, " ")]).toEqual([
      0,
      expect.stringMatching(
        /^warning: --passphrase-file: is not used, because --private-key .* is not encrypted; encrypt it, or leave the flag out $/,
      ),
    ]);
  });

  it.each([
    ["3600000", 3_600_000],
    ["1.5", 1.5],
    ["90s", "90s"],
    ["1e6", "1e6"],
  ])("gives the library a plain number as a number, which it checks as one: %s", (text, value) => {
    expect(numberOrText(text)).toBe(value);
  });

  it("opens an encrypted key with the first line of a file", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const encrypted = privateKey.export({
      type: "pkcs8",
      format: "pem",
      cipher: "aes-256-cbc",
      passphrase: "open sesame",
    });
    writeFileSync(join(folder, "encrypted.pem"), encrypted, { mode: 0o600 });
    writeFileSync(join(folder, "passphrase.txt"), "open sesame\r\n");
    const args = [url, ...id, "--private-key", "encrypted.pem", "--expires-in", "1h"];
    const { status, stdout, stderr } = await run([...args, "--passphrase-file", "passphrase.txt"]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("&Hash-Algorithm=SHA256");
    expect((await run(args)).stderr).toContain(
      "pass --passphrase-file FILE or set CLOUDFRONT_PRIVATE_KEY_PASSPHRASE",
    );
    writeFileSync(join(folder, "empty.txt"), "\n");
    expect((await run([...args, "--passphrase-file", "empty.txt"])).stderr).toContain(
      "--private-key encrypted.pem: is encrypted, and there is no passphrase; pass --passphrase-file FILE",
    );
  });

  it("signs a policy that is in a file", async () => {
    const policy = `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":1893456000}}}]}`;
    writeFileSync(join(folder, "policy.json"), policy);
    const key = [...id, "--private-key", pem];
    const { stdout } = await run([url, ...key, "--policy", "file://policy.json"]);
    expect(stdout).toBe((await run([url, ...key, "--policy", policy])).stdout);
    expect(stdout).toContain(`Policy=${Buffer.from(policy).toString("base64").slice(0, 40)}`);
  });

  it("makes one signature for all URLs that --resource covers", async () => {
    const args = [url, `${url}?2`, ...usual, "--resource", "https://d111111abcdef8.cloudfront.net/*"];
    const queries = (await run(args)).stdout.split("\n").map((line) => line.replace(/^[^?]*\?(?:2&)?/, ""));
    expect(queries).toEqual([queries[0], queries[0], ""]);
    const asAws = args.map((arg) => (arg === "--resource" ? "--policy-resource" : arg));
    expect((await run(asAws)).stdout.split("\n")).toHaveLength(3);
  });

  it("leaves out a URL that cannot be signed with --onerror skip, and says which", async () => {
    const { status, stdout, stderr } = await run([url, "nothing", `${url}2`, ...usual, "--onerror", "skip"]);
    expect(status).toBe(1);
    expect(stdout.split("\n").map((line, i) => isSigned(line, i ? `${url}2` : url))).toEqual([
      true,
      true,
      false,
    ]);
    expect(stderr).toBe(
      "url 2 of 3: is not an absolute URL; write https://, the distribution's host and a /: https://d111111abcdef8.cloudfront.net/… (ERR_URL_INVALID)\n",
    );
  });

  it("prints a line of JSON for each URL with --json", async () => {
    const { signedUrl, ...rest } = JSON.parse((await run([url, ...usual, "--json"])).stdout) as Record<
      string,
      string
    >;
    expect(rest).toEqual({ url });
    expect(isSigned(signedUrl ?? "")).toBe(true);
  });

  it.runIf(process.platform !== "win32")("warns of a key that other users can read, and signs", async () => {
    const open = join(folder, "open.pem");
    writeFileSync(open, readFileSync(pem));
    chmodSync(open, 0o644);
    const { status, stderr } = await run([url, ...id, "--private-key", open, "--expires-in", "1h"]);
    expect([status, stderr]).toEqual([
      0,
      `warning: other users of this machine can read ${open}; take that away: chmod 600 ${open}\n`,
    ]);
  });
});
