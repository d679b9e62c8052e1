import { type AccessLogOptions, diagnoseAccessLog } from "cloudfront-sign-diagnosis/logs";
import type { Fault } from "./fault.ts";

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
