#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { argv, env, exit, stderr, stdout } from "node:process";
import { isCloudFrontSignError } from "../errors.ts";
import type { ResourceTerms, UrlTerms } from "../sign/policy-terms.ts";
import { createCloudFrontSigner } from "../sign/signer.ts";
import { messageInFlags } from "./flag-words.ts";
import { type Arguments, readArguments } from "./flags.ts";
import { usage } from "./usage.ts";

/** Ends with one line that says what to do; never with a stack trace for a wrong input. */
function refuse(message: string): never {
  stderr.write(`${message}\n\nRun with --help to see all options.\n`);
  return exit(2);
}

function readKey(path: string | undefined): string | Uint8Array {
  if (path === undefined)
    return (
      env.CLOUDFRONT_PRIVATE_KEY ??
      refuse("--private-key: give the file with the private key, or set CLOUDFRONT_PRIVATE_KEY")
    );
  try {
    return readFileSync(path === "-" ? 0 : path);
  } catch (error) {
    return refuse(
      `--private-key: cannot read that file (${(error as NodeJS.ErrnoException).code}); check the path`,
    );
  }
}

/** Text that is a number means seconds, or epoch seconds. */
function numberOrText(text: string): string | number {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The terms that flags ask for. Only flags that were given: a restriction that is undefined would throw. */
function termsOf(values: Arguments["values"]): object {
  const terms: Record<string, string | number> = {};
  for (const [flag, name] of timeFlags) {
    const value = values.get(flag);
    if (value !== undefined) terms[name] = numberOrText(value);
  }
  for (const [flag, name] of textFlags) {
    const value = values.get(flag);
    if (value !== undefined) terms[name] = value;
  }
  return terms;
}

const timeFlags = [
  ["expires-in", "expiresIn"],
  ["date-less-than", "dateLessThan"],
  ["date-greater-than", "dateGreaterThan"],
  ["cache-window", "cacheWindow"],
] as const;

const textFlags = [
  ["ip-address", "ipAddress"],
  ["resource", "resource"],
  ["policy", "policy"],
] as const;

function version(): string {
  const description = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return description.version;
}

async function main(): Promise<void> {
  const { values, urls } = readArguments(argv.slice(2), refuse);
  if (values.has("help")) {
    stdout.write(usage);
    return;
  }
  if (values.has("version")) {
    stdout.write(`${version()}\n`);
    return;
  }
  const isForCookies = values.has("cookies");
  if (isForCookies && urls.length > 0)
    return refuse("--cookies: takes no URL; give what the cookies cover with --resource");
  if (!isForCookies && urls.length === 0) return refuse("Give at least one URL to sign.");
  try {
    const signer = createCloudFrontSigner({
      keyPairId: (values.get("key-pair-id") ?? env.CLOUDFRONT_KEY_PAIR_ID) as string,
      allowAnyKeyPairId: values.has("allow-any-key-pair-id"),
      privateKey: readKey(values.get("private-key")),
      passphrase: env.CLOUDFRONT_PRIVATE_KEY_PASSPHRASE,
      hashAlgorithm: values.get("hash-algorithm") as "SHA1" | "SHA256" | undefined,
    });
    const terms = termsOf(values);
    if (isForCookies)
      stdout.write(`${(await signer.signCookies(terms as ResourceTerms)).toCookieHeader()}\n`);
    else for await (const url of signer.signUrls(urls, terms as UrlTerms)) stdout.write(`${url}\n`);
  } catch (error) {
    if (!isCloudFrontSignError(error)) throw error;
    return refuse(`${error.code}\n${messageInFlags(error)}`);
  }
}

// The reader may stop early, as head does, which is no error.
stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
  code === "EPIPE" ? exit() : refuse(`Cannot write the output (${code}).`),
);

await main();
