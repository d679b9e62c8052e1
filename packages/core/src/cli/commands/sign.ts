import type { UrlTerms } from "../../sign/policy-terms.ts";
import type { Arguments, Command, ExitStatus } from "../command.ts";
import { readSigner, readTerms } from "../read-signing.ts";
import { refuse } from "../refusal.ts";
import { signList } from "../sign/sign-list.ts";
import { signStream } from "../sign/sign-stream.ts";
import { urlSigning } from "../sign/url-signing.ts";
import { keyFlags, termFlags } from "../signing-flags.ts";

const flags = {
  resource: {
    value: "PATTERN",
    does: "what the policy covers, with * and ?: one signature for all URLs",
    group: "What",
    aliases: ["policy-resource"],
  },
  url: { value: "URL", does: "a URL, as the AWS CLI takes it", group: "What" },
  ...termFlags,
  ...keyFlags,
  json: {
    does: 'a line of JSON for each URL; with -, also for each line of input: {"url":"…"} with an "id" and own terms such as "expiresIn" if you like',
    group: "Input and output",
  },
  onerror: {
    value: "WHAT",
    does: "at a URL that cannot be signed: stop is what happens without it, skip goes on, tells which on standard error, and ends with status 1",
    group: "Input and output",
    choices: ["stop", "skip"],
  },
} as const;

const key = "--key-pair-id K2JCJMDEHXQW5F --private-key private.pem";

export const sign: Command<keyof typeof flags> = {
  forms: [
    "URL … --key-pair-id ID --private-key FILE --expires-in 1h",
    "- … < FILE      (a URL a line, as many as there are)",
  ],
  flags,
  examples: [
    {
      does: "a URL for an hour",
      line: `sign https://d111111abcdef8.cloudfront.net/a.jpg --expires-in 1h ${key}`,
    },
    {
      does: "many files of a folder, with one signature",
      line: `sign - --resource 'https://d111111abcdef8.cloudfront.net/course/42/*' --expires-in 4h ${key} < urls.txt`,
    },
    {
      does: "own terms for each line, and go on past wrong lines",
      line: `sign - --json --onerror skip --expires-in 1d ${key} < urls.ndjson`,
    },
  ],
  notes: [
    "With --json a line decides about its own terms: they count instead of the flags, also where they allow more, such as an ipAddress or a resource. If somebody else writes the lines, write the url alone into them, or bound them with --max-lifetime.",
  ],
  run,
};

async function run(args: Arguments<keyof typeof flags>): Promise<ExitStatus> {
  const urls = [...args.positionals, ...args.values("url")];
  if (urls.length === 0) refuse("Give at least one URL to sign, or - to read them from standard input.");
  const isStream = urls.includes("-");
  if (isStream && urls.length > 1) refuse("-: stands for all URLs; give it alone, or the URLs without it");
  if (isStream && args.value("private-key") === "-")
    refuse("--private-key: standard input has the URLs already; give a file");
  const resource = args.value("resource");
  const terms = { ...readTerms(args), ...(resource !== undefined && { resource }) } as UrlTerms;
  const signOne = await urlSigning(readSigner(args), terms);
  const options = { isJson: args.has("json"), isSkipping: args.value("onerror") === "skip" };
  return isStream ? signStream(signOne, options) : signList(signOne, urls, options);
}
