import { readFileSync } from "node:fs";
import { env } from "node:process";
import { keyVariable } from "./flag-words.ts";

/** A private key as the command read it. */
export interface KeyInput {
  readonly key: string | Uint8Array;
  /** Where the key came from, for messages about it. */
  readonly source: string;
}

/** Reads the key from the value of --private-key, or from the environment without one. */
export function readKey(path: string | undefined, refuse: (message: string) => never): KeyInput {
  if (path === undefined) {
    const key = env[keyVariable];
    return key === undefined
      ? refuse(`--private-key: give the file with the private key, or set ${keyVariable}`)
      : { key, source: keyVariable };
  }
  return path === "-" ? readStandardInput(refuse) : readFile(path, refuse);
}

function readStandardInput(refuse: (message: string) => never): KeyInput {
  const step = "send the key to it: --private-key - < key.pem";
  const key = read(0, (code) => refuse(`--private-key: cannot read standard input (${code}); ${step}`));
  if (key.length === 0) return refuse(`--private-key: standard input was empty; ${step}`);
  return { key, source: "--private-key - (standard input)" };
}

function readFile(path: string, refuse: (message: string) => never): KeyInput {
  const key = read(path, (code) => refuse(`--private-key: cannot read that file (${code}); check the path`));
  return { key, source: `--private-key ${path}` };
}

function read(file: string | number, refuse: (code: string | undefined) => never): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    return refuse((error as NodeJS.ErrnoException).code);
  }
}
