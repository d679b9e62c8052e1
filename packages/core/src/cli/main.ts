#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { argv, env, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { isCloudFrontSignError } from "../errors.ts";
import type { ResourceTerms } from "../sign/policy-terms.ts";
import { createCloudFrontSigner } from "../sign/signer.ts";
import { usage } from "./usage.ts";

const options = {
  "key-pair-id": { type: "string" },
  "private-key": { type: "string" },
  "hash-algorithm": { type: "string" },
  "expires-in": { type: "string" },
  "date-less-than": { type: "string" },
  "date-greater-than": { type: "string" },
  "cache-window": { type: "string" },
  "ip-address": { type: "string" },
  resource: { type: "string" },
  policy: { type: "string" },
  cookies: { type: "boolean" },
  help: { type: "boolean" },
  version: { type: "boolean" },
} as const;

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
    return refuse(`--private-key: cannot read that file (${(error as NodeJS.ErrnoException).code})`);
  }
}

/**
 * What the library calls an option is called by its flag here: at the start of a message always, within it if
 * it is no word of English.
 */
function inFlags(message: string): string {
  let text = message;
  for (const flag of Object.keys(options)) {
    const name = flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    text = text.replace(new RegExp(name === flag ? `^${name}(?=:)` : `\\b${name}\\b`, "g"), `--${flag}`);
  }
  return text;
}

/** Digits alone mean a number: seconds, or epoch seconds. */
const numberOrText = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);

async function main(): Promise<void> {
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true; tokens: true }>>;
  try {
    parsed = parseArgs({ args: argv.slice(2), options, allowPositionals: true, tokens: true });
  } catch (error) {
    return refuse((error as Error).message);
  }
  const { values, positionals: urls, tokens } = parsed;
  const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
  // Of two values the last would count: a restriction dropped.
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice) return refuse(`--${twice}: is given twice`);
  if (values.help) {
    stdout.write(usage);
    return;
  }
  if (values.version) {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
      version: string;
    };
    stdout.write(`${version}\n`);
    return;
  }
  if (values.cookies ? urls.length > 0 : urls.length === 0) {
    return refuse(
      values.cookies
        ? "--cookies: takes no URL; say what is covered with --resource"
        : "Give at least one URL to sign.",
    );
  }

  const hashAlgorithm = values["hash-algorithm"];
  const terms = Object.fromEntries(
    Object.entries({
      expiresIn: values["expires-in"],
      dateLessThan: values["date-less-than"],
      dateGreaterThan: values["date-greater-than"],
      cacheWindow: values["cache-window"],
    }).flatMap(([name, value]) => (value === undefined ? [] : [[name, numberOrText(value)]])),
  );
  for (const [name, value] of Object.entries({
    ipAddress: values["ip-address"],
    resource: values.resource,
    policy: values.policy,
  })) {
    if (value !== undefined) terms[name] = value;
  }
  try {
    const signer = createCloudFrontSigner({
      keyPairId: (values["key-pair-id"] ?? env.CLOUDFRONT_KEY_PAIR_ID) as string,
      privateKey: readKey(values["private-key"]),
      passphrase: env.CLOUDFRONT_PRIVATE_KEY_PASSPHRASE,
      hashAlgorithm: hashAlgorithm as "SHA1" | "SHA256" | undefined,
    });
    if (values.cookies)
      stdout.write(`${(await signer.signCookies(terms as unknown as ResourceTerms)).toCookieHeader()}\n`);
    else for await (const url of signer.signUrls(urls, terms as never)) stdout.write(`${url}\n`);
  } catch (error) {
    if (!isCloudFrontSignError(error)) throw error;
    return refuse(`${error.code}\n${inFlags(error.message)}`);
  }
}

// Whoever reads may stop reading, as head does; that is no failure of this end.
stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
  code === "EPIPE" ? exit() : refuse(`Cannot write the output (${code}).`),
);

await main();
