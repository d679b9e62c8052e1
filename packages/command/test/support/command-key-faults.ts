import { openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandFault, Places } from "./command-faults.ts";

/** Keys and IDs that the command refuses; each message says where the key or the ID came from. */
export function commandKeyFaults({ url, pem, folder }: Places): CommandFault[] {
  const id = ["--key-pair-id", "K2JCJMDEHXQW5F"];
  const rest = [url, ...id, "--expires-in", "1h"];
  const firstLine = "-----BEGIN PRIVATE KEY-----\n";
  const cutOff =
    'is cut off after its first line; copy all lines, and in a variable put them into quotes or write "\\n" for each line break';
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const cut = file("cut.pem", firstLine);
  return [
    [
      "a variable with the name of a key file that does not exist",
      rest,
      "CLOUDFRONT_PRIVATE_KEY_FILE: cannot read /nowhere/key.pem (ENOENT); check the path",
      { env: { CLOUDFRONT_PRIVATE_KEY_FILE: "/nowhere/key.pem" } },
    ],
    [
      "two variables for the key",
      rest,
      "CLOUDFRONT_PRIVATE_KEY and CLOUDFRONT_PRIVATE_KEY_FILE are both set; unset one of them",
      { env: { CLOUDFRONT_PRIVATE_KEY: "x", CLOUDFRONT_PRIVATE_KEY_FILE: "/nowhere/key.pem" } },
    ],
    ["no key", rest, "--private-key: give the file with the private key, or set CLOUDFRONT_PRIVATE_KEY"],
    [
      "a key file that does not exist",
      [...rest, "--private-key", "/nowhere/key.pem"],
      "--private-key: cannot read /nowhere/key.pem (ENOENT); check the path, or generate a key pair: cloudfront-sign keygen",
    ],
    [
      "a folder for a key",
      [...rest, "--private-key", folder],
      `--private-key: cannot read ${folder} (EISDIR); check the path`,
    ],
    [
      "the text of a key for a file",
      [...rest, "--private-key", `${firstLine}MIIE`],
      "--private-key: accepts a file, not the text itself; write the text to CLOUDFRONT_PRIVATE_KEY",
    ],
    [
      "a file with the first line of a key",
      [...rest, "--private-key", cut],
      `ERR_KEY_INVALID\n--private-key ${cut}: ${cutOff}`,
    ],
    [
      "a variable with the first line of a key",
      rest,
      `ERR_KEY_INVALID\nCLOUDFRONT_PRIVATE_KEY: ${cutOff}`,
      { env: { CLOUDFRONT_PRIVATE_KEY: firstLine } },
    ],
    [
      "the first line of a key on standard input",
      [...rest, "--private-key", "-"],
      `ERR_KEY_INVALID\n--private-key - (standard input): ${cutOff}`,
      { input: Buffer.from(firstLine) },
    ],
    [
      "nothing on standard input",
      [...rest, "--private-key", "-"],
      "--private-key: standard input was empty; send the key to it: --private-key - < key.pem",
      { input: Buffer.of() },
    ],
    [
      "a folder on standard input",
      [...rest, "--private-key", "-"],
      "--private-key: cannot read standard input (EISDIR); send the key to it: --private-key - < key.pem",
      { stdin: () => openSync(folder, "r") },
    ],
    [
      "the path of a file in the variable for the key",
      rest,
      "CLOUDFRONT_PRIVATE_KEY: is the path of a file; set CLOUDFRONT_PRIVATE_KEY_FILE to it, or use --private-key FILE",
      { env: { CLOUDFRONT_PRIVATE_KEY: pem } },
    ],
    [
      "a passphrase on the command line",
      [...rest, "--private-key", pem, "--passphrase", "secret"],
      "--passphrase: no such option; pass a file with --passphrase-file, or set the variable CLOUDFRONT_PRIVATE_KEY_PASSPHRASE",
    ],
    [
      "no ID",
      [url, "--private-key", pem, "--expires-in", "1h"],
      "ERR_KEY_PAIR_ID_INVALID\n--key-pair-id: is missing; pass the ID of the public key, such as K2JCJMDEHXQW5F, or set CLOUDFRONT_KEY_PAIR_ID",
    ],
    [
      "an ID in quotes in its variable",
      [url, "--private-key", pem, "--expires-in", "1h"],
      'ERR_KEY_PAIR_ID_INVALID\nCLOUDFRONT_KEY_PAIR_ID: has the character """ at position 0; remove it: a file or a shell has added it',
      { env: { CLOUDFRONT_KEY_PAIR_ID: '"K2JCJMDEHXQW5F"' } },
    ],
  ];
}
