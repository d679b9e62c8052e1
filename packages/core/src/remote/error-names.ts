import { memberOf } from "../options/read-properties.ts";

/**
 * A name of an error that a message may show: `ThrottlingException`, `ECONNRESET`, `HTTPError404`. The ID of an
 * access key, a token or a PIN has more digits, or more capital letters in a row.
 */
const plausibleName = /^(?=.{2,61}$)(?!.*[A-Z\d]{17})[A-Za-z][A-Za-z_.]*(?:\d{1,3}[A-Za-z_.]*)?$/;

/**
 * The names that an error has, the most telling first: those of Node.js and of version 2 of the AWS SDK for
 * JavaScript (`code`), of the JSON of an AWS service (`__type`), of the cause of a failed `fetch`, and of
 * version 3 of the AWS SDK (`name`).
 */
export function errorNames(error: unknown): string[] {
  const cause = memberOf(error, "cause");
  return [
    memberOf(error, "code"),
    lastPart(memberOf(error, "__type")),
    memberOf(cause, "code"),
    memberOf(error, "name"),
    memberOf(cause, "name"),
  ].filter((name) => typeof name === "string");
}

/** The name of an error for a message; `undefined` if it has none that says more than that it is one. */
export function shownErrorName(error: unknown): string | undefined {
  return errorNames(error).find((name) => plausibleName.test(name) && name !== "Error");
}

/** `com.amazonaws.kms#NotFoundException`: a name with its namespace. */
function lastPart(type: unknown): unknown {
  return typeof type === "string" ? type.slice(type.lastIndexOf("#") + 1) : type;
}
