import { refuse } from "../arguments/refusal.ts";
import {
  fileStats,
  pathOf,
  readPassphraseFile,
  readSourceFile,
  readStandardInput,
} from "../arguments/source-file.ts";
import {
  keyFileVariable,
  keyPairIdVariable,
  keyVariable,
  passphraseVariable,
} from "../arguments/variables.ts";
import type { Arguments } from "../command.ts";
import { pathArgument, shellWord } from "../output/shell-word.ts";
import { printable } from "../output/terminal.ts";

export interface KeyInput {
  readonly key: string | Uint8Array;
  /** Where the key came from, for messages about it. */
  readonly source: string;
  /** What is wrong with the file, once it turned out to be a private key. */
  readonly warning?: string;
}

/** Reads the key that `--private-key` names, or the environment without one. */
export function readKey(args: Arguments<"private-key">): KeyInput {
  return (
    readKeyIfGiven(args) ?? refuse(`--private-key: give the file with the private key, or set ${keyVariable}`)
  );
}

export function readKeyIfGiven(args: Arguments<"private-key">): KeyInput | undefined {
  const input = readInput(args.value("private-key"));
  if (input !== undefined) args.sources.set("privateKey", input.source);
  return input;
}

function readInput(value: string | undefined): KeyInput | undefined {
  if (value === "-") {
    const key = readStandardInput("--private-key", "send the key to it: --private-key - < key.pem");
    return { key, source: "--private-key - (standard input)" };
  }
  if (value !== undefined) return readKeyFile("--private-key", value);
  const [key, path] = [process.env[keyVariable], process.env[keyFileVariable]];
  if (key !== undefined && path !== undefined)
    return refuse(`${keyVariable} and ${keyFileVariable} are both set; unset one of them`);
  if (key === undefined) return path === undefined ? undefined : readKeyFile(keyFileVariable, path);
  if (fileStats(key)?.isFile())
    return refuse(
      `${keyVariable}: is the path of a file; set ${keyFileVariable} to it, or use --private-key FILE`,
    );
  return { key, source: keyVariable };
}

function readKeyFile(flag: string, value: string): KeyInput {
  const path = pathOf(value);
  const key = readSourceFile(flag, path, `write the text to ${keyVariable}`);
  const source = `${flag} ${path}`;
  const stats = fileStats(path);
  // Windows has access control lists instead, which the mode does not show.
  if (process.platform === "win32" || !stats?.isFile() || (stats.mode & 0o077) === 0) return { key, source };
  const warning = `other users of this machine can read ${printable(path)}; take that away: chmod 600 ${shellWord(pathArgument(path))}`;
  return { key, source, warning };
}

/** The passphrase of an encrypted key. The line break at the end of a file is not part of it. */
export function readPassphrase(args: Arguments<"passphrase-file">): string | undefined {
  const value = args.value("passphrase-file");
  if (value === undefined) return process.env[passphraseVariable];
  args.sources.set("passphrase", "--passphrase-file");
  const text = new TextDecoder().decode(readPassphraseFile("--passphrase-file", pathOf(value)));
  return text.replace(/\r?\n$/, "");
}

export function readIdIfGiven(args: Arguments<"key-pair-id">): string | undefined {
  const id = args.value("key-pair-id") ?? process.env[keyPairIdVariable];
  if (id !== undefined && !args.has("key-pair-id")) args.sources.set("keyPairId", keyPairIdVariable);
  return id;
}
