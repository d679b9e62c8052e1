import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { createSignatureCache } from "../../src/sign/signature-cache.ts";

setFlagsFromString("--expose-gc");
const gc: () => void = runInNewContext("gc");

/** Bytes in use after garbage collection. */
function heap(): number {
  gc();
  return process.memoryUsage().heapUsed;
}

it("a signature cache that is never full does not grow with repeated calls", async () => {
  const cache = createSignatureCache<object>(1000);
  const keys = Array.from({ length: 40 }, (_, i) => `policy ${i}`);
  const ask = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i++) cache(keys[i % keys.length] as string, async () => ({}));
    await Promise.resolve();
  };
  await ask(1000);
  const before = heap();
  await ask(500_000);
  // An iterator that was never renewed kept 20 MB alive.
  expect(heap() - before).toBeLessThan(4e6);
});
