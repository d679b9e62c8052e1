import { readErrorBody, withoutSecrets } from "cloudfront-sign-diagnosis/internals";
import { printable } from "../../output/terminal.ts";
import { clockDifference, serverTime } from "../../requests/answer.ts";
import { shownHeaders } from "./answer-lines.ts";
import type { Explanation } from "./explanation.ts";
import type { Fetched } from "./fetch-denied.ts";

/** An explanation for a program, in one line. */
export function explanationJson(
  { findings, verdict, uncheckedId }: Pick<Explanation, "findings" | "verdict" | "uncheckedId">,
  fetched: Fetched | undefined,
): string {
  // What is wrong beside a valid signature is elsewhere, and "allowed" would deny it.
  const isElsewhere = findings.some(({ certainty }) => certainty !== "possible");
  const isOpen = isElsewhere || uncheckedId !== undefined;
  const allowed = verdict?.allowed && isOpen ? undefined : verdict?.allowed;
  const value = { findings, allowed, response: fetched && responseOf(fetched) };
  return `${printable(JSON.stringify(value))}\n`;
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
