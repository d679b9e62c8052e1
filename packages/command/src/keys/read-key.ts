import type { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { refuse } from "../arguments/refusal.ts";
import {
  fileStats,
  pathOf,
  readPassphraseFile,
  readSourceFile,
  readStandardInput,
} from "../arguments/source-file.ts";
import { keyFileVariable, keyVariable, passphraseVariable } from "../arguments/variables.ts";
import type { Arguments } from "../command.ts";
import { pathArgument, shellWord } from "../output/shell-word.ts";
import { printable } from "../output/terminal.ts";
import { keySentence } from "./key-sentence.ts";

/** A private key as the command read it. */
export interface KeyInput {
  readonly key: string | Uint8Array;
  /** Where the key came from, for messages about it. */
  readonly source: string;
  /** It is the value of a variable. */
  readonly isOfVariable: boolean;
  /** What is wrong with the file, once it turned out to be a private key. */
  readonly warning?: string;
}

/** Reads the key that `--private-key` names, or the environment without one. */
export function readKey(args: Arguments<"private-key">): KeyInput {
  return (
    readKeyIfGiven(args) ?? refuse(`--private-key: give the file with the private key, or set ${keyVariable}`)
  );
}

/** The same for a command that works without a key. */
export function readKeyIfGiven(args: Arguments<"private-key">): KeyInput | undefined {
  const value = args.value("private-key");
  if (value === "-") {
    const key = readStandardInput("--private-key", "send the key to it: --private-key - < key.pem");
    return { key, source: "--private-key - (standard input)", isOfVariable: false };
  }
  if (value !== undefined) return readKeyFile("--private-key", value);
  const [key, path] = [process.env[keyVariable], process.env[keyFileVariable]];
  if (key !== undefined && path !== undefined)
    return refuse(`${keyVariable} and ${keyFileVariable} are both set; unset one of them`);
  if (key !== undefined) return { key, source: keyVariable, isOfVariable: true };
  return path === undefined ? undefined : readKeyFile(keyFileVariable, path);
}

function readKeyFile(flag: string, value: string): KeyInput {
  const path = pathOf(value);
  const key = readSourceFile(flag, path, `write the text to ${keyVariable}`);
  const source = `${flag} ${path}`;
  const stats = fileStats(path);
  // Windows has access control lists instead, which the mode does not show.
  if (process.platform === "win32" || !stats?.isFile() || (stats.mode & 0o077) === 0)
    return { key, source, isOfVariable: false };
  const warning = `other users of this machine can read ${printable(path)}; take that away: chmod 600 ${shellWord(pathArgument(path))}`;
  return { key, source, isOfVariable: false, warning };
}

/** What a shell can do about a private key that is refused; `undefined` if the library's own sentence says it. */
export function privateKeySentence(
  error: CloudFrontSignError,
  { key, source, isOfVariable }: KeyInput,
  args: Arguments<"passphrase-file">,
): string | undefined {
  if (error.code === "ERR_KEY_PASSPHRASE")
    return `does not decrypt ${source}; check it for a line break at its end (openssl pkey -noout -in key.pem asks for the same passphrase)`;
  if (error.option !== "privateKey") return undefined;
  if (error.code !== "ERR_KEY_ENCRYPTED") return keySentence(error, { key, isPrivate: true, isOfVariable });
  if (args.has("passphrase-file"))
    return "is encrypted, and --passphrase-file is empty; write the passphrase into it";
  return process.env[passphraseVariable] === undefined
    ? `is encrypted; pass --passphrase-file FILE or set ${passphraseVariable}, or decrypt it: openssl pkey -in key.pem -out new.pem`
    : `is encrypted, and ${passphraseVariable} is empty; write the passphrase into it`;
}

/** The passphrase of an encrypted key. The line break at the end of a file is not part of it. */
export function readPassphrase(args: Arguments<"passphrase-file">): string | undefined {
  const value = args.value("passphrase-file");
  if (value === undefined) return process.env[passphraseVariable];
  const text = new TextDecoder().decode(readPassphraseFile("--passphrase-file", pathOf(value)));
  return text.replace(/\r?\n$/, "");
}
