import { readClock } from "../../arguments/read-time.ts";
import { refuse } from "../../arguments/refusal.ts";
import type { Arguments, Command, ExitStatus } from "../../command.ts";
import { verifierFlags, viewerFlags } from "../../keys/public-key-flags.ts";
import type { Clock } from "../../output/describe-time.ts";
import { print } from "../../output/standard-output.ts";
import { sayNote } from "../../output/terminal.ts";
import { program } from "../../program.ts";
import { type GivenRequest, inspectRequest } from "../../requests/inspection-fields.ts";
import { joinCookies, readCookieFlags } from "../../requests/read-cookies.ts";
import { inspectionCard, inspectionJson } from "./describe-inspection.ts";
import { givenRequests } from "./given-requests.ts";

const flags = {
  cookie: viewerFlags.cookie,
  now: verifierFlags.now,
  json: { does: "print one line of JSON for each URL", group: "Output" },
} as const;

type InspectFlag = keyof typeof flags;

export const inspect: Command<InspectFlag> = {
  forms: ["URL …", "'CloudFront-Policy=…'", "- < FILE      (one URL per line)", "[URL] --cookie COOKIES"],
  flags,
  examples: [
    {
      does: "what a signed URL allows, and until when",
      line: "inspect 'https://d111111abcdef8.cloudfront.net/a.jpg?Expires=1900000000&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F'",
    },
    {
      does: "signed cookies, with the URL that they were sent to",
      line: "inspect https://d111111abcdef8.cloudfront.net/a.jpg --cookie 'CloudFront-Expires=1900000000; CloudFront-Signature=AAAA; CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F'",
    },
  ],
  get notes() {
    return [
      "Put URLs and cookies in single quotes: a shell ends a command at &.",
      "inspect reads everything that explain reads: also cookies, parameters, a curl command, or the output of curl -v. Standard input has one URL per line. If a line has cookies or a command instead, all lines are read as one request.",
      `inspect does not check the signature, so anyone could have written what it shows. ${program()} verify checks it.`,
      `Exit status: 0 if everything can be read, also if it has expired or its signature is forged; 1 if CloudFront would deny it with any key and at any time. In a script that must know whether CloudFront allows it, use ${program()} verify.`,
    ];
  },
  run,
};

async function run(args: Arguments<InspectFlag>): Promise<ExitStatus> {
  const clock = readClock(args);
  if (args.positionals.length > 0) {
    let [status, isFirst]: [ExitStatus, boolean] = [0, true];
    for await (const { url, cookies: pasted, notes } of givenRequests(args)) {
      if (!isFirst && !args.has("json")) await print("\n");
      isFirst = false;
      for (const note of notes) sayNote(note);
      const request = { url, cookies: joinCookies([pasted, readCookieFlags(args, url)]) };
      if ((await show(args, request, clock)) === 1) status = 1;
    }
    return status;
  }
  const cookies = readCookieFlags(args);
  if (cookies === undefined) return refuse("Give a URL in single quotes, or cookies: --cookie COOKIES");
  return await show(args, { url: undefined, cookies }, clock);
}

async function show(args: Arguments<InspectFlag>, request: GivenRequest, clock: Clock): Promise<0 | 1> {
  const inspection = inspectRequest(request);
  const status = inspection.problem === undefined ? 0 : 1;
  await print(
    args.has("json") ? inspectionJson(inspection, request) : inspectionCard(inspection, request, clock),
    status,
  );
  return status;
}
