import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import fc from "fast-check";
import { hostileValue, OwnError } from "./hostile-values.ts";
import { runs } from "./runs.ts";

export type Call = (one: never, two: never) => unknown;

/** Calls a function. An asynchronous one may reject, but must not throw. */
export async function outcomeOf(
  call: Call,
  values: readonly [unknown, unknown],
  isAsync: boolean,
): Promise<unknown> {
  let answer: unknown;
  try {
    answer = call(...(values as [never, never]));
  } catch (error) {
    if (isAsync) throw new Error(`thrown instead of rejected: ${error}`);
    throw error;
  }
  if (isAsync && !(answer instanceof Promise)) throw new Error("no promise");
  return answer;
}

/** Calls a function with values of any kind: what it throws is an error of the package, or of the caller's own code. */
export const throwsOwnErrors = (call: Call, isAsync: boolean): Promise<void> =>
  fc.assert(
    fc.asyncProperty(hostileValue, hostileValue, async (one, two) => {
      try {
        const answer = await outcomeOf(call, [one(), two()], isAsync);
        // A stream that nobody reads is left with its error.
        await (answer as Response | undefined)?.body?.cancel?.().catch(() => {});
      } catch (error) {
        // To await a proxy that is revoked fails by itself: it is what the caller's own function gave.
        const isOwn = error instanceof OwnError || `${error}`.includes("revoked");
        if (!isCloudFrontSignError(error) && !isOwn) throw error;
      }
    }),
    runs(20261122, 400),
  );
