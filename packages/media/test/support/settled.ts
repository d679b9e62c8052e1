/** What a promise has come to, for tests that look at it in the middle of things. */
export interface Settled<Value> {
  readonly status: "pending" | "fulfilled" | "rejected";
  readonly value?: Value;
  /** The code of a rejection. */
  readonly code?: string;
}

export function watch<Value>(promise: Promise<Value>): { readonly now: Settled<Value> } {
  const watched: { now: Settled<Value> } = { now: { status: "pending" } };
  promise.then(
    (value) => {
      watched.now = { status: "fulfilled", value };
    },
    (error) => {
      watched.now = { status: "rejected", code: error?.code ?? String(error) };
    },
  );
  return watched;
}
