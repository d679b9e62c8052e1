import type { GrantState } from "./grant-state.ts";

/** The state that a page sees, and the listeners that hear of each new one. */
export interface PublishedState {
  readonly current: GrantState;
  subscribe(listener: (state: GrantState) => void): () => void;
  /** Does nothing if the state is the same as before. */
  publish(next: GrantState): void;
}

export function publishedState(): PublishedState {
  const listeners = new Set<(state: GrantState) => void>();
  let unheard: GrantState[] = [];
  let current: GrantState = Object.freeze({ status: "idle" });

  return {
    get current() {
      return current;
    },
    subscribe(listener) {
      const hear = (state: GrantState): void => {
        try {
          listener(state);
        } catch (error) {
          // A fault of the page must not end the renewals.
          console.error(error);
        }
      };
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    publish(next) {
      if (isSameState(current, next)) return;
      current = Object.freeze(next);
      // A listener may change the state: the others hear of it after the change before.
      if (unheard.push(next) > 1) return;
      for (const state of unheard) for (const hear of [...listeners]) if (listeners.has(hear)) hear(state);
      unheard = [];
    },
  };
}

function isSameState(state: GrantState, next: GrantState): boolean {
  const { expiresAt, error } = state as { expiresAt?: Date; error?: unknown };
  const other = next as { expiresAt?: Date; error?: unknown };
  return state.status === next.status && expiresAt === other.expiresAt && error === other.error;
}
