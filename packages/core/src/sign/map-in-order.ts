import { type AnyAbortSignal, onAbort } from "../options/abort-signal.ts";

/**
 * Results in the order of their inputs, with at most `concurrency` operations in progress. An error, of an
 * operation or of the inputs, is thrown after all results before it. However the iteration ends, the inputs
 * are closed; an aborted signal waits for nothing.
 */
export async function* mapInOrder<Input, Result>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  operation: (input: Input) => Promise<Result>,
  concurrency: number,
  signal: AnyAbortSignal | undefined,
): AsyncGenerator<Result, void, undefined> {
  if (signal?.aborted) throw signal.reason;
  const { [Symbol.asyncIterator]: asyncIterator } = inputs as Partial<AsyncIterable<Input>>;
  const source =
    asyncIterator === undefined
      ? (inputs as Iterable<Input>)[Symbol.iterator]()
      : asyncIterator.call(inputs as AsyncIterable<Input>);
  let isOpen = true;
  /** The read in progress, of inputs that are asynchronous. */
  let reading: Promise<void> | undefined;
  const results: Promise<Result>[] = [];
  // Results at the start that were taken already. They are removed many at a time, since each removal moves
  // all the others.
  let numTaken = 0;
  let rejectWait: ((reason: unknown) => void) | undefined;
  const stopListening = signal && onAbort(signal, () => rejectWait?.(signal.reason));

  const push = (result: Promise<Result>): void => {
    // A rejection is thrown when it is this result's turn, and is not unhandled until then.
    result.catch(() => {});
    results.push(result);
  };
  const endWith = (error: unknown): void => {
    isOpen = false;
    push(Promise.reject(error));
  };
  const accept = ({ done, value }: IteratorResult<Input>): void => {
    if (done) isOpen = false;
    else if (isOpen && !signal?.aborted) push(operation(value));
  };
  const readAsync = async (next: Promise<IteratorResult<Input>>): Promise<void> => {
    try {
      accept(await next);
    } catch (error) {
      endWith(error);
    }
    reading = undefined;
    readOn();
  };
  /**
   * Starts operations while there is room. Asynchronous inputs are read on by themselves, so that one that is
   * slow delays none of the results before it.
   */
  const readOn = (): void => {
    while (isOpen && reading === undefined && !signal?.aborted && results.length - numTaken < concurrency) {
      try {
        const next = source.next();
        if (asyncIterator === undefined) accept(next as IteratorResult<Input>);
        else reading = readAsync(next as Promise<IteratorResult<Input>>);
      } catch (error) {
        endWith(error);
      }
    }
  };
  const unlessAborted = <Value>(promise: Promise<Value>): Promise<Value> =>
    signal === undefined
      ? promise
      : new Promise((resolve, reject) => {
          rejectWait = reject;
          promise.then(resolve, reject);
        });

  let isYielding = false;
  try {
    for (;;) {
      readOn();
      // Reading may abort it.
      if (signal?.aborted) throw signal.reason;
      if (numTaken < results.length) {
        const result = await unlessAborted(results[numTaken] as Promise<Result>);
        numTaken++;
        if (numTaken * 2 > results.length) {
          results.splice(0, numTaken);
          numTaken = 0;
        }
        isYielding = true;
        yield result;
        isYielding = false;
      } else if (reading !== undefined) await unlessAborted(reading);
      else return;
    }
  } finally {
    stopListening?.();
    if (isOpen) {
      isOpen = false;
      const closed = closeSource(source);
      // Inputs that are being read may never answer, and an error must not wait for them.
      if (isYielding || reading === undefined) await closed;
    }
  }
}

async function closeSource(source: Iterator<unknown> | AsyncIterator<unknown>): Promise<void> {
  try {
    await source.return?.();
  } catch {
    // The error that ended the iteration is the one to throw.
  }
}
