import { forgetImportedKeys } from "cloudfront-sign-webcrypto";

type Method = "importKey" | "sign" | "verify";

/** Runs `action` in a runtime that refuses SHA-1 in some functions of WebCrypto. */
export async function withoutSha1<Result>(
  refusing: readonly Method[],
  action: () => Result | Promise<Result>,
): Promise<Result> {
  forgetImportedKeys();
  // Own properties of the object itself: WebKit goes on with a `globalThis.crypto` that it has seen before.
  const { subtle } = crypto;
  for (const name of refusing) {
    const real = subtle[name] as (...args: unknown[]) => Promise<unknown>;
    const value = async (...args: unknown[]) => {
      if (args.some(namesSha1)) throw new Error("unsupported digest");
      return real.apply(subtle, args);
    };
    Object.defineProperty(subtle, name, { value, configurable: true, writable: true });
  }
  try {
    return await action();
  } finally {
    forgetImportedKeys();
    for (const name of refusing) Reflect.deleteProperty(subtle, name);
  }
}

function namesSha1(argument: unknown): boolean {
  return (Object(argument) as { hash?: unknown }).hash === "SHA-1";
}
