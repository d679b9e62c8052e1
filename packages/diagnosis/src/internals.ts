/**
 * What the other packages of this repository need of this one, and users do not. Without promise: any version may
 * change or remove it.
 *
 * @module
 */
export { idKind } from "./doctor/id-kind.ts";
export { findingEntry } from "./explain/findings/finding.ts";
export { readHttpDate } from "./explain/http-date.ts";
export { readErrorBody } from "./explain/question/error-body.ts";
export { readAnswer } from "./explain/question/read-answer.ts";
export { utcTime } from "./explain/time-words.ts";
export { parseJson } from "./explain/values/json.ts";
export { quote } from "./findings/quote.ts";
export { requestSecrets, type SecretParts, withoutSecrets } from "./secrets/secret-values.ts";
