import { fail } from "../errors.ts";
import { type AnyAbortSignal, readAbortSignal } from "../options/abort-signal.ts";
import { type OnEvent, readOnEvent } from "../options/events.ts";
import { describeNumber, describeType } from "../options/type-name.ts";
import { type Duration, timeoutSeconds } from "../policy/duration.ts";

/** Calls in progress by default: the sockets that the AWS SDK for JavaScript opens in Node.js. */
const usualConcurrency = 50;

/** Attempts of one signature by default. When 30 % of all calls are throttled, one signature of 170,000 uses up all. */
const defaultAttempts = 10;

/** More attempts than this only hide that the key cannot be reached. Our own limit. */
const maxAttempts = 100;

/** Seconds that one attempt may take by default. AWS KMS answers within a tenth of one. */
const defaultTimeout = 5;

/** Seconds that one signature may take by default, with all its waits and attempts. */
const defaultDeadline = 10;

/** Signatures that may wait by default: what a key with the quota of AWS KMS, 1,000 a second, makes before the deadline. */
const defaultMaxQueue = 10_000;

/** The options of every remote key that say how its function `sign` is called. */
export interface RemoteCallOptions {
  /**
   * Number of calls at the same time, 1 or more; more calls wait for their turn, in order. Default 50; 1 for
   * PKCS#11. An attempt that timed out no longer counts, even if `sign` is still working on it. On Cloudflare
   * Workers, where a request cannot wait for another one, no call waits.
   */
  readonly concurrency?: number | undefined;
  /**
   * Number of signatures that may wait, for their turn or for their next attempt, 0 or more. One more rejects at once
   * with `ERR_SIGNING_QUEUE_FULL`. Default 10,000. No limit on Cloudflare Workers, where no call waits.
   */
  readonly maxQueue?: number | undefined;
  /**
   * Number of attempts for one signature, from 1 to 100, default 10. Between two of them is a random wait of up to
   * 50 ms, 100 ms, 200 ms …, at most 2 seconds. If the last one fails with an error that may pass, the signature rejects
   * with `ERR_SIGNING_UNAVAILABLE`.
   */
  readonly attempts?: number | undefined;
  /**
   * How long one attempt may take: seconds, or text such as `"30s"`. Default `"5s"`. It limits no
   * signature, which may wait and take several attempts: `deadline` does.
   */
  readonly timeout?: Duration | undefined;
  /**
   * How long one signature may take altogether, with the wait for its turn, all attempts and the waits between them:
   * seconds, or text. Default `"10s"`, or `timeout` if that is longer. It then rejects with
   * `ERR_SIGNING_TIMEOUT`: earlier if its turn comes when less time is left than recent calls took, so that no call is
   * begun whose answer would come too late.
   */
  readonly deadline?: Duration | undefined;
  /** Ends all calls, including those that wait: they reject with the signal's reason, and so does every later call. */
  readonly signal?: AnyAbortSignal | undefined;
  /** Is called for each call, its wait, its retries, its failure and the length of the queue. What it throws is ignored. */
  readonly onEvent?: OnEvent | undefined;
}

/** The same, with every default filled in. */
export interface CallSettings extends RemoteCallOptions {
  readonly concurrency: number;
  readonly maxQueue: number;
  readonly attempts: number;
  /** Seconds. */
  readonly timeout: number;
  /** Seconds. */
  readonly deadline: number;
}

export const callOptionNames = [
  "concurrency",
  "maxQueue",
  "attempts",
  "timeout",
  "deadline",
  "signal",
  "onEvent",
] as const;

/** Reads the options of a call, with every default filled in. */
export function readCallOptions(
  options: RemoteCallOptions,
  defaultConcurrency: number = usualConcurrency,
): CallSettings {
  const {
    concurrency = defaultConcurrency,
    maxQueue = defaultMaxQueue,
    attempts = defaultAttempts,
  } = options;
  if (!isWhole(concurrency))
    refuseCallOption(
      "concurrency",
      `is ${describeNumber(concurrency)}; pass a whole number of calls, 1 or more`,
    );
  if (maxQueue !== 0 && !isWhole(maxQueue))
    refuseCallOption(
      "maxQueue",
      `is ${describeNumber(maxQueue)}; pass a whole number of signatures, 0 or more`,
    );
  if (!isWhole(attempts) || attempts > maxAttempts)
    refuseCallOption(
      "attempts",
      `is ${describeNumber(attempts)}; pass a whole number from 1 to ${maxAttempts}`,
    );
  const timeout = timeoutSeconds(options.timeout, defaultTimeout);
  const deadline = timeoutSeconds(options.deadline, Math.max(defaultDeadline, timeout), "deadline");
  const signal = readAbortSignal(options.signal);
  return {
    concurrency,
    maxQueue,
    attempts,
    timeout,
    deadline,
    signal,
    onEvent: readOnEvent(options.onEvent),
  };
}

/** The function `sign` of a remote key. `example` is one that works. */
export function readSign<Sign extends (...values: never[]) => unknown>(sign: Sign, example: string): Sign {
  if (typeof sign === "function") return sign;
  const step = `pass the function that signs: ${example}`;
  if (sign === undefined) return fail("ERR_OPTION_MISSING", "sign", `is missing; ${step}`);
  return refuseCallOption("sign", `is ${describeType(sign)}; ${step}`);
}

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function refuseCallOption(option: string, problem: string): never {
  return fail("ERR_OPTION_INVALID", option, problem);
}
