import { fail } from "../errors.ts";
import { shownErrorName } from "./error-names.ts";
import type { CallFailure } from "./remote-calls.ts";

/** Throws for a call without an answer. `problem` says what is known of its error, if anything is. */
export function refuseFailure(failure: CallFailure, problem?: string): never {
  const { outcome, attempts } = failure;
  if (outcome.id === "timeout") {
    return failed(
      `has no answer within ${count(outcome.seconds, "second")}${inAttempts(attempts)}; check the network and that the client gets abortSignal, or raise timeout`,
    );
  }
  return failed(problem ?? describeError(failure, outcome.error), outcome.error);
}

/** What to do about an error that is not known. */
function describeError({ attempts, isRetryable }: CallFailure, error: unknown): string {
  const name = shownErrorName(error);
  const shown = name === undefined ? "" : ` with ${name}`;
  return isRetryable
    ? `failed${shown}${inAttempts(attempts)}; see the cause of this error`
    : `failed${shown}, which is not tried again; see the cause of this error`;
}

/** ` in 10 attempts`. */
export function inAttempts(attempts: number): string {
  return ` in ${count(attempts, "attempt")}`;
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

function failed(problem: string, cause?: unknown): never {
  return fail("ERR_SIGNING_FAILED", "sign", problem, cause);
}
