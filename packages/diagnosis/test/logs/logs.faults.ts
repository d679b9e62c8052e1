import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { type AccessLogOptions, diagnoseAccessLog } from "cloudfront-sign-diagnosis/logs";

function refused(given: string, options: object, message: string): Fault {
  const run = () => diagnoseAccessLog([], options as AccessLogOptions);
  return { given, run, code: "ERR_OPTION_INVALID", message };
}

/** What a diagnosis of access logs cannot start with. */
export const logFaults: readonly Fault[] = [
  {
    given: "diagnoseAccessLog(undefined)",
    run: () => diagnoseAccessLog(undefined as unknown as string),
    code: "ERR_OPTION_INVALID",
    message: "log: is undefined; pass a stream of the log, its text, or its bytes",
  },
  ...["./logs/x.log", "/var/log/cloudfront", "C:\\logs\\x", "E2.2026-11-24-08.abc.gz"].map(
    (path): Fault => ({
      given: `diagnoseAccessLog(${JSON.stringify(path)})`,
      run: () => diagnoseAccessLog(path),
      code: "ERR_OPTION_INVALID",
      message:
        "log: looks like a file's path; pass createReadStream(path) of node:fs, or the text of the log",
    }),
  ),
  refused("status: 99", { status: 99 }, "status: is 99; give a status from 200 to 599, such as 404"),
  refused(
    'status: "404"',
    { status: "404" },
    "status: is a string; give a status from 200 to 599, such as 404",
  ),
  refused(
    'fields: "date time"',
    { fields: "date time" },
    "fields: is a string; give an array of field names",
  ),
  refused(
    'fields: ["date", "time", "sc-status"]',
    { fields: ["date", "time", "sc-status"] },
    "fields: has no cs-uri-stem; give all fields of the log in their order, and add this one to the log if it is missing there",
  ),
];
