import { readErrorBody } from "cloudfront-sign-diagnosis/internals";
import { clockDifference, serverTime } from "../answer.ts";
import { printable } from "../terminal.ts";
import { withoutSecrets } from "../without-secrets.ts";
import { shownHeaders } from "./answer-lines.ts";
import type { Explanation } from "./explanation.ts";
import type { Fetched } from "./fetch-denied.ts";

/** An explanation for a program, in one line. */
export function explanationJson({ findings, verdict }: Explanation, fetched: Fetched | undefined): string {
  // What is proven to be wrong beside a valid signature is elsewhere, and "allowed" would deny it.
  const isProven = findings.some(({ certainty }) => certainty === "proven");
  const allowed = verdict?.allowed && isProven ? undefined : verdict?.allowed;
  const value = { findings, allowed, response: fetched && responseOf(fetched) };
  return `${printable(JSON.stringify(value))}\n`;
}

function responseOf({ answer }: Fetched): object {
  if ("failure" in answer) return answer;
  const { code, message } = readErrorBody(answer.body) ?? {};
  return {
    status: answer.status,
    code: code || undefined,
    message: shown(message),
    headers: Object.fromEntries(shownHeaders.map((name) => [name.toLowerCase(), shown(answer.header(name))])),
    time: serverTime(answer),
    clockAheadSeconds: clockDifference(answer),
  };
}

function shown(text: string | undefined): string | undefined {
  return text ? withoutSecrets(text) : undefined;
}
