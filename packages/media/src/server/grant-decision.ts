import type { GrantOptions } from "cloudfront-sign-webcrypto";
import {
  describeType,
  fail,
  memberOf,
  readOptionProperties,
  readOptions,
  typeTag,
} from "cloudfront-sign-webcrypto/internals";
import type { GrantRefusalReason } from "../client/grant-state.ts";

/** Why a viewer gets no grant. */
export interface GrantRefusal {
  /** `"signed-out"` is answered with 401, `"forbidden"` with 403. Clients then stop asking. */
  readonly refused: GrantRefusalReason;
  /** For the viewer. Default: a sentence in English. */
  readonly message?: string | undefined;
  /** Not with `refused`. */
  readonly resource?: never;
  /** Not with `refused`. */
  readonly policy?: never;
}

/** What `authorize` returns: the options of the viewer's grant, or why there is none. */
export type GrantDecision = (GrantOptions & { readonly refused?: never }) | GrantRefusal;

/** The decision, checked as far as it is not the signer that checks it. */
export function readDecision(decision: GrantDecision): GrantDecision {
  if (typeof memberOf(decision, "signUrl") === "function") refuseDecision("a grant");
  // Old workers call a Response an object.
  if (typeof memberOf(decision, "text") === "function") refuseDecision("a Response");
  if (typeTag(decision) !== "Object") refuseDecision(describeType(decision));
  const isRefused = readOptionProperties(() => "refused" in decision, "authorize");
  return isRefused ? readRefusal(decision as GrantRefusal) : decision;
}

function refuseDecision(received: string): never {
  return fail(
    "ERR_OPTION_INVALID",
    "authorize",
    `returned ${received}; return the options of a grant, { resource, expiresIn: "10m" }, or { refused: "signed-out" }`,
  );
}

function readRefusal(decision: GrantRefusal): GrantRefusal {
  if (memberOf(decision, "resource") !== undefined || memberOf(decision, "policy") !== undefined)
    fail(
      "ERR_OPTION_CONFLICT",
      "refused",
      "cannot be combined with the options of a grant; return one of the two",
    );
  const { refused, message } = readOptions("authorize", decision, ["refused", "message"]);
  if (refused !== "signed-out" && refused !== "forbidden")
    fail(
      "ERR_OPTION_INVALID",
      "refused",
      `is neither "signed-out" nor "forbidden", but ${describeType(refused)}; return one of the two`,
    );
  if (message !== undefined && typeof message !== "string")
    fail("ERR_OPTION_INVALID", "message", `is ${describeType(message)}; return a sentence for the viewer`);
  return { refused, message };
}
