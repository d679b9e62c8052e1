import { columnsWithoutSecrets } from "./redaction.ts";
import type { DeniedTraffic, Traffic } from "./traffic.ts";

/** How a log was read. */
export interface Reading {
  readonly unreadable: number;
  /** Whose log has the first unreadable line of a known kind. */
  readonly foreign: string | undefined;
  readonly names: ReadonlySet<string>;
  /** The number of fields that were given, if they were. */
  readonly numFields: number | undefined;
  /** The columns of a line, if no header names them. */
  readonly columns: readonly string[];
  /** The number of requests whose status is none of HTTP. */
  readonly withoutStatus: number;
  readonly hasVerifier: boolean;
}

/**
 * Whose access log a line is of, if it is one that is often taken for CloudFront's.
 *
 * Source: Amazon S3 User Guide, "Server access log format"; Application Load Balancers, "Access logs".
 */
export function foreignLog(line: string): string | undefined {
  if (/ (?:REST|WEBSITE|BATCH|S3)\.[A-Z_.]+ /.test(line)) return "S3";
  return /^\w+ [\d.:TZ-]+ app\//.test(line) ? "a load balancer" : undefined;
}

/** What the log leaves out, and what to switch on. */
export function missingOf(all: Traffic, reading: Reading): string[] {
  const { unreadable, foreign, names, hasVerifier } = reading;
  const order = orderOf(all, reading);
  const { count, value, sign } = deniedElsewhere(all);
  const lacks = (field: string): boolean => all.count > 0 && !names.has(field);
  const missing: readonly (readonly [boolean, string])[] = [
    [
      unreadable > 0,
      `${grouped(unreadable)} lines could not be read. ${
        foreign === undefined
          ? (order ?? "A real-time log has no header: give its fields in their order.")
          : `They are from an access log of ${foreign}, not of CloudFront: give the standard or real-time logs of the distribution.`
      }`,
    ],
    [unreadable === 0 && order !== undefined, order ?? ""],
    [
      count > 0,
      `${grouped(count)} requests with ${sign} got ${value}. If an error page changes 403 to ${value}, pass this status (--status ${value}).`,
    ],
    [
      count > 0 && Number(value) < 400 && lacks("x-edge-detailed-result-type"),
      "Add the field x-edge-detailed-result-type: without it, a viewer who disconnected is an error, too.",
    ],
    [
      all.withCookies === 0 &&
        ["no-credentials", "segment-not-signed"].some((id) => isOpen(all.causes.get(id))),
      "The log holds no cookies. If you use signed cookies, switch on cookie logging (IncludeCookies, or the field cs(Cookie)).",
    ],
    [
      all.count > 0 && all.signed === 0 && lacks("cs-uri-query"),
      "The log holds no query strings, and so no signing parameters. Add the field cs-uri-query.",
    ],
    [
      all.denied.count > 0 && (lacks("sc-content-len") || lacks("sc-content-type")),
      "Add the fields sc-content-type and sc-content-len: the length of CloudFront's response shows its error code.",
    ],
    [
      lacks("c-country"),
      "The log has no countries: c-country is a field of version 2 and of real-time logs.",
    ],
    [
      all.denied.count > 0 && !hasVerifier,
      "Pass the public keys: they can prove what was changed after signing.",
    ],
  ];
  return missing.filter(([applies]) => applies).map(([, sentence]) => sentence);
}

/** What is wrong with the fields that were given, with the columns that they should name. */
function orderOf(all: Traffic, { numFields, columns, withoutStatus }: Reading): string | undefined {
  if (numFields === undefined || columns.length === 0) return undefined;
  const problem =
    numFields !== columns.length
      ? `${numFields} fields are given, and the lines have ${columns.length} columns.`
      : all.count === 0
        ? "The fields are in another order, or the lines have other columns."
        : withoutStatus < all.count
          ? undefined
          : "No line has an HTTP status in sc-status, so the fields are in another order.";
  return problem && `${problem} Give the field of each column, in order: ${columnsWithoutSecrets(columns)}`;
}

/** The most frequent status of errors that may be denials, and the sign of it. */
export function deniedElsewhere({ deniedElsewhere }: Traffic): {
  count: number;
  value: string;
  sign: string;
} {
  const [{ count, value } = { count: 0, value: "" }] = deniedElsewhere.sorted();
  return {
    count,
    value,
    sign: Number(value) < 400 ? "an error as CloudFront's result" : "an expired signature",
  };
}

function isOpen(denied: DeniedTraffic | undefined): boolean {
  return denied !== undefined && denied.cause.certainty !== "proven";
}

/** A number with a comma between its thousands. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
