/** The value; rejects as soon as the signal aborts. */
export function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return value;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    value.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
