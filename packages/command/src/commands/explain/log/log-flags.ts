import type { Flag } from "../../../command.ts";

/** The flags of `explain` for whole logs. */
export const logFlags = {
  log: {
    value: "FILE",
    does: 'find out from CloudFront\'s access logs why viewers are denied: a file, a folder, or "-" for standard input; more files may follow. Text, JSON or Parquet, also compressed with gzip',
    group: "Logs",
    isRepeatable: true,
  },
  "log-fields": {
    value: "NAMES",
    does: "all fields of a log without a header, in their order: timestamp,c-ip,sc-status,cs-uri-stem for a real-time log with these four",
    group: "Logs",
  },
  html: {
    does: "a page with a timeline, for --log: explain --log logs --html > denials.html",
    group: "Output",
  },
} as const satisfies Record<string, Flag>;

export type LogFlag = keyof typeof logFlags;

/** The other flags of `explain` that a log has a use for. */
const flagsWithLog: readonly string[] = [
  ...Object.keys(logFlags),
  "public-key",
  "key-group",
  "allow-emulator-key-pair-ids",
  "restrict",
  "hostname",
  "status",
  "json",
];

/** Whether `explain` has a use for a flag together with `--log`. */
export function isForLog(flag: string): boolean {
  return flagsWithLog.includes(flag);
}
