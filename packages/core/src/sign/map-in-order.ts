import type { AbortSignalLike } from "../options/abort-signal.ts";

/**
 * Results in the order of their inputs, with at most `concurrency` operations in progress. An error, of an
 * operation or of the inputs, is thrown after all results before it. However the iteration ends, the inputs
 * are closed; an aborted signal waits for nothing.
 */
export async function* mapInOrder<Input, Result>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  operation: (input: Input) => Promise<Result>,
  concurrency: number,
  signal: AbortSignalLike | undefined,
): AsyncGenerator<Result, void, undefined> {
  if (signal?.aborted) throw signal.reason;
  const queue = new ReadAhead(inputs, operation, concurrency, signal);
  let isYielding = false;
  try {
    for (;;) {
      queue.readOn();
      // Reading may abort it.
      if (signal?.aborted) throw signal.reason;
      const first = queue.first();
      if (first !== undefined) {
        const result = await queue.unlessAborted(first);
        queue.removeFirst();
        isYielding = true;
        yield result;
        isYielding = false;
      } else if (queue.reading !== undefined) await queue.unlessAborted(queue.reading);
      else return;
    }
  } finally {
    // Inputs that are being read may never answer, and an error must not wait for them.
    await queue.close(isYielding);
  }
}

/** Reads inputs while there is room, and holds the results that were not taken yet. */
class ReadAhead<Input, Result> {
  /** The read in progress, of inputs that are asynchronous. */
  reading: Promise<void> | undefined;
  readonly #operation: (input: Input) => Promise<Result>;
  readonly #concurrency: number;
  readonly #signal: AbortSignalLike | undefined;
  readonly #isAsync: boolean;
  readonly #source: Iterator<Input> | AsyncIterator<Input>;
  readonly #results: Promise<Result>[] = [];
  // Results at the start that were taken already. They are removed many at a time, since each removal moves
  // all the others.
  #taken = 0;
  #isOpen = true;
  #rejectWait: ((reason: unknown) => void) | undefined;
  readonly #onAbort = (): void => this.#rejectWait?.(this.#signal?.reason);

  constructor(
    inputs: Iterable<Input> | AsyncIterable<Input>,
    operation: (input: Input) => Promise<Result>,
    concurrency: number,
    signal: AbortSignalLike | undefined,
  ) {
    this.#operation = operation;
    this.#concurrency = concurrency;
    this.#signal = signal;
    const { [Symbol.asyncIterator]: asyncIterator } = inputs as Partial<AsyncIterable<Input>>;
    this.#isAsync = asyncIterator !== undefined;
    this.#source =
      asyncIterator === undefined
        ? (inputs as Iterable<Input>)[Symbol.iterator]()
        : asyncIterator.call(inputs as AsyncIterable<Input>);
    signal?.addEventListener("abort", this.#onAbort);
  }

  first(): Promise<Result> | undefined {
    return this.#results[this.#taken];
  }

  removeFirst(): void {
    this.#taken++;
    if (this.#taken * 2 > this.#results.length) {
      this.#results.splice(0, this.#taken);
      this.#taken = 0;
    }
  }

  /**
   * Starts operations while there is room. Asynchronous inputs are read on by themselves, so that one that is
   * slow delays none of the results before it.
   */
  readOn(): void {
    while (
      this.#isOpen &&
      this.reading === undefined &&
      !this.#signal?.aborted &&
      this.#results.length - this.#taken < this.#concurrency
    ) {
      try {
        const next = this.#source.next();
        if (this.#isAsync) this.reading = this.#readAsync(next as Promise<IteratorResult<Input>>);
        else this.#accept(next as IteratorResult<Input>);
      } catch (error) {
        this.#endWith(error);
      }
    }
  }

  async #readAsync(next: Promise<IteratorResult<Input>>): Promise<void> {
    try {
      this.#accept(await next);
    } catch (error) {
      this.#endWith(error);
    }
    this.reading = undefined;
    this.readOn();
  }

  #accept({ done, value }: IteratorResult<Input>): void {
    if (done) this.#isOpen = false;
    else if (this.#isOpen && !this.#signal?.aborted) this.#push(this.#operation(value));
  }

  #endWith(error: unknown): void {
    this.#isOpen = false;
    this.#push(Promise.reject(error));
  }

  #push(result: Promise<Result>): void {
    // A rejection is thrown when it is this result's turn, and is not unhandled until then.
    result.catch(() => {});
    this.#results.push(result);
  }

  unlessAborted<Value>(promise: Promise<Value>): Promise<Value> {
    if (this.#signal === undefined) return promise;
    return new Promise((resolve, reject) => {
      this.#rejectWait = reject;
      promise.then(resolve, reject);
    });
  }

  /** Closes the inputs; waits for that if nothing is being read, or if `isAwaited`. */
  async close(isAwaited: boolean): Promise<void> {
    this.#signal?.removeEventListener("abort", this.#onAbort);
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const closed = this.#closeSource();
    if (isAwaited || this.reading === undefined) await closed;
  }

  async #closeSource(): Promise<void> {
    try {
      await this.#source.return?.();
    } catch {
      // The error that ended the iteration is the one to throw.
    }
  }
}
