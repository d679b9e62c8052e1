/** What is needed of an `AbortSignal`. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * Results in the order of their inputs, with at most `concurrency` operations under way. An error, of an
 * operation or of the inputs, comes when all results before it have been given. Whatever ends it closes the
 * inputs; an aborted signal waits for nothing.
 */
export async function* inOrder<T, R>(
  inputs: Iterable<T> | AsyncIterable<T>,
  operation: (input: T) => Promise<R>,
  concurrency: number,
  signal: AbortSignalLike | undefined,
): AsyncGenerator<R, void, undefined> {
  if (signal?.aborted) throw signal.reason;
  const { [Symbol.asyncIterator]: asyncIterator } = inputs as Partial<AsyncIterable<T>>;
  const isAsync = asyncIterator !== undefined;
  const source = isAsync
    ? asyncIterator.call(inputs as AsyncIterable<T>)
    : (inputs as Iterable<T>)[Symbol.iterator]();
  const pending: Promise<R>[] = [];
  // The first of them, which have been given already, are taken off together: each time, all that are left
  // have to move.
  let given = 0;
  let open = true;
  let reading: Promise<void> | undefined;
  let isLeft = false;
  let interrupt: ((reason: unknown) => void) | undefined;
  const onAbort = (): void => interrupt?.(signal?.reason);

  const push = (result: Promise<R>): void => {
    // Whoever iterates sees the error when it is this one's turn; until then nobody does.
    result.catch(() => {});
    pending.push(result);
  };
  const take = ({ done, value }: IteratorResult<T>): void => {
    if (done) open = false;
    else if (open && !signal?.aborted) push(operation(value));
  };
  const endWith = (error: unknown): void => {
    open = false;
    push(Promise.reject(error));
  };
  // Reads on by itself while there is room: a source that has nothing yet holds up none of what it gave
  // before.
  const readOn = (): void => {
    while (open && !reading && !signal?.aborted && pending.length - given < concurrency) {
      try {
        const next = source.next();
        if (isAsync)
          reading = Promise.resolve(next)
            .then(take)
            .catch(endWith)
            .then(() => {
              reading = undefined;
              readOn();
            });
        else take(next as IteratorResult<T>);
      } catch (error) {
        endWith(error);
      }
    }
  };
  const unlessAborted = <V>(promise: Promise<V>): Promise<V> =>
    signal
      ? new Promise((resolve, reject) => {
          interrupt = reject;
          promise.then(resolve, reject);
        })
      : promise;

  signal?.addEventListener("abort", onAbort);
  try {
    for (;;) {
      readOn();
      // Also when it was reading that aborted it.
      if (signal?.aborted) throw signal.reason;
      if (given < pending.length) {
        const result = await unlessAborted(pending[given] as Promise<R>);
        if (++given * 2 > pending.length) {
          pending.splice(0, given);
          given = 0;
        }
        isLeft = true;
        yield result;
        isLeft = false;
      } else if (reading) await unlessAborted(reading);
      else return;
    }
  } finally {
    signal?.removeEventListener("abort", onAbort);
    if (open) {
      open = false;
      const closed = (async () => source.return?.())().catch(() => {});
      // Inputs that are just being read may never answer, and an error does not wait for them.
      if (isLeft || !reading) await closed;
    }
  }
}
