import { type CloudFrontFindingId, describeCloudFrontOutcome } from "cloudfront-sign-diagnosis";
import { quote, readErrorBody, type SecretParts, withoutSecrets } from "cloudfront-sign-diagnosis/internals";
import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import { localTime } from "../../output/describe-time.ts";
import { type DescribedFinding, findingLines } from "../../output/finding-lines.ts";
import { type Field, fieldLines, labelledLines } from "../../output/print-fields.ts";
import { jsonLine, printable, styled, textWidth, wrap } from "../../output/terminal.ts";
import { program } from "../../program.ts";
import { type Answer, clockDifference, serverTime } from "../../requests/fetch-answer.ts";
import type { Explanation } from "./explanation.ts";
import type { Fetched } from "./fetch-denied.ts";

/** An explanation for a person: what came back if it was fetched, then the findings, the cause first. */
export function explanationText(explanation: Explanation, fetched: Fetched | undefined): string {
  const width = textWidth(process.stdout);
  const findings = findingLines(describedFindings(explanation), width);
  const isAllowed = explanation.allowedStatus !== undefined;
  return [
    ...(fetched ? [...fetchedLines(fetched, width), ""] : []),
    ...(isAllowed && findings.length > 0 ? [...wrap(allowedDespiteFindings, width), ""] : []),
    ...(findings.length > 0 ? findings : outcomeLines(explanation, width)),
    "",
  ].join("\n");
}

const allowedDespiteFindings =
  "The response denies nothing: CloudFront checks no signature for this path, or something else responded. Where a signature is needed, this is wrong:";

function fetchedLines({ host, answer, secrets }: Fetched, width: number): string[] {
  const bold = (line: string): string => styled(process.stdout, "bold", line);
  if ("status" in answer)
    return [bold(`Response from ${printable(host)}`), ...answerLines(answer, secrets, width)];
  const { failure } = answer;
  const words = failures.get(failure) ?? "no response; request it with curl -v to see more";
  return wrap(`No response from ${printable(host)}: ${words} (${failure}).`, width).map(bold);
}

/** What the codes of Node.js for failed requests mean, and what to do. */
const failures: ReadonlyMap<string, string> = new Map([
  ["TIMEOUT", "no response within 10 seconds; check the network, or a firewall between"],
  ["ENOTFOUND", "the host name has no address; check it for a misspelling, and its DNS record"],
  ["EAI_AGAIN", "the host name could not be resolved; check the network and its DNS"],
  ["ECONNREFUSED", "nothing listens there; check host name and port"],
  ["ECONNRESET", "the connection was closed before a response; try again"],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "the certificate is for other host names; add this one to the distribution as an alternate domain name, with a certificate for it",
  ],
  ["CERT_HAS_EXPIRED", "the certificate has expired; renew it"],
]);

/** Findings with the local time of what is over or to come. */
function describedFindings({ findings, inspection }: Explanation): DescribedFinding[] {
  const times: Partial<Record<CloudFrontFindingId, readonly [name: string, date: Date | undefined]>> = {
    expired: ["expiry", inspection.expiresAt],
    "not-yet-valid": ["start", inspection.startsAt],
  };
  return findings.map((finding) => {
    const [name = "", date] = times[finding.id] ?? [];
    const local = date?.getTimezoneOffset() ? `; the ${name} in local time is ${localTime(date)}` : "";
    const isUnchecked = describeCloudFrontOutcome([finding]).outcome === "undecided";
    const label = isUnchecked ? { label: "Not checked" } : {};
    return { ...finding, ...label, sentence: finding.summary, evidence: finding.evidence + local };
  });
}

/** What there is to say without findings: all was checked, and nothing is wrong. */
function outcomeLines({ verdict, allowedStatus, uncheckedId }: Explanation, width: number): string[] {
  if (uncheckedId !== undefined) {
    const sentence = `The signature is valid for this public key, and nothing else is wrong with the request. Whether CloudFront has the key as ${uncheckedId}, the ID of the request, was not compared: if it has another key under this ID, it denies the request.`;
    return labelledLines("Undecided", sentence, "yellow", width);
  }
  // Without a verifier, only an open path has no finding.
  const isOpen = allowedStatus === undefined && (!verdict || (verdict.allowed && !verdict.restricted));
  const { label, sentence } = isOpen
    ? {
        label: "Allowed",
        sentence: "No --restrict pattern matches this path, so CloudFront checks no signature here.",
      }
    : describeCloudFrontOutcome([], { status: allowedStatus });
  const next = `If you still get a 403, pass the response (--status CODE --body FILE), or add --fetch. ${program()} doctor checks the distribution.`;
  return [
    ...labelledLines(label, sentence, "green", width),
    ...(allowedStatus === undefined ? labelledLines("Next", next, "bold", width) : []),
  ];
}

/** An explanation for a program, in one line. */
export function explanationJson(
  { findings, verdict, uncheckedId }: Pick<Explanation, "findings" | "verdict" | "uncheckedId">,
  fetched: Fetched | undefined,
): string {
  // What is wrong beside a valid signature is elsewhere, and "allowed" would deny it.
  const isOpen = findings.length > 0 || uncheckedId !== undefined;
  const allowed = verdict?.allowed && isOpen ? undefined : verdict?.allowed;
  return jsonLine({ findings, allowed, response: fetched && responseOf(fetched) });
}

function responseOf({ answer, secrets }: Fetched): object {
  if ("failure" in answer) return answer;
  const shown = (text: string | undefined): string | undefined =>
    text ? withoutSecrets(text, secrets) : undefined;
  const { code, message } = readErrorBody(answer.body) ?? {};
  return {
    status: answer.status,
    code: shown(code),
    message: shown(message),
    headers: Object.fromEntries(shownHeaders.map((name) => [name.toLowerCase(), shown(answer.header(name))])),
    time: serverTime(answer),
    clockAheadSeconds: clockDifference(answer),
  };
}

const shownHeaders = ["X-Cache", "Server", "Via", "Date", "Location"] as const;

/** Clocks that differ by less say nothing: an answer is some seconds on its way. */
const smallestDifference = 5;

/** The characters of a header that are shown: a server may send thousands. */
const longestValue = 300;

/** The characters of a body that are shown where it has no error code. */
const longestExcerpt = 160;

export function answerLines(answer: Answer, secrets: SecretParts, width: number): string[] {
  const shown = (text: string, longest: number): string =>
    printable(quote(withoutSecrets(text, secrets), longest));
  const error = readErrorBody(answer.body);
  const excerpt =
    answer.status >= 400 && error === undefined ? shown(textOf(answer.body), longestExcerpt) : "";
  const optional: [label: string, value: string | undefined][] = [
    ["Code", error?.code],
    ["Message", error?.message],
    ["Body", excerpt],
    ...shownHeaders.map((name): [string, string | undefined] => [name, answer.header(name)]),
    ["Clock", describeClock(clockDifference(answer))],
  ];
  const fields = optional.flatMap(([label, value]): Field[] =>
    value ? [[label, shown(value, longestValue)]] : [],
  );
  return fieldLines([["Status", String(answer.status)], ...fields], width);
}

function describeClock(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  if (Math.abs(seconds) < smallestDifference) return "agrees with this machine's";
  return `this machine's is ${describeSeconds(Math.abs(seconds))} ${seconds > 0 ? "ahead" : "behind"}`;
}

function textOf(body: string): string {
  return body
    .slice(0, 2000)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
