import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import keys from "@cloudfront-sign-webcrypto/testing/vectors/keys.json" with { type: "json" };
import type { CommandFault } from "./command-faults.ts";

export const keyBytes = (name: keyof typeof keys): Buffer => Buffer.from(keys[name], "base64");

const id = "K2JCJMDEHXQW5F";
const ofFile = (file: string): string => `--public-key ${id}=${file}`;
const args = (file: string): string[] => ["--public-key", `${id}=${file}`];
const publicKeyStep = `check the path, or get the public key from CloudFront: aws cloudfront get-public-key --id ${id} --query PublicKey.PublicKeyConfig.EncodedKey --output text`;
const variable = (value: string) => ({ env: { CLOUDFRONT_PUBLIC_KEYS: value } });
const copyIt = `copy the ID of the public key, such as ${id}, from CloudFront's list of public keys`;
const nameIt = `name the file of each key by its key pair ID, such as ${id}.pem`;

/** Writes the files that {@link publicKeyFaults} read. */
export function writePublicKeyFiles(folder: string): void {
  const write = (name: string, content: string | Buffer): void => writeFileSync(join(folder, name), content);
  write("public.pem", keyBytes("rsa2048.pub.spki.pem"));
  write("private.pem", keyBytes("rsa2048.pkcs8.pem"));
  write("p384.pem", keyBytes("ecp384.pub.spki.pem"));
  for (const name of ["no-ids", "twice"]) mkdirSync(join(folder, name));
  write("no-ids/public.pem", keyBytes("rsa2048.pub.spki.pem"));
  write(`twice/${id}.pem`, keyBytes("rsa2048.pub.spki.pem"));
  write(`twice/${id}.der`, keyBytes("rsa2048.pub.spki.der"));
}

/** Public keys and other flags of `verify` that are refused, with the whole message. */
export const publicKeyFaults: readonly CommandFault[] = [
  ...[
    ["--public-key", "K3D5EWEUDCCXON=public.pem", "--public-key", "it's.pem"],
    ["--key-group", "keys", "--public-key", "it's.pem"],
    [...args("public.pem"), "--public-key", "it's.pem"],
  ].map(
    (flags): CommandFault => [
      `a key without an ID beside another: ${flags[0]}`,
      flags,
      `--public-key it's.pem: has no key pair ID, and there are several IDs or keys; write its own before the file, such as --public-key '${id}=it'\\''s.pem'`,
    ],
  ),
  [
    "no ID for a list of URLs",
    ["-", "--public-key", "public.pem"],
    `--public-key public.pem: has no key pair ID; write one before the file, such as ${id}=public.pem`,
  ],
  [
    "an empty ID",
    ["--public-key", "=public.pem"],
    `--public-key =public.pem: has no key pair ID; write one before the file, such as ${id}=public.pem`,
  ],
  ["no file", args(""), `${ofFile("")}: has no file; write one after the =`],
  [
    "a file that is not there",
    args("none.pem"),
    `${ofFile("none.pem")}: cannot read that file (ENOENT); ${publicKeyStep}`,
  ],
  [
    "a name with an escape sequence",
    args("\u001b[2J.pem"),
    `${ofFile("\\u001b[2J.pem")}: cannot read that file (ENOENT); ${publicKeyStep}`,
  ],
  [
    "a private key",
    args("private.pem"),
    `ERR_KEY_NOT_PUBLIC\n${ofFile("private.pem")}: is a private key; derive the public key from it: openssl pkey -pubout -in key.pem -out public.pem`,
  ],
  [
    "the text of a private key",
    ["--public-key", keyBytes("rsa2048.pkcs8.pem").toString()],
    "--public-key: accepts a file, not a key's text; write ID=FILE",
  ],
  [
    "the text of a private key after its ID",
    args(keyBytes("rsa2048.pkcs8.pem").toString()),
    "--public-key: accepts a file, not a key's text; write ID=FILE",
  ],
  [
    "a name as ID",
    ["--public-key", "my-key=public.pem"],
    `ERR_KEY_PAIR_ID_INVALID\n--public-key my-key=public.pem: has characters other than capital letters and digits; ${copyIt}; an emulator's ID needs --allow-emulator-key-pair-ids`,
  ],
  [
    "an ID twice",
    [...args("public.pem"), ...args("p384.pem")],
    `${ofFile("p384.pem")}: ${id} has a key already, from ${ofFile("public.pem")}; keep one of them`,
  ],
  [
    "a folder that is not there",
    ["--key-group", "none"],
    "--key-group none: cannot read that folder (ENOENT); check the path",
  ],
  [
    "a folder without an ID",
    ["--key-group", "no-ids"],
    `--key-group no-ids: has no file that is named by a key pair ID; ${nameIt}`,
  ],
  [
    "a folder with two keys of an ID",
    ["--key-group", "twice"],
    `--key-group ${join("twice", id)}.pem: ${id} has a key already, from --key-group ${join("twice", id)}.der; keep one of them`,
  ],
  [
    "a variable that is not quite JSON",
    [],
    `CLOUDFRONT_PUBLIC_KEYS: starts with { but is not JSON; write {"${id}": "PEM text"} with \\n for each line break, in single quotes`,
    variable(`{${id}: ""}`),
  ],
  [
    "a variable with a private key",
    [],
    `ERR_KEY_NOT_PUBLIC\nCLOUDFRONT_PUBLIC_KEYS, ${id}: is a private key; derive the public key from it: openssl pkey -pubout -in key.pem -out public.pem`,
    variable(JSON.stringify({ [id]: keyBytes("rsa2048.pkcs8.pem").toString() })),
  ],
  [
    "a variable with a key alone",
    [],
    `CLOUDFRONT_PUBLIC_KEYS: has a key without its ID; write {"${id}": "PEM text"}, or ${id}=public.pem`,
    variable(keyBytes("rsa2048.pub.spki.pem").toString()),
  ],
  [
    "a path pattern with alternatives",
    [...args("public.pem"), "--restrict", "*.{txt,jpg}"],
    "ERR_OPTION_INVALID\n--restrict: the entry at index 0 is not made of 1 to 255 letters, digits and _-.*$/~\"'@:+&?, as CloudFront requires; write one path without its query, and ? for any other character",
  ],
  [
    "a length of time as --now",
    [...args("public.pem"), "--now", "1h"],
    "ERR_DATE_INVALID\n--now: is a length of time; write a date such as 2030-01-01T00:00:00Z",
  ],
  [
    "a range as the viewer's address",
    [...args("public.pem"), "--ip-address", "192.0.2.0/24"],
    '--ip-address: "192.0.2.0/24" is not an IP address; write one such as 203.0.113.7',
  ],
  [
    "no key at all",
    [],
    `--public-key: give the public key that CloudFront has: --public-key ID=FILE, such as ${id}=public.pem; cloudfront-sign inspect and cloudfront-sign explain need none`,
  ],
];
