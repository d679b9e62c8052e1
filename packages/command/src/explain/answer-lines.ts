import { quote, readErrorBody } from "cloudfront-sign-diagnosis/internals";
import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import { type Answer, clockDifference } from "../answer.ts";
import { type Field, fieldLines } from "../print-fields.ts";
import { printable } from "../terminal.ts";
import { withoutSecrets } from "../without-secrets.ts";

/** Headers that show who answered. */
export const shownHeaders = ["X-Cache", "Server", "Via", "Date", "Location"] as const;

/** Clocks that differ by less say nothing: an answer is some seconds on its way. */
const smallestDifference = 5;

/** The characters of a header that are shown: a server may send thousands. */
const longestValue = 300;

/** The characters of a body that are shown where it has no error code. */
const longestExcerpt = 160;

/** An answer as text. */
export function answerLines(answer: Answer, width: number): string[] {
  const error = readErrorBody(answer.body);
  const excerpt = answer.status >= 400 && error === undefined ? excerptOf(answer.body) : "";
  const optional: [label: string, value: string | undefined][] = [
    ["Code", error?.code || undefined],
    ["Message", error?.message || undefined],
    ["Body", excerpt || undefined],
    ...shownHeaders.map((name): [string, string | undefined] => [name, answer.header(name)]),
    ["Clock", describeClock(answer)],
  ];
  const fields = optional.flatMap(([label, value]): Field[] =>
    value === undefined ? [] : [[label, printable(quote(withoutSecrets(value), longestValue))]],
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
function excerptOf(body: string): string {
  const text = body
    .slice(0, 2000)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}…` : text;
}
