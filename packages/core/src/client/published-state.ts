import type { GrantState } from "./grant-state.ts";

/** The state that a page sees, and those who hear of each new one. */
export interface PublishedState {
  readonly current: GrantState;
  subscribe(listener: (state: GrantState) => void): () => void;
  /** Does nothing if the state is the same as before. */
  publish(next: GrantState): void;
}

export function publishedState(): PublishedState {
  const listeners = new Map<object, (state: GrantState) => void>();
  let current: GrantState = Object.freeze({ status: "idle" });
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
      for (const listener of [...listeners.values()]) {
        try {
          listener(next);
        } catch {
          // A fault of the page must not end the renewals.
        }
      }
    },
  };
}

function isSameState(state: GrantState, next: GrantState): boolean {
  const { expiresAt, error } = state as { expiresAt?: Date; error?: unknown };
  const other = next as { expiresAt?: Date; error?: unknown };
  return state.status === next.status && expiresAt === other.expiresAt && error === other.error;
}
