import type { Stats } from "node:fs";
import { fs, nodePath, os } from "../node-modules.ts";
import { shellWord } from "../output/shell-word.ts";
import { hiddenValue, isKeyText, shownValue } from "../output/shown-value.ts";
import { printable, say } from "../output/terminal.ts";
import { program } from "../program.ts";
import { Refusal, refuse } from "./refusal.ts";
import { passphraseVariable } from "./variables.ts";

/**
 * The path in a value: `key.pem`, or `file://key.pem` as the AWS CLI takes it, relative too. It has `~` and
 * `C:\` after `file://`, which are not URLs.
 */
export function pathOf(value: string): string {
  const path = value.replace(/^fileb?:\/\//, "");
  if (path === value) return value;
  const isWindows = process.platform === "win32";
  if (path.startsWith("~/") || (isWindows && path.startsWith("~\\")))
    return nodePath.join(os.homedir(), path.slice(2));
  return isWindows ? path.replace(/^\/(?=[A-Za-z]:)/, "") : path;
}

/**
 * The bytes that are read of one file. Our own limit: what the AWS CLI prints of a whole account is smaller,
 * and a device has no end.
 */
const longestFile = 64 * 2 ** 20;

/** What to do with a key whose text is in the place of its file. */
const textStep = "write the text into a file, and give its path";

export function readSourceFile(flag: string, path: string, keyStep = textStep): Uint8Array {
  const shown = shownValue(path);
  const name = shown === hiddenValue || flag.includes(shown) ? "that file" : shown;
  try {
    const file = fs.openSync(path, "r");
    try {
      return readToEnd(file) ?? refuse(`${flag}: is ${tooLarge()}; pass a smaller file`);
    } finally {
      fs.closeSync(file);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (isKeyText(path)) return refuse(`${flag}: accepts a file, not the text itself; ${keyStep}`);
    const { code } = error as NodeJS.ErrnoException;
    const [, withoutId] = /^[A-Z0-9]{10,20}=(.+)$/.exec(path) ?? [];
    let step = "check the path";
    if (withoutId !== undefined)
      step = `this option accepts a file without an ID: write ${shownValue(withoutId)}`;
    else if (code === "ENOENT" && /^--private-key\b/.test(flag))
      step = `check the path, or generate a key pair: ${program()} keygen`;
    else if (code === "ENOENT" && flag.startsWith("--public-key ")) step = publicKeyStep(flag);
    return refuse(`${flag}: cannot read ${name} (${code}); ${step}`);
  }
}

/** Where the public key is that a request was signed for: a new one would check nothing. */
function publicKeyStep(flag: string): string {
  const [, id = "ID"] = /^--public-key ([A-Z\d]{10,20})=/.exec(flag) ?? [];
  return `check the path, or get the public key from CloudFront: aws cloudfront get-public-key --id ${id} --query PublicKey.PublicKeyConfig.EncodedKey --output text`;
}

/** Reads a file with a passphrase. A value that is not a file may be the passphrase itself, so it is not shown. */
export function readPassphraseFile(flag: string, path: string): Uint8Array {
  if (!fs.existsSync(path))
    return refuse(
      `${flag}: there is no such file; pass the path of a file, or write the passphrase to ${passphraseVariable}. If this is the passphrase itself, it is in the history of the shell now: remove it there`,
    );
  return readSourceFile(flag, path);
}

/** Refuses the name of a file in the place of a URL. `command` reads it from standard input. */
export function refuseFileName(argument: string, command: string): void {
  if (/^[a-z][\w+.-]{1,60}:|^-$/i.test(argument) || !fs.existsSync(argument)) return;
  const name = printable(argument);
  refuse(
    `${name}: is a file, not a URL; to read it, write ${program()} ${command} - < ${shellWord(argument)}`,
  );
}

/** The text of a file. PowerShell 5 writes UTF-16 with a byte order mark for `>`. */
export function decodeText(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

/** Reads all of standard input. `step` says how to send something. */
export function readStandardInput(flag: string, step: string): Uint8Array {
  const bytes = tryToRead(
    `${flag}: cannot read standard input`,
    () => readToEnd(0) ?? refuse(`${flag}: standard input is ${tooLarge()}; send less`),
    step,
  );
  return bytes.length === 0 ? refuse(`${flag}: standard input was empty; ${step}`) : bytes;
}

function tooLarge(): string {
  return `larger than ${longestFile.toLocaleString("en")} bytes`;
}

/** All bytes of an open file; `undefined` for more than {@link longestFile}. */
function readToEnd(file: number): Uint8Array | undefined {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length <= longestFile) {
    const chunk = new Uint8Array(65_536);
    const size = fs.readSync(file, chunk);
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(chunk.slice(0, size));
    length += size;
  }
  return undefined;
}

/** A terminal that waits for input looks like a program that hangs. */
export function sayHowToEnd(step = "Reading from the terminal."): void {
  // Not process.stdin: it makes reading asynchronous, and readSync fails then.
  if (process.getBuiltinModule("node:tty").isatty(0))
    say(`${step} End with Ctrl+D (Windows: Ctrl+Z and Enter).`);
}

/** What the system knows of a file, `undefined` where there is none, or where a text is not a path at all. */
export function fileStats(path: string): Stats | undefined {
  try {
    return fs.statSync(path);
  } catch {
    return undefined;
  }
}

/** The result of `read`. Refuses when the system refuses. */
export function tryToRead<Result>(problem: string, read: () => Result, step = "check the path"): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return refuse(`${problem} (${(error as NodeJS.ErrnoException).code}); ${step}`);
  }
}
