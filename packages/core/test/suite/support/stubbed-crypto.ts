/** Runs `action` while this runtime's `crypto.subtle` refuses SHA-1 in some of its functions. */
export async function withoutSha1<Result>(
  refusing: readonly ("importKey" | "sign" | "verify")[],
  action: () => Result | Promise<Result>,
): Promise<Result> {
  const real = crypto.subtle;
  const subtle = new Proxy(real, {
    get: (_, name: keyof SubtleCrypto) => {
      const method = real[name] as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        if (refusing.includes(name as "sign") && args.some(namesSha1)) throw new Error("unsupported digest");
        return method.apply(real, args);
      };
    },
  });
  const own = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  Object.defineProperty(globalThis, "crypto", { value: { subtle }, configurable: true, writable: true });
  try {
    return await action();
  } finally {
    if (own) Object.defineProperty(globalThis, "crypto", own);
    else Reflect.deleteProperty(globalThis, "crypto");
  }
}

function namesSha1(argument: unknown): boolean {
  return (Object(argument) as { hash?: unknown }).hash === "SHA-1";
}
