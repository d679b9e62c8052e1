import { describeType, fail, memberOf } from "cloudfront-sign-webcrypto/internals";

/** Refuses what is not a renewing grant, such as the player of arguments that were swapped; `call` is a right call. */
export function checkGrant(grant: unknown, call: string): void {
  checkArgument("grant", grant, hasMethod(grant, "retryUrl"), "a grant of renewingGrant()", call);
}

export function checkArgument(
  name: "grant" | "loader" | "player",
  value: unknown,
  isUsable: boolean,
  kind: string,
  call: string,
): void {
  if (!isUsable) fail("ERR_OPTION_INVALID", name, `is ${describeType(value)}, not ${kind}; call ${call}`);
}

export function hasMethod(value: unknown, name: string): boolean {
  return typeof memberOf(value, name) === "function";
}
