import type { CloudFrontFinding } from "cloudfront-sign-diagnosis";
import { withoutSecrets } from "cloudfront-sign-diagnosis/internals";
import { parameterNames } from "cloudfront-sign-webcrypto/internals";
import { withoutRandomWords } from "../../output/shown-value.ts";
import { printable, say, styled, textWidth, wrap } from "../../output/terminal.ts";

export interface RequestRecord {
  readonly time: Date;
  readonly method: string;
  /** What the request line names, which has the signing parameters. */
  readonly target: string;
  readonly status: number;
  readonly reason: string | undefined;
  /** Why the signature did not allow the request. */
  readonly cause: CloudFrontFinding | undefined;
  readonly bytes: number;
  readonly isComplete: boolean;
  readonly milliseconds: number;
}

const longestTarget = 300;

/** Prints a line for a request on standard error, with the cause of a denial below. */
export function logRequest(record: RequestRecord): void {
  const { status, cause } = record;
  const line = requestLine(record, styled(process.stderr, status >= 400 ? "red" : "green", String(status)));
  const below = cause ? [`${cause.id} (${cause.certainty}): ${cause.evidence}`, `→ ${cause.fix}`] : [];
  // At once, so that the lines of another program stay out of it.
  say([line, ...below.flatMap(indented)].join("\n"));
}

/** One line: time, method, path, status, reason, bytes, milliseconds. */
export function requestLine(record: RequestRecord, status = String(record.status)): string {
  const { time, method, target, reason, bytes, isComplete, milliseconds } = record;
  const parts = [
    time.toTimeString().slice(0, 8),
    printable(method),
    printable(withoutSigningParameters(target)),
    status,
    ...(reason === undefined ? [] : [printable(reason)]),
    `${bytes} bytes${isComplete ? "" : " (closed early)"}`,
    `${Math.round(milliseconds)} ms`,
  ];
  return parts.join(" ");
}

/** A signature in a log is one that others can use. */
function withoutSigningParameters(target: string): string {
  const at = target.indexOf("?");
  const path = at < 0 ? target : target.slice(0, at);
  const own = target
    .slice(path.length + 1)
    .split("&")
    .filter((pair) => pair !== "" && !parameterNames.includes(pair.split("=", 1)[0] ?? ""));
  const shown = withoutRandomWords(withoutSecrets(own.length > 0 ? `${path}?${own.join("&")}` : path));
  return shown.length > longestTarget ? `${shown.slice(0, longestTarget)}…` : shown;
}

function indented(text: string): string[] {
  const indent = "    ";
  return wrap(printable(text), textWidth(process.stderr) - indent.length).map((line) => indent + line);
}
