import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { refuse } from "../../arguments/refusal.ts";
import type { KeyPair } from "../../keys/key-pair.ts";
import { pathArgument, shellWord } from "../../output/shell-word.ts";
import { isSecret, shownValue } from "../../output/shown-value.ts";
import { program } from "../../program.ts";

export interface KeyFiles {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** `keys/viewers` means `keys/viewers.private.pem` and `keys/viewers.public.pem`; `keys/`, the folder. */
export function keyFilesOf(out: string | undefined): KeyFiles {
  if (out === undefined) return { privateKey: "private.pem", publicKey: "public.pem" };
  if (out === "") refuse("--out: is empty; is a variable of the shell not set?");
  if (isSecret(out))
    refuse(
      "--out: looks like a key or a signature, and the files would show it; pass a name such as keys/viewers",
    );
  const isFolder = /[/\\]$/.test(out) || (existsSync(out) && statSync(out).isDirectory());
  const prefix = isFolder ? "" : `${basename(out).replace(/\.pem$/, "")}.`;
  const folder = isFolder ? out : dirname(out);
  return {
    privateKey: join(folder, `${prefix}private.pem`),
    publicKey: join(folder, `${prefix}public.pem`),
  };
}

/** The private key that `--out` would have written with a public one; `FILE` beside any other name. */
export function privateKeyBeside(publicKey: string): string {
  return publicKey.endsWith("public.pem") ? publicKey.replace(/public\.pem$/, "private.pem") : "FILE";
}

/**
 * Refuses before the key is made, so that nobody waits for it in vain. `setupFlags` are those of the setup that was
 * wanted: the files that exist can have it.
 */
export function refuseExisting({ privateKey, publicKey }: KeyFiles, setupFlags: readonly string[]): void {
  const existing = [privateKey, publicKey].find((path) => existsSync(path));
  if (existing === undefined) return;
  const [privateWord, publicWord] = [privateKey, publicKey].map((path) => shellWord(pathArgument(path)));
  const setup = [program(), "keygen --public-key", publicWord, ...setupFlags].join(" ");
  const step = existsSync(publicKey)
    ? `: ${setup}`
    : `, make its public key: openssl pkey -in ${privateWord} -pubout -out ${publicWord}, then ${setup}`;
  refuse(
    `${existing} exists already, and a key that is in use must not be lost; to use this key pair${step}; for a new key pair, write to other files: --out NAME`,
  );
}

/** Writes both files, or none. The private one is never readable by others, not for a moment. */
export function writeKeyFiles(files: KeyFiles, keys: KeyPair): void {
  try {
    mkdirSync(dirname(files.privateKey), { recursive: true });
    writeNew(files.privateKey, keys.privateKey, 0o600);
  } catch (error) {
    refuseToWrite(files.privateKey, error);
  }
  try {
    writeNew(files.publicKey, keys.publicKey, 0o666);
  } catch (error) {
    rmSync(files.privateKey);
    refuseToWrite(files.publicKey, error);
  }
}

export function gitNote(path: string): string | undefined {
  const [folder, name] = [resolve(dirname(path)), basename(path)];
  if (!isInWorkTree(folder)) return undefined;
  // Windows looks for a program in the current folder first.
  const ignored =
    process.platform === "win32"
      ? undefined
      : spawnSync("git", ["check-ignore", "--quiet", "--no-index", "--", `./${name}`], { cwd: folder })
          .status;
  if (ignored === 0) return undefined;
  const step = `add this line to .gitignore: ${name.replace(/[\\*?[\]!# ]/g, "\\$&")}`;
  return ignored === 1
    ? `Git does not ignore ${path}: ${step}`
    : `${path} is in a Git work tree. If Git does not ignore it, ${step}`;
}

function isInWorkTree(folder: string): boolean {
  const above = dirname(folder);
  return existsSync(join(folder, ".git")) || (above !== folder && isInWorkTree(above));
}

function writeNew(path: string, text: string, mode: number): void {
  const file = openSync(path, "wx", mode);
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

function refuseToWrite(path: string, error: unknown): never {
  return refuse(
    `--out: cannot write ${shownValue(path)} (${(error as NodeJS.ErrnoException).code}); check the folder, or give another`,
  );
}
