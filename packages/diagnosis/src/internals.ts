/**
 * What the other packages of this repository need of this one, and users do not. Without promise: any version may
 * change or remove it.
 *
 * @module
 */
export { idKind } from "./doctor/id-kind.ts";
export { findingEntry } from "./checks/finding.ts";
export { readHttpDate } from "./request/http-date.ts";
export { readErrorBody } from "./request/error-body.ts";
export { readAnswer } from "./request/read-answer.ts";
export { utcTime } from "./request/time-words.ts";
export { parseJson } from "./request/json.ts";
export { quote } from "./findings/quote.ts";
export { requestSecrets, type SecretParts, withoutSecrets } from "./secrets/secret-values.ts";
