import type { CloudFrontFindingId } from "cloudfront-sign-diagnosis";
import { readIpAddress, refuseUnused } from "../../arguments/flag-values.ts";
import { readNow } from "../../arguments/read-time.ts";
import { readRestrictPatterns } from "../../arguments/restrict-pattern.ts";
import type { Arguments, Command, ExitStatus } from "../../command.ts";
import { readVerifier } from "../../keys/read-public-keys.ts";
import { print } from "../../output/standard-output.ts";
import { say, sayNote } from "../../output/terminal.ts";
import { program } from "../../program.ts";
import { inspectRequest } from "../../requests/inspection-fields.ts";
import { explanationJson, explanationText } from "./describe-explanation.ts";
import {
  type ExplainFlag,
  explainFlags,
  publicKeyFlag,
  readHostnames,
  refuseContradictions,
} from "./explain-flags.ts";
import { type Explanation, explainRequest } from "./explanation.ts";
import { type Fetched, fetchDenied } from "./fetch-denied.ts";
import { type DeniedRequest, readDeniedRequest } from "./read-denied-request.ts";

export const explain: Command<ExplainFlag> = {
  forms: ["URL", "'curl …'", "- < FILE", "URL --fetch", "--url URL --cookie COOKIES", "--log FILE…"],
  flags: explainFlags,
  notes: [
    'Reads a URL, a curl command (also a browser\'s "copy as cURL"), the output of curl -v, a response, or cookies, and finds the cause of a 403. Without a public key, explain finds what the request itself shows. With a public key, it proves what was changed after signing.',
    "--fetch sends one request with your cookies: GET, or HEAD or OPTIONS with --method. It sends the URL byte for byte, over https (http only to this machine). It connects to no private address, unless the URL plainly names this machine (localhost, 127.0.0.1, [::1]) or you add --allow-private: a URL from somebody else could reach your internal services. It follows no redirect, waits 10 seconds, and reads at most 64 kB of the body.",
    "--log reads CloudFront's standard logs (version 1 and 2) and real-time logs in constant memory, and reports why your viewers are denied: how many requests, since when, with which key, path, client and country. The report contains no signature, cookie or full address. docs/logs.md lists what a log leaves out.",
    "Exit status: 0 if everything was checked and nothing is wrong; 1 if there is a finding, if something could not be checked, or if there is no response. With --log: 0 if no cause stands out and the log could be read, 1 otherwise.",
  ],
  examples: [
    {
      does: "What is wrong with a URL? In single quotes: a shell ends a command at &",
      line: "explain 'https://d111111abcdef8.cloudfront.net/a.jpg?Expires=1900000000&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F'",
    },
    {
      does: "The public key proves what was changed after signing",
      line: "explain 'https://d111111abcdef8.cloudfront.net/a.jpg?Expires=1900000000&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F' --public-key K2JCJMDEHXQW5F=public.pem",
    },
    {
      does: "Requests the URL, and explains what comes back",
      line: "explain --fetch 'https://d111111abcdef8.cloudfront.net/a.jpg?Expires=1900000000&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F'",
    },
    {
      does: "A request that failed: curl -sv 'https://…' > curl.txt 2>&1",
      line: "explain - < curl.txt",
    },
    {
      does: "Why do my viewers get a 403? A folder of access logs, as from: aws s3 sync s3://BUCKET/PREFIX logs",
      line: "explain --log logs --public-key K2JCJMDEHXQW5F=public.pem",
    },
    {
      does: "Signed cookies",
      line: "explain --url https://d111111abcdef8.cloudfront.net/course/index.m3u8 --cookie 'CloudFront-Expires=1900000000; CloudFront-Signature=AAAA; CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F'",
    },
  ],
  run,
};

async function run(args: Arguments<ExplainFlag>): Promise<ExitStatus> {
  refuseContradictions(args);
  // Loaded only for logs: a single request needs none of it.
  if (args.has("log")) return (await import("./log/explain-log.ts")).explainLog(args, readHostnames(args));
  const request = readDeniedRequest(args);
  const checked = readVerifier(args, [request]);
  const circumstances = {
    checked,
    now: readNow(args),
    ipAddress: readIpAddress(args),
    hostnames: readHostnames(args),
    restrict: checked === undefined ? readRestrictPatterns(args) : undefined,
  };
  if (checked === undefined)
    refuseUnused(
      args,
      ["allow-emulator-key-pair-ids"],
      `works only with a public key; add ${publicKeyFlag(inspectRequest(request))}, or leave it out`,
    );
  const fetched = args.has("fetch") ? await fetchDenied(request, args.has("allow-private")) : undefined;
  const answer = fetched && "status" in fetched.answer ? fetched.answer : undefined;
  const explanation = await explainRequest(request, answer, circumstances);
  const notes = [
    ...request.notes,
    ...(fetched?.notes ?? []),
    ...notesOf(request, fetched, explanation, checked !== undefined, args.has("now")),
  ];
  for (const note of notes) sayNote(note);
  // On a terminal, where the answer follows.
  if (process.stderr.isTTY && notes.length > 0) say("");
  const isUnanswered = fetched !== undefined && answer === undefined;
  const status =
    explanation.findings.length > 0 || explanation.uncheckedId !== undefined || isUnanswered ? 1 : 0;
  await print(
    args.has("json") ? explanationJson(explanation, fetched) : explanationText(explanation, fetched),
    status,
  );
  return status;
}

/** What a person should know about how an explanation came about. */
function notesOf(
  { url, cookies, responseBody }: DeniedRequest,
  fetched: Fetched | undefined,
  { findings, inspection, hasTimeOfAnswer }: Explanation,
  isChecked: boolean,
  isNowGiven: boolean,
): string[] {
  const hasFinding = (wanted: CloudFrontFindingId): boolean => findings.some(({ id }) => id === wanted);
  const hasRequest = url !== undefined || cookies !== undefined;
  const notes: readonly (readonly [when: boolean, note: string])[] = [
    [
      hasTimeOfAnswer && fetched === undefined,
      `The time of the request is in the input: a Date header, or a log.${isNowGiven ? " --now is not used." : ""}`,
    ],
    [
      hasFinding("html-escaped"),
      "If you copied the URL from HTML source, &amp; is right there, and browsers read it as &: explain the URL with & instead.",
    ],
    [
      hasFinding("nothing-wrong-here") && fetched === undefined && responseBody === undefined,
      `The response shows what denied the request: pass it with --body FILE, or add --fetch. ${program()} doctor checks the distribution.`,
    ],
    [
      !hasRequest,
      "More can be checked with --url URL, --cookie COOKIES, or the whole output of curl -v, which writes the request to standard error: add 2>&1 before the pipe.",
    ],
    [
      hasRequest && !inspection.url && hasFinding("resource-not-checked"),
      "More can be checked with --url URL.",
    ],
    [hasFinding("ip-unknown"), "More can be checked with --ip-address IP."],
    [
      // Where there is no signature, no key helps.
      !isChecked && inspection.signature !== undefined,
      hasFinding("signature-not-checked")
        ? `The flag for the public key: ${publicKeyFlag(inspection)}.`
        : `To ${findings[0]?.certainty === "proven" ? "check the signature, too" : "prove the cause"}, pass the public key: ${publicKeyFlag(inspection)}.`,
    ],
  ];
  return notes.flatMap(([when, note]) => (when ? [note] : []));
}
