import { quote, readErrorBody, type SecretParts, withoutSecrets } from "cloudfront-sign-diagnosis/internals";
import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import { type Field, fieldLines } from "../../output/print-fields.ts";
import { printable } from "../../output/terminal.ts";
import { type Answer, clockDifference } from "../../requests/fetch-answer.ts";

/** Headers that show who answered. */
export const shownHeaders = ["X-Cache", "Server", "Via", "Date", "Location"] as const;

/** Clocks that differ by less say nothing: an answer is some seconds on its way. */
const smallestDifference = 5;

/** The characters of a header that are shown: a server may send thousands. */
const longestValue = 300;

/** The characters of a body that are shown where it has no error code. */
const longestExcerpt = 160;

/** An answer as text, without the secrets that it repeats. */
export function answerLines(answer: Answer, secrets: SecretParts, width: number): string[] {
  const shown = (text: string, longest: number): string =>
    printable(quote(withoutSecrets(text, secrets), longest));
  const error = readErrorBody(answer.body);
  const excerpt =
    answer.status >= 400 && error === undefined ? shown(textOf(answer.body), longestExcerpt) : "";
  const optional: [label: string, value: string | undefined][] = [
    ["Code", error?.code || undefined],
    ["Message", error?.message || undefined],
    ["Body", excerpt || undefined],
    ...shownHeaders.map((name): [string, string | undefined] => [name, answer.header(name)]),
    ["Clock", describeClock(answer)],
  ];
  const fields = optional.flatMap(([label, value]): Field[] =>
    value === undefined ? [] : [[label, shown(value, longestValue)]],
  );
  return fieldLines([["Status", String(answer.status)], ...fields], width);
}

function describeClock(answer: Answer): string | undefined {
  const seconds = clockDifference(answer);
  if (seconds === undefined) return undefined;
  if (Math.abs(seconds) < smallestDifference) return "agrees with this machine's";
  return `this machine's is ${describeSeconds(Math.abs(seconds))} ${seconds > 0 ? "ahead" : "behind"}`;
}

/** The beginning of a body without the tags of HTML. */
function textOf(body: string): string {
  return body
    .slice(0, 2000)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
