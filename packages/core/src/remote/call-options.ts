import { fail } from "../errors.ts";
import { type AnyAbortSignal, readAbortSignal } from "../options/abort-signal.ts";
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

/** The options of every remote key that say how its function `sign` is called. */
export interface RemoteCallOptions {
  /**
   * Number of calls at the same time, 1 or more; more calls wait for their turn, in order. Default 50; 1 for
   * PKCS#11. An attempt that timed out no longer counts, even if `sign` is still working on it. On Cloudflare
   * Workers, where a request cannot wait for another one, no call waits.
   */
  readonly concurrency?: number | undefined;
  /**
   * Number of attempts for one signature, from 1 to 100, default 10. Between two of them is a random wait of up to
   * 50 ms, 100 ms, 200 ms …, at most 2 seconds.
   */
  readonly attempts?: number | undefined;
  /** How long one attempt may take: seconds, or text such as `"30s"`; at most 300 seconds. Default `"5s"`. */
  readonly timeout?: Duration | undefined;
  /** Ends all calls, including those that wait: they reject with the signal's reason, and so does every later call. */
  readonly signal?: AnyAbortSignal | undefined;
}

/** The same, with every default filled in. */
export interface CallSettings extends RemoteCallOptions {
  readonly concurrency: number;
  readonly attempts: number;
  /** Seconds. */
  readonly timeout: number;
}

export const callOptionNames = ["concurrency", "attempts", "timeout", "signal"] as const;

/** Reads the options of a call, with every default filled in. */
export function readCallOptions(
  options: RemoteCallOptions,
  defaultConcurrency: number = usualConcurrency,
): CallSettings {
  const { concurrency = defaultConcurrency, attempts = defaultAttempts, signal } = options;
  if (!isWhole(concurrency))
    refuse("concurrency", `is ${describeNumber(concurrency)}; pass a whole number of calls, 1 or more`);
  if (!isWhole(attempts) || attempts > maxAttempts)
    refuse("attempts", `is ${describeNumber(attempts)}; pass a whole number from 1 to ${maxAttempts}`);
  const timeout = timeoutSeconds(options.timeout, defaultTimeout);
  return { concurrency, attempts, timeout, signal: readAbortSignal(signal) };
}

/** The function `sign` of a remote key. `example` is one that works. */
export function readSign<Sign extends (...values: never[]) => unknown>(sign: Sign, example: string): Sign {
  if (typeof sign === "function") return sign;
  const step = `pass the function that signs: ${example}`;
  if (sign === undefined) return fail("ERR_OPTION_MISSING", "sign", `is missing; ${step}`);
  return refuse("sign", `is ${describeType(sign)}; ${step}`);
}

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function refuse(option: string, problem: string): never {
  return fail("ERR_OPTION_INVALID", option, problem);
}
