import type { DeniedTraffic, Traffic } from "./traffic.ts";

/** How a log was read. */
export interface Reading {
  readonly unreadable: number;
  /** Whose log has the first unreadable line of a known kind. */
  readonly foreign: string | undefined;
  readonly names: ReadonlySet<string>;
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
export function missingOf(all: Traffic, { unreadable, foreign, names, hasVerifier }: Reading): string[] {
  const lacks = (field: string): boolean => all.count > 0 && !names.has(field);
  const missing: readonly (readonly [boolean, string])[] = [
    [
      unreadable > 0,
      `${grouped(unreadable)} lines could not be read. ${
        foreign === undefined
          ? "A real-time log has no header: give its fields in their order."
          : `They are from an access log of ${foreign}, not of CloudFront: give the standard or real-time logs of the distribution.`
      }`,
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

function isOpen(denied: DeniedTraffic | undefined): boolean {
  return denied !== undefined && denied.cause.certainty !== "proven";
}

/** A number with a comma between its thousands. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
