import type { SignUrlOptions } from "cloudfront-sign-webcrypto";
import { refuse } from "../../arguments/refusal.ts";
import { refuseFileName } from "../../arguments/source-file.ts";
import type { Arguments, Command, ExitStatus } from "../../command.ts";
import { keyFlags, signOptionFlags } from "../../keys/flags.ts";
import { readSigner, readSignOptions } from "../../keys/read-signing.ts";
import { noteExpiry, noteLastArgument } from "../../keys/signing-notes.ts";
import { print } from "../../output/standard-output.ts";
import { say } from "../../output/terminal.ts";
import { program } from "../../program.ts";
import { hasSeveralUrls, onlyParameter, splitStep } from "../../requests/url-argument.ts";
import { type OutputOptions, outputLine } from "./sign-input.ts";
import { signStream } from "./sign-stream.ts";
import { describeFailure, refuseFailure, type SignOne, urlSigning } from "./url-signing.ts";

const flags = {
  resource: {
    value: "PATTERN",
    does: "what the policy covers, with * and ?: one signature for all URLs",
    group: "What to sign",
    aliases: ["policy-resource"],
  },
  url: { value: "URL", does: "another way to pass a URL, as in the AWS CLI", group: "What to sign" },
  ...signOptionFlags,
  ...keyFlags,
  json: {
    does: "print one line of JSON for each URL; with -, also read lines of JSON",
    group: "Input and output",
  },
  onerror: {
    value: "WHAT",
    does: "what to do with a URL that cannot be signed: stop (the default), or skip it, name it on standard error and end with status 1",
    group: "Input and output",
    choices: ["stop", "skip"],
  },
} as const;

const key = "--key-pair-id K2JCJMDEHXQW5F --private-key private.pem";

export const sign: Command<keyof typeof flags> = {
  forms: ["URL … --key-pair-id ID --private-key FILE --expires-in 1h", "- … < FILE"],
  flags,
  get notes() {
    return [
      "Put URLs in single quotes: a shell ends a command at &. The host and every query parameter are signed: a change after signing causes a 403.",
      "- reads URLs from standard input, one per line, and prints each signed URL in the same order, as soon as it is signed.",
      "With --onerror skip, line numbers of the output are no longer those of the input: to join both, use --json, with an id in each line. Empty input gives empty output, with status 0.",
      'A line of JSON has "url". It can have "id", which is printed with the result, and its own expiresIn, dateLessThan, dateGreaterThan, ipAddress, resource, policy or cacheWindow. These override the flags. expiresIn also overrides --date-less-than, and dateLessThan overrides --expires-in.',
      "A line can allow more than the flags do. If somebody else writes the lines, remove everything but the url, or set --max-lifetime.",
      `To use a line of the AWS CLI, replace aws cloudfront with ${program()}, and remove global options such as --profile.`,
    ];
  },
  examples: [
    {
      does: "a URL for an hour",
      line: `sign 'https://d111111abcdef8.cloudfront.net/a.jpg' --expires-in 1h ${key}`,
    },
    {
      does: "many files of a folder, with one signature",
      line: `sign - --resource 'https://d111111abcdef8.cloudfront.net/course/42/*' --expires-in 4h ${key} < urls.txt`,
    },
    {
      does: "each line with its own options; skip wrong lines",
      line: `sign - --json --onerror skip --expires-in 1d ${key} < urls.ndjson`,
    },
  ],
  run,
};

async function run(args: Arguments<keyof typeof flags>): Promise<ExitStatus> {
  const urls = [...args.positionals, ...args.values("url")];
  if (urls.length === 0) refuse("Give at least one URL to sign, or - to read them from standard input.");
  for (const url of urls) {
    refuseFileName(url, "sign");
    if (hasSeveralUrls(url)) refuse("url: has several URLs; pass each as an argument of its own");
  }
  const hasExpiry = (["expires-in", "date-less-than", "policy"] as const).some((flag) => args.has(flag));
  if (!hasExpiry && urls.some((url) => onlyParameter(url) !== undefined))
    refuse(
      `url: has one parameter, and there is no expiry; pass --expires-in 1h, or if the URL has more, ${splitStep}`,
    );
  const isStream = urls.includes("-");
  if (isStream && urls.length > 1) refuse("-: stands for all URLs; pass it alone, or the URLs without it");
  if (isStream && args.value("private-key") === "-")
    refuse("--private-key: standard input has the URLs already; pass a file");
  const resource = args.value("resource");
  if (resource !== undefined && hasSeveralUrls(resource))
    refuse("--resource: has several patterns, and a policy has one; sign once for each of them");
  const signOptions = {
    ...readSignOptions(args),
    ...(resource !== undefined && { resource }),
  } as SignUrlOptions;
  const options = { isJson: args.has("json"), isSkipping: args.value("onerror") === "skip" };
  const signOne = await urlSigning(readSigner(args), signOptions, options.isJson && isStream);
  if (isStream) return signStream(signOne, options);
  const status = await signList(signOne, urls, options);
  noteExpiry(args.value("date-less-than"));
  noteLastArgument(args);
  return status;
}

/** Signs the URLs of the arguments, all of them before any is printed: a wrong one leaves nothing half done. */
async function signList(
  signOne: SignOne,
  urls: readonly string[],
  options: OutputOptions,
): Promise<ExitStatus> {
  const inputs = urls.map((url) => ({ url }));
  const results = await Promise.all(inputs.map(signOne));
  let output = "";
  let status: ExitStatus = 0;
  for (const [i, input] of inputs.entries()) {
    const result = results[i];
    if (typeof result === "string") output += `${outputLine(input, result, options)}\n`;
    else if (result !== undefined) {
      const place = urls.length === 1 ? "url" : `url ${i + 1} of ${urls.length}`;
      if (!options.isSkipping) refuseFailure(place, result, 2);
      say(describeFailure(place, result));
      status = 1;
    }
  }
  await print(output);
  return status;
}
