import type { JsonFault } from "../encoding/json.ts";

/** The objects of a custom policy: the whole, its one statement, and the members that are objects. */
export type PolicyObject = "policy" | "statement" | "Condition" | EpochMember | "IpAddress";

/** The conditions that hold a time. */
export type EpochMember = "DateLessThan" | "DateGreaterThan";

/** Everything in a policy that has to be of one type. */
export type PolicyPart =
  | PolicyObject
  | "Statement"
  | "Resource"
  | `AWS:EpochTime of ${EpochMember}`
  | "AWS:SourceIp";

/** How a text that is no JSON looks: an encoding or a habit that is known, or where reading it ends. */
export type JsonProblem =
  | {
      readonly id:
        | "empty"
        | "base64"
        | "percent-encoding"
        | "byte-order-mark"
        | "single-quotes"
        | "trailing-comma";
    }
  | { readonly id: "lost-variable"; readonly word: string }
  | Exclude<JsonFault, { readonly id: "too-deep" }>;

export type JsonType = "object" | "array" | "string" | "number" | "boolean" | "null";

/** Which rule of the policy grammar a value breaks, where, and with what. */
export type PolicyProblem =
  | { readonly id: "not-text"; readonly type: string; readonly isObject: boolean }
  | { readonly id: "too-long"; readonly length: number; readonly longest: number }
  | { readonly id: "not-json"; readonly fault: JsonProblem }
  | { readonly id: "too-deep" }
  | { readonly id: "missing-member"; readonly name: string; readonly object: PolicyObject }
  | {
      readonly id: "unknown-member";
      readonly name: string;
      readonly object: PolicyObject;
    }
  | { readonly id: "repeated-member"; readonly name: string; readonly object: PolicyObject }
  | { readonly id: "wrong-type"; readonly part: PolicyPart; readonly type: JsonType }
  | { readonly id: "statement-count"; readonly count: number }
  | { readonly id: "milliseconds"; readonly member: EpochMember; readonly value: number }
  | { readonly id: "not-whole" | "negative" | "not-plain"; readonly member: EpochMember }
  | { readonly id: "ip-address"; readonly address: string };
