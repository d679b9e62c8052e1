import { createHash, KeyObject, verify } from "node:crypto";
import { vi } from "vitest";

/**
 * WebCrypto's `digest` and `verify` by the functions of Node.js that need no thread: a search of a thousand
 * texts spends most of its time on the way to the thread and back. Other calls are WebCrypto's own.
 */
export function useSynchronousCrypto(): void {
  const hashName = (algorithm: AlgorithmIdentifier): string =>
    (typeof algorithm === "string" ? algorithm : algorithm.name).replace("-", "").toLowerCase();
  vi.spyOn(crypto.subtle, "digest").mockImplementation(async (algorithm, content) => {
    const bytes = createHash(hashName(algorithm)).update(content as Uint8Array).digest();
    return Uint8Array.from(bytes).buffer;
  });
}
