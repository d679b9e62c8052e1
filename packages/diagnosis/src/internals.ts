/**
 * What the other packages of this repository need of this one, and users do not. Without promise: any version may
 * change or remove it.
 *
 * @module
 */

export { summaryOf } from "./checks/entries.ts";
export { idKind } from "./doctor/id-kind.ts";
export { quote } from "./findings/quote.ts";
export { readErrorBody } from "./request/error-body.ts";
export { parseJson } from "./request/json.ts";
export { readAnswer } from "./request/read-answer.ts";
export { readHttpDate, utcTime } from "./request/time-words.ts";
export { requestSecrets, type SecretParts, withoutSecrets } from "./secrets/secret-values.ts";
