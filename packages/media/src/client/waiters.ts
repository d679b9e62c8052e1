import type { AbortSignalLike } from "cloudfront-sign-webcrypto";

/** Promises that wait for one value, each for its own time. */
export interface Waiters<Value> {
  readonly size: number;
  /** Rejects with what `late` gives after the delay in milliseconds, and with the reason of the signal. */
  wait(delay: number, late: () => unknown, signal?: AbortSignalLike): Promise<Value>;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

export function createWaiters<Value>(): Waiters<Value> {
  const waiting = new Set<{ resolve(value: Value): void; reject(error: unknown): void }>();
  return {
    get size() {
      return waiting.size;
    },
    wait(delay, late, signal) {
      return new Promise((resolve, reject) => {
        const abort = () => waiter.reject(signal?.reason);
        const leave = () => {
          clearTimeout(timer);
          waiting.delete(waiter);
          signal?.removeEventListener("abort", abort);
        };
        const waiter = {
          resolve(value: Value) {
            leave();
            resolve(value);
          },
          reject(error: unknown) {
            leave();
            reject(error);
          },
        };
        // First of all, because it throws for what is not a signal.
        signal?.addEventListener("abort", abort);
        const timer = setTimeout(() => waiter.reject(late()), delay);
        waiting.add(waiter);
        if (signal?.aborted) abort();
      });
    },
    resolve(value) {
      for (const waiter of [...waiting]) waiter.resolve(value);
    },
    reject(error) {
      for (const waiter of [...waiting]) waiter.reject(error);
    },
  };
}
