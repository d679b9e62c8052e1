/** A promise, and what settles it: `Promise.withResolvers`, which older browsers lack. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

export function deferred<Value>(): Deferred<Value> {
  let settle!: Pick<Deferred<Value>, "resolve" | "reject">;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}
