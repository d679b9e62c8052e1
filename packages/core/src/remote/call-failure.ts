import { fail } from "../errors.ts";
import { describeType } from "../options/type-name.ts";
import { shownErrorName } from "./error-names.ts";
import type { CallFailure } from "./remote-calls.ts";

/** Throws for a call without an answer. `problem` says what its error means, where that is known. */
export function refuseFailure({ outcome, attempts }: CallFailure, problem?: string): never {
  if (outcome.id === "timeout") {
    return failed(
      `did not answer within ${count(outcome.seconds, "second")}${inAttempts(attempts)}; check the network, pass abortSignal to the client, or raise timeout`,
      outcome.reason,
    );
  }
  return failed(problem ?? describeError(outcome.error, attempts), outcome.error);
}

function describeError(error: unknown, attempts: number): string {
  const fix = error === undefined ? "throw an Error that says why" : "see the cause of this error";
  return `failed with ${shownErrorName(error) ?? describeType(error)}${inAttempts(attempts)}; ${fix}`;
}

/** ` in 10 attempts`; nothing for the only one. */
export function inAttempts(attempts: number): string {
  return attempts === 1 ? "" : ` in ${attempts} attempts`;
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

function failed(problem: string, cause: unknown): never {
  return fail("ERR_SIGNING_FAILED", "sign", problem, cause);
}
