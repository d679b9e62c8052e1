import type { AnyAbortSignal } from "cloudfront-sign-webcrypto";

/** The value; rejects as soon as the signal aborts, and at once for what is not a signal. */
export function untilAborted<Value>(
  value: Promise<Value>,
  signal: AnyAbortSignal | undefined,
): Promise<Value> {
  if (!signal) return value;
  return new Promise((resolve, reject) => {
    const leave = () => signal.removeEventListener("abort", abort);
    const abort = () => {
      leave();
      reject(signal.reason);
    };
    value.then(resolve, reject);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    value.then(leave, leave);
  });
}
