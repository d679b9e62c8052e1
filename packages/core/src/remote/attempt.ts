import type { PlatformAbortSignal } from "../options/abort-signal.ts";
import type { AbortListeners } from "./abort-listeners.ts";

/** What a function `sign` gets besides its input. */
export interface RemoteCall {
  /** Aborts at the timeout of this attempt and with the option `signal`. Pass it on to the client. */
  readonly abortSignal: PlatformAbortSignal;
}

/** A call to where the key is. */
export type RemoteOperation = (call: RemoteCall) => unknown;

/** How one attempt of a call ended. */
export type Outcome =
  | { readonly id: "answer"; readonly answer: unknown }
  | { readonly id: "error"; readonly error: unknown }
  | { readonly id: "timeout"; readonly seconds: number; readonly reason: unknown };

/** Makes a call once, and waits for its end, `seconds` at most; rejects when the signal aborts. */
export function attempt(
  operation: RemoteOperation,
  seconds: number,
  listeners: AbortListeners,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (outcome: Outcome): void => {
      clearTimeout(timer);
      listeners.remove(onAbort);
      resolve(outcome);
    };
    const onAbort = (reason: unknown): void => {
      clearTimeout(timer);
      reject(reason);
      controller.abort(reason);
    };
    // First, because the signal may throw, or abort at once.
    listeners.add(onAbort);
    if (controller.signal.aborted) return;
    timer = setTimeout(() => {
      const reason = new DOMException(`no answer within ${seconds} seconds`, "TimeoutError");
      end({ id: "timeout", seconds, reason });
      controller.abort(reason);
    }, seconds * 1000);
    settle(() => operation({ abortSignal: controller.signal })).then(end);
  });
}

async function settle(operation: () => unknown): Promise<Outcome> {
  try {
    return { id: "answer", answer: await operation() };
  } catch (error) {
    return { id: "error", error };
  }
}
