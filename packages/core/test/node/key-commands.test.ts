import { execSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { derToPem, keyBytes, passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
import { afterAll, describe, expect, it } from "vitest";
import { keyFaults } from "../key/all-key.faults.ts";

/** The command in a message is run on the very key that caused it, and makes a key that works. */

const folder = mkdtempSync(join(tmpdir(), "key-commands-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const version = spawnSync("openssl", ["version"], { encoding: "utf8" }).stdout ?? "";
const openssl = /^OpenSSL [3-9]/.test(version);
const hasLegacyProvider =
  openssl && spawnSync("openssl", ["list", "-providers", "-provider", "legacy"]).status === 0;
const hasSshKeygen = spawnSync("ssh-keygen", ["-?"]).error === undefined;

function has(command: string): boolean {
  if (command.includes("ssh-keygen")) return hasSshKeygen;
  return command.includes("-provider legacy") ? hasLegacyProvider : openssl;
}

/** The command that ends a message, and the one in parentheses that checks a file. */
const mending = (message: string): string | undefined =>
  /[;:] ((?:openssl|ssh-keygen) [^()]*)$/.exec(message)?.[1];
const checking = (message: string): string | undefined =>
  /\((openssl [^()]*?) (?:checks|asks)/.exec(message)?.[1];

function run(command: string): string {
  const secret = `"pass:${passphrase}"`;
  const withoutQuestions = command
    .replace(/openssl pkcs8 /, `$&-passin ${secret} -passout ${secret} `)
    .replace(/openssl (pkcs12|pkey) /, `$&-passin ${secret} `)
    .replace(/ssh-keygen -p /, '$&-P "" -N "" ');
  return execSync(withoutQuestions, { cwd: folder, stdio: "pipe" }).toString();
}

/** The file that a key came from: the binary OpenSSH format exists inside a PEM only. */
function fileOf(key: string | Uint8Array): string | Uint8Array {
  const isOpenssh = typeof key !== "string" && Buffer.from(key).includes("openssh-key-v1");
  return isOpenssh ? derToPem(key, "OPENSSH PRIVATE KEY") : key;
}

/** The key that a command makes of no other key: the same for every message that names the command. */
const newKeys = new Map<string, Uint8Array>();

/** Runs a command on a key; the file that the command writes. */
function follow(command: string, key: string | Uint8Array): Uint8Array {
  const made = newKeys.get(command);
  if (made) return made;
  const input = /-(?:in|f) (\S+?)(?= |;|$)/.exec(command)?.[1];
  const output = /(?:-out|>) (\S+\.pem)(?: 2048)?$/.exec(command)?.[1] ?? input ?? "key.pem";
  rmSync(join(folder, output), { force: true });
  if (input) writeFileSync(join(folder, input), fileOf(key), { mode: 0o600 });
  run(command);
  const written = readFileSync(join(folder, output));
  if (!input) newKeys.set(command, written);
  return written;
}

async function expectToWork(made: Uint8Array): Promise<void> {
  if (Buffer.from(made).includes("PUBLIC KEY")) {
    expect((await importCloudFrontPublicKey({ content: made })).type).toBe("public");
    return;
  }
  const signed = await signerOf(made, { passphrase }).signUrl(`${host}/a`, { dateLessThan: end });
  expect(signed).toContain("Signature=");
}

type Case = { title: string; key: string | Uint8Array; command: string };

function casesOf(commandOf: (message: string) => string | undefined): Case[] {
  return keyFaults.flatMap(({ given, key, also, message }) => {
    const command = commandOf(message);
    if (command === undefined) return [];
    return Object.entries({ "": key, ...also }).flatMap(([kind, key]) =>
      typeof key === "string" || key instanceof Uint8Array
        ? [{ title: kind ? `${given}: ${kind}` : given, key, command }]
        : [],
    );
  });
}

const cases = casesOf(mending);

describe("the command in the message for", () => {
  it.each(cases)("$title", async ({ key, command }) => {
    if (!has(command)) return;
    await expectToWork(follow(command, key));
  });

  it("every key is one of openssl or ssh-keygen", () => {
    const named = keyFaults.filter(({ message }) => /openssl|ssh-keygen/.test(message));
    expect(named.filter(({ message }) => !mending(message) && !checking(message))).toEqual([]);
    expect(cases.length).toBeGreaterThan(70);
  });
});

describe.skipIf(!openssl)("the command that checks a file", () => {
  it.each(casesOf(checking))(
    "fails for what is corrupted, and opens what is encrypted: $title",
    ({ key, command }) => {
      const other = command.replace("key.pem", "checked.pem");
      writeFileSync(join(folder, "checked.pem"), key);
      // The passphrase of this test is the right one.
      if (!/-check|-pubin/.test(other)) run(other);
      else expect(() => run(other)).toThrow();
    },
  );

  it("succeeds for a file that is in order", () => {
    for (const [file, command] of [
      ["rsa2048.pkcs8.pem", "openssl pkey -check -noout -in checked.pem"],
      ["rsa2048.enc-aes256-sha256.pkcs8.pem", "openssl pkey -noout -in checked.pem"],
      ["rsa2048.pub.spki.pem", "openssl pkey -pubin -noout -in checked.pem"],
    ] as const) {
      writeFileSync(join(folder, "checked.pem"), keyBytes(file));
      expect(() => run(command)).not.toThrow();
    }
  });
});
