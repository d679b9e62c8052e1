import type { AccessLogCause, AccessLogCount, AccessLogDiagnosis } from "cloudfront-sign-diagnosis/logs";
import { findingLines } from "../../../output/finding-lines.ts";
import { type Field, fieldLines } from "../../../output/print-fields.ts";
import { printable, styled, textWidth, wrap } from "../../../output/terminal.ts";

const mostTold = 5;

/** What a log says, for a person: the answer, a table of the causes, and each of them. */
export function logText(diagnosis: AccessLogDiagnosis): string {
  const width = textWidth(process.stdout);
  const { sentence, causes, missing } = diagnosis;
  const told = causes.filter(({ standsOut }) => standsOut).slice(0, mostTold);
  return [
    ...wrap(printable(sentence), width).map((line) => styled(process.stdout, "bold", line)),
    ...(causes.length > 0 ? ["", ...tableLines(causes, width)] : []),
    ...told.flatMap((cause) => ["", ...causeLines(cause, width)]),
    ...(missing.length > 0 ? ["", ...missing.flatMap((one) => wrap(`note: ${printable(one)}`, width))] : []),
    "",
  ].join("\n");
}

function tableLines(causes: readonly AccessLogCause[], width: number): string[] {
  const rows = [
    ["Requests", "Share", "First (UTC)", "Last (UTC)", "Cause"],
    ...causes.map(({ count, share, first, last, id, standsOut }) => [
      String(count),
      percentOf(share),
      shortTime(first),
      shortTime(last),
      `${id}${standsOut ? "" : " (usual)"}`,
    ]),
  ];
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const cell = (text: string, column: number): string =>
    column < 2 ? text.padStart(widthOf(column)) : text.padEnd(widthOf(column));
  return rows.map((row) => row.map(cell).join("  ").trimEnd().slice(0, width));
}

/** `3.1%` */
export function percentOf(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

/** `11-24 09:10`: the year is that of the log. */
function shortTime(date: Date): string {
  return date.toISOString().slice(5, 16).replace("T", " ");
}

function causeLines(cause: AccessLogCause, width: number): string[] {
  const { id, certainty, sentence, summary, evidence, fix, example, addresses } = cause;
  const finding = { id, certainty, sentence, evidence: `${summary.replace(/\.$/, "")}: ${evidence}`, fix };
  const fields: Field[] = [
    ...countsOf(cause).map(([label, list]): Field => [label, printable(listOf(list))]),
    ["Addresses", addresses > 20 ? `about ${addresses}` : String(addresses)],
    // A line may break before a parameter.
    ["Such as", printable(example).replaceAll("&", " &")],
  ];
  return [...findingLines([finding], width), ...fieldLines(fields, width)];
}

/** What the requests of a cause have in common. */
export function countsOf(cause: AccessLogCause): [label: string, counts: readonly AccessLogCount[]][] {
  const all: [string, readonly AccessLogCount[]][] = [
    ["Paths", cause.paths],
    ["Key IDs", cause.keyPairIds],
    ["Clients", cause.clients],
    ["Countries", cause.countries],
  ];
  return all.filter(([, counts]) => counts.length > 0);
}

function listOf(counts: readonly AccessLogCount[]): string {
  return counts.map(({ value, count, missed }) => `${value} (${missed > 0 ? "≥ " : ""}${count})`).join(", ");
}
