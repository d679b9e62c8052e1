import { summaryOf } from "cloudfront-sign-diagnosis/internals";
import type { CloudFrontInspection, CloudFrontVerdict } from "cloudfront-sign-webcrypto/verify";
import { readIpAddress } from "../../arguments/flag-values.ts";
import { readClock } from "../../arguments/read-time.ts";
import { refuse } from "../../arguments/refusal.ts";
import { refuseFileName } from "../../arguments/source-file.ts";
import { publicKeysVariable } from "../../arguments/variables.ts";
import type { Arguments, Command, ExitStatus } from "../../command.ts";
import { verifierFlags, viewerFlags } from "../../keys/flags.ts";
import { readVerifier } from "../../keys/read-public-keys.ts";
import type { Clock } from "../../output/describe-time.ts";
import { denialFields, fieldLines, labelledLines } from "../../output/print-fields.ts";
import { print } from "../../output/standard-output.ts";
import { jsonLine, printable, sayNote, styled, textWidth } from "../../output/terminal.ts";
import { program } from "../../program.ts";
import { type GivenRequest, inspectionFields, inspectRequest } from "../../requests/inspection-fields.ts";
import { readCookieFlags } from "../../requests/read-cookies.ts";
import { requestedUrls } from "../../requests/requested-urls.ts";
import { endsBeforeAmpersand, splitStep } from "../../requests/url-argument.ts";

const flags = {
  ...verifierFlags,
  ...viewerFlags,
  json: { does: "print one line of JSON for each URL", group: "Output" },
} as const;

type VerifyFlag = keyof typeof flags;

export const verify: Command<VerifyFlag> = {
  forms: [
    "URL … --public-key ID=FILE",
    "- --public-key ID=FILE … < FILE      (one URL per line)",
    "URL --cookie COOKIES --public-key ID=FILE",
  ],
  flags,
  examples: [
    {
      does: "would CloudFront allow this URL?",
      line: "verify 'https://d111111abcdef8.cloudfront.net/a.jpg?Expires=1900000000&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F' --public-key K2JCJMDEHXQW5F=public.pem",
    },
    {
      does: "would it have allowed these cookies at that time?",
      line: "verify https://d111111abcdef8.cloudfront.net/a.jpg --cookie 'CloudFront-Expires=1900000000; CloudFront-Signature=AAAA; CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F' --public-key K2JCJMDEHXQW5F=public.pem --now 2025-12-31T12:00:00Z",
    },
    {
      does: "a line for each URL of a file: allowed URL, or denied REASON URL",
      line: "verify - --public-key K2JCJMDEHXQW5F=public.pem < urls.txt",
    },
  ],
  notes: [
    "Put URLs and cookies in single quotes: a shell ends a command at &.",
    "For one URL, the command prints the verdict and the policy. For several URLs, it prints one line for each.",
    "To extract the public key from a private key: openssl pkey -in private.pem -pubout -out public.pem",
    "Exit status: 0 if all URLs are allowed, 1 if one is denied.",
  ],
  run,
};

async function run(args: Arguments<VerifyFlag>): Promise<ExitStatus> {
  const { positionals } = args;
  if (positionals.length === 0) return refuse("Give the URL that was requested, in single quotes.");
  const requestOf = (url: string) => ({ url, cookies: readCookieFlags(args, url) });
  for (const url of positionals) refuseFileName(url, "verify");
  // A shell gave the keys to the next command, or the ID of this one is behind the &.
  if (positionals.some(endsBeforeAmpersand) && !hasKeyWithId(args))
    return refuse(`url: ends at its first signing parameter; ${splitStep}`);
  // The IDs of standard input are not known yet.
  const requests = positionals.includes("-") ? [] : positionals.map(requestOf);
  const verifier = readVerifier(args, requests)?.verifier;
  if (verifier === undefined)
    return refuse(
      `--public-key: give the public key that CloudFront has: --public-key ID=FILE, such as K2JCJMDEHXQW5F=public.pem; ${program()} inspect and ${program()} explain need none`,
    );
  const isSingle = positionals.length === 1 && positionals[0] !== "-";
  const clock = readClock(args);
  const ipAddress = readIpAddress(args);
  let status: ExitStatus = 0;
  let [numUrls, numOpen] = [0, 0];
  for await (const url of requestedUrls(args)) {
    numUrls++;
    const request = requestOf(url);
    const verdict = await (request.cookies === undefined
      ? verifier.verifyUrl(url, { ipAddress })
      : verifier.verifyCookies(url, request.cookies, { ipAddress }));
    if (!verdict.allowed) status = 1;
    else if (!verdict.restricted) numOpen++;
    if (args.has("json")) await print(verdictJson(verdict, inspectRequest(request), url), status);
    else if (isSingle)
      await print(verdictCard(verdict, inspectRequest(request), request, clock, verifier.keyPairIds), status);
    else await print(verdictLine(verdict, url), status);
  }
  if (numOpen > 0 && !isSingle)
    sayNote(
      `${numOpen} of ${numUrls} URLs are on open paths by --restrict, so nothing was verified for them.`,
    );
  return status;
}

function hasKeyWithId(args: Arguments<VerifyFlag>): boolean {
  if (args.has("key-group")) return true;
  return args.has("public-key")
    ? args.values("public-key").some((pair) => pair.includes("="))
    : Boolean(process.env[publicKeysVariable]);
}

/** A verdict for a person, with what the request says of itself. `keyPairIds` are those of the given keys. */
function verdictCard(
  verdict: CloudFrontVerdict,
  inspection: CloudFrontInspection,
  request: GivenRequest,
  clock: Clock,
  keyPairIds: readonly string[],
): string {
  const width = textWidth(process.stdout);
  const fields = inspectionFields(inspection, request, clock);
  let lines: string[];
  if (!verdict.allowed) {
    const { reason, code, message } = verdict;
    // Either of the two may be mistyped.
    const ids = `the request has ${inspection.keyPairId}, and you gave ${keyPairIds.join(", ")}: correct the ID of your public key if it is mistyped; if the request was signed with another ID, `;
    const reasons = denialFields(reason, reason === "key-not-trusted" ? printable(ids) : "");
    lines = [
      ...labelledLines("Denied", summaryOf(reason), ["bold", "red"], width),
      ...fieldLines([...reasons, ["CloudFront", `answers ${code}: ${message}`], ...fields], width),
    ];
  } else {
    const [sentence, shown] = verdict.restricted
      ? ["The signature is valid, and the policy allows this request.", fieldLines(fields, width)]
      : ["This path needs no signature. Nothing was verified.", []];
    lines = [...labelledLines("Allowed", sentence, ["bold", "green"], width), ...shown];
  }
  return `${lines.join("\n")}\n`;
}

function verdictLine(verdict: CloudFrontVerdict, url: string): string {
  const words = verdict.allowed
    ? styled(process.stdout, "green", "allowed")
    : `${styled(process.stdout, "red", "denied")} ${verdict.reason}`;
  return `${words} ${printable(url)}\n`;
}

/** A verdict for a program: as the library returns it, with the times as text and the requested URL. */
function verdictJson(
  verdict: CloudFrontVerdict,
  { startsAt, expiresAt }: CloudFrontInspection,
  requestedUrl: string,
): string {
  const more = verdict.allowed
    ? verdict.restricted && { startsAt, expiresAt }
    : { summary: summaryOf(verdict.reason), startsAt, expiresAt };
  return jsonLine({ ...verdict, ...more, requestedUrl });
}
