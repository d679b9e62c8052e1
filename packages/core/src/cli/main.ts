#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { argv, env, exit, stderr, stdout } from "node:process";
import { isCloudFrontSignError } from "../errors.ts";
import type { ResourceTerms, UrlTerms } from "../sign/policy-terms.ts";
import { createCloudFrontSigner } from "../sign/signer.ts";
import { keyPairIdVariable, messageInFlags, passphraseVariable } from "./flag-words.ts";
import { type Arguments, readArguments } from "./flags.ts";
import { readKey } from "./read-key.ts";
import { usage } from "./usage.ts";

/** Ends with one line that says what to do; never with a stack trace for a wrong input. */
function refuse(message: string): never {
  stderr.write(`${message}\n\nRun with --help to see all options.\n`);
  return exit(2);
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
  stdout.write(await sign({ values, urls }));
}

/** The lines to print: none before each URL is signed, so that a wrong one leaves nothing half done. */
async function sign({ values, urls }: Arguments): Promise<string> {
  const lines: string[] = [];
  const { key, source } = readKey(values.get("private-key"), refuse);
  try {
    const signer = createCloudFrontSigner({
      keyPairId: (values.get("key-pair-id") ?? env[keyPairIdVariable]) as string,
      allowAnyKeyPairId: values.has("allow-any-key-pair-id"),
      privateKey: key,
      passphrase: env[passphraseVariable],
      hashAlgorithm: values.get("hash-algorithm") as "SHA1" | "SHA256" | undefined,
    });
    const terms = termsOf(values);
    if (values.has("cookies"))
      lines.push((await signer.signCookies(terms as ResourceTerms)).toCookieHeader());
    else for await (const url of signer.signUrls(urls, terms as UrlTerms)) lines.push(url);
  } catch (error) {
    if (!isCloudFrontSignError(error)) throw error;
    const sources: Record<string, string> = { privateKey: source };
    if (!values.has("key-pair-id") && env[keyPairIdVariable] !== undefined)
      sources.keyPairId = keyPairIdVariable;
    // Results come in order, so that the URL at fault is the one after them.
    if (urls.length > 1) sources.url = `url ${lines.length + 1} of ${urls.length}`;
    return refuse(`${error.code}\n${messageInFlags(error, sources)}`);
  }
  return `${lines.join("\n")}\n`;
}

// The reader may stop early, as head does, which is no error.
stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
  code === "EPIPE" ? exit() : refuse(`Cannot write the output (${code}).`),
);

await main();
