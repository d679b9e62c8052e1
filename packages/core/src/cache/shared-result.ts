import { beforeOtherRequests } from "./workerd.ts";

/**
 * A function that returns the result of `make`, which is called once. Callers share it, also while it is being
 * made. After a failure, which `onFailure` hears of, the next call makes it anew.
 *
 * In workerd, callers in different requests share it only once it is there.
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
    let isMade = false;
    const unshare = (): void => {
      if (shared === result && !isMade) shared = undefined;
    };
    shared = result;
    beforeOtherRequests(unshare);
    result.then(
      () => {
        isMade = true;
        shared = result;
        // The function that made it holds the text of a key or a policy, which nobody needs any more.
        source = () => result;
      },
      () => {
        unshare();
        onFailure?.();
      },
    );
    return result;
  };
}
