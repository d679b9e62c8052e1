import type { GrantState } from "./grant-state.ts";

/** The state that a page sees, and the listeners that hear of each new one. */
export interface PublishedState {
  readonly current: GrantState;
  subscribe(listener: (state: GrantState) => void): () => void;
  /** Does nothing if the state is the same as before. */
  publish(next: GrantState): void;
}

export function publishedState(): PublishedState {
  const listeners = new Map<object, (state: GrantState) => void>();
  const unheard: GrantState[] = [];
  let isCalling = false;
  let current: GrantState = Object.freeze({ status: "idle" });

  /** A listener may change the state: the others hear of it after the change before. */
  function callListeners(): void {
    if (isCalling) return;
    isCalling = true;
    for (let state = unheard.shift(); state; state = unheard.shift()) {
      for (const [subscription, listener] of [...listeners]) {
        if (!listeners.has(subscription)) continue;
        try {
          listener(state);
        } catch (error) {
          // A fault of the page must not end the renewals.
          console.error(error);
        }
      }
    }
    isCalling = false;
  }

  return {
    get current() {
      return current;
    },
    subscribe(listener) {
      const subscription = {};
      listeners.set(subscription, listener);
      return () => void listeners.delete(subscription);
    },
    publish(next) {
      if (isSameState(current, next)) return;
      current = Object.freeze(next);
      unheard.push(next);
      callListeners();
    },
  };
}

function isSameState(state: GrantState, next: GrantState): boolean {
  const { expiresAt, error } = state as { expiresAt?: Date; error?: unknown };
  const other = next as { expiresAt?: Date; error?: unknown };
  return state.status === next.status && expiresAt === other.expiresAt && error === other.error;
}
