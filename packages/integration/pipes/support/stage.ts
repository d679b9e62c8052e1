import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { checkLines } from "@cloudfront-sign-webcrypto/testing/pipes/check-lines";
import { page } from "@cloudfront-sign-webcrypto/testing/pipes/page";
import { endWithThis } from "@cloudfront-sign-webcrypto/testing/run";
import { type BuiltCommand, buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import keys from "@cloudfront-sign-webcrypto/testing/vectors/keys.json" with { type: "json" };

const keyText = (file: "ecp256.pkcs8.pem" | "ecp256.pub.spki.pem") =>
  Buffer.from(keys[file], "base64").toString();

/** A key of the kind that signs fastest. */
const privateKey = keyText("ecp256.pkcs8.pem");
const keyPairId = "K2JCJMDEHXQW5F";
/** The date of the page. */
const terms = {
  publicKey: keyText("ecp256.pub.spki.pem"),
  keyPairId,
  dateLessThan: Date.parse("2031-01-01T00:00:00Z") / 1000,
  hash: "SHA256",
} as const;

export const urlsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `https://d111111abcdef8.cloudfront.net/mail/${i + 1}.jpg`);

const wrongUrl = "https://d111111abcdef8.cloudfront.net/*";

/** `urlsOf(count)`, but the line with this number cannot be signed. */
export const urlsWithWrong = (count: number, line: number): string[] =>
  urlsOf(count).map((url, i) => (i + 1 === line ? wrongUrl : url));

/** What is right: each URL is signed once, and in its place. */
export const everyLine = (urls: readonly string[]) => ({
  signed: urls.length,
  lost: 0,
  twice: 0,
  wrong: 0,
  isInOrder: true,
});

export const check = (urls: readonly string[], signed: string) =>
  checkLines(urls, signed.split("\n").slice(0, -1), terms);

/** The commands of a section of the page, block by block. */
export function commandsOf(section: string): string[] {
  const [, text = ""] = page.split(`\n## ${section}\n`);
  const blocks = (text.split("\n## ")[0] ?? "").matchAll(/^```sh\n([\s\S]*?)^```/gm);
  return Array.from(blocks, ([, code = ""]) => code);
}

/** The command as it is installed: `cloudfront-sign` in the PATH. */
export class Stage {
  /** Its folder, which is in the PATH. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly #command: BuiltCommand;

  private constructor(command: BuiltCommand) {
    this.#command = command;
    this.folder = command.folder;
    const program = `#!/bin/sh\nexec '${process.execPath}' '${command.main}' "$@"\n`;
    writeFileSync(join(this.folder, "cloudfront-sign"), program, { mode: 0o700 });
    // GNU parallel and Spark write into the home folder.
    this.env = { ...command.env, PATH: `${this.folder}:${process.env.PATH}`, HOME: this.folder };
  }

  static async build(): Promise<Stage> {
    return new Stage(await buildCommand());
  }

  /** An empty folder with the private key. */
  newFolder(): string {
    const folder = mkdtempSync(join(this.folder, "run-"));
    writeFileSync(join(folder, "private.pem"), privateKey, { mode: 0o600 });
    return folder;
  }

  async run(commands: string, cwd: string) {
    const child = spawn("sh", ["-c", commands], {
      cwd,
      env: this.env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    endWithThis(child, { hasGroup: true });
    const [[status], stdout, stderr] = await Promise.all([
      once(child, "close"),
      text(child.stdout),
      text(child.stderr),
    ]);
    return { status, stdout, stderr };
  }

  remove(): void {
    this.#command.remove();
  }
}

export const read = (folder: string, name: string): string => readFileSync(join(folder, name), "utf8");
