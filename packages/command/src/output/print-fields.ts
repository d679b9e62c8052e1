import type { CloudFrontDenialReason } from "cloudfront-sign-webcrypto/verify";
import { program } from "../program.ts";
import { styled, wrap } from "./terminal.ts";

/** A label and what it says, a list for several lines. The value is printable already. */
export type Field = readonly [label: string, value: string | readonly string[]];

const narrowestColumn = 34;

/** Labels in one column and values in another; values below their labels where the terminal is narrow. */
export function fieldLines(fields: readonly Field[], width: number): string[] {
  const left = Math.max(...fields.map(([label]) => label.length)) + 2;
  const isNarrow = width - left < narrowestColumn;
  return fields.flatMap(([label, value]) => {
    // Below a label that has an indent of its own.
    const indent = " ".repeat(isNarrow ? label.search(/\S|$/) + 2 : left);
    const lines = [value].flat().flatMap((line) => wrap(line, width - indent.length));
    const [first, ...others] = isNarrow
      ? [label, ...lines]
      : lines.map((line, i) => (i === 0 ? label.padEnd(left) + line : line));
    return [first ?? label, ...others.map((line) => indent + line)];
  });
}

/** Wrapped text after a label that stands out: `Denied: The signature has expired.` */
export function labelledLines(
  label: string,
  text: string,
  style: Parameters<typeof styled>[1],
  width: number,
): string[] {
  const [first = "", ...others] = wrap(`${label}: ${text}`, width);
  const marked = Math.min(label.length + 1, first.length);
  return [styled(process.stdout, style, first.slice(0, marked)) + first.slice(marked), ...others];
}

/** A reason to deny a request, and what to do next; `first` is what to do before that. */
export function denialFields(reason: CloudFrontDenialReason, first = ""): Field[] {
  return [
    ["Reason", reason],
    ["Next", first + nextStep(reason)],
  ];
}

function nextStep(reason: CloudFrontDenialReason): string {
  switch (reason) {
    case "ip-unknown":
      return "pass the viewer's address: --ip-address IP";
    case "no-credentials":
    case "key-id-missing":
    case "signature-missing":
    case "policy-missing":
      return `check that the URL is in single quotes, as a shell ends a command at &; otherwise ${program()} explain says what to do`;
    default:
      return `${program()} explain, with the same arguments, finds the cause and says what to do`;
  }
}
