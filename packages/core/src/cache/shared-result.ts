/**
 * A function that returns the result of `make`, which is called once. Callers share it, also while it is being
 * made. After a failure, which `onFailure` hears of, the next call makes it anew.
 *
 * In workerd they share it only once it is there: what a request began ends with that request, and whoever
 * waited for it from another request would wait for ever.
 */
export function sharedResult<Result>(
  make: () => Promise<Result>,
  onFailure?: () => void,
): () => Promise<Result> {
  let shared: Promise<Result> | undefined;
  let source = make;
  return () => {
    if (shared) return shared;
    const result = source();
    if (!isWorkerd()) shared = result;
    result.then(
      () => {
        shared = result;
        // The function that made it holds the text of a key or a policy, which nobody needs any more.
        source = () => result;
      },
      () => {
        if (shared === result) shared = undefined;
        onFailure?.();
      },
    );
    return result;
  };
}

/** By a class that workerd alone has, in every version and with every compatibility date. */
export function isWorkerd(): boolean {
  return "WebSocketPair" in globalThis;
}
