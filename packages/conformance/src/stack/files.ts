import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refuse } from "cloudfront-sign-cli/arguments/refusal.ts";
import { fileStats, tryToRead } from "cloudfront-sign-cli/arguments/source-file.ts";
import { createKeyPair } from "cloudfront-sign-cli/keys/key-pair.ts";
import { pathArgument, shellWord } from "cloudfront-sign-cli/output/shell-word.ts";
import { printable } from "cloudfront-sign-cli/output/terminal.ts";
import { type KeyName, keyNames } from "../distribution.ts";
import mainTf from "./templates/main.tf?raw";

/** What the names of a stack start with. A random part follows. */
const namePrefix = "cloudfront-sign-conformance";

export const outputsFile = "outputs.json";

export function privateKeyFile(key: KeyName): string {
  return `${key}.private.pem`;
}

/** Makes the folder of a stack: a new temporary one, or the given one, which must be empty. */
export function makeStackFolder(given: string | undefined): string {
  if (given === undefined) return mkdtempSync(join(tmpdir(), `${namePrefix}-`));
  if (given === "") return refuse("--stack: is empty; is a variable of the shell not set?");
  const stats = fileStats(given);
  if (stats !== undefined && !stats.isDirectory())
    refuse(`--stack: ${printable(given)} is a file; give a new folder`);
  if (stats !== undefined && readdirSync(given).length > 0)
    refuse(
      `--stack: ${printable(given)} has files in it; give a new folder, or ask a stack that exists: --outputs ${shellWord(pathArgument(join(given, outputsFile)))}`,
    );
  tryToRead(
    `--stack: cannot make ${printable(given)}`,
    () => mkdirSync(given, { recursive: true, mode: 0o700 }),
    "give another folder",
  );
  return given;
}

/**
 * Writes the configuration and new keys. The configuration is a bucket with some objects that only the distribution
 * reads, and a distribution that needs a signature for every path. The private keys stay in the folder: Terraform
 * never reads them.
 */
export async function writeStack(folder: string, region: string | undefined): Promise<string> {
  const prefix = `${namePrefix}-${randomBytes(4).toString("hex")}`;
  writeFileSync(join(folder, "main.tf"), mainTf);
  const variables = { prefix, ...(region !== undefined && { region }) };
  writeFileSync(join(folder, "terraform.tfvars.json"), `${JSON.stringify(variables, null, 2)}\n`);
  for (const key of keyNames) {
    const pair = await createKeyPair(key);
    writeFileSync(join(folder, privateKeyFile(key)), pair.privateKey, { mode: 0o600 });
    writeFileSync(join(folder, `${key}.public.pem`), pair.publicKey);
  }
  return prefix;
}

/** Removes the folder with everything that was made in it. */
export function removeStackFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
