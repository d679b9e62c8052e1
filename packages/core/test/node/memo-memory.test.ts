import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { createMemo } from "../../src/sign/signature-cache.ts";

setFlagsFromString("--expose-gc");
const gc: () => void = runInNewContext("gc");

/** In bytes, of what is still in use. */
function heap(): number {
  gc();
  return process.memoryUsage().heapUsed;
}

it("a memo that is asked for the same 40 keys half a million times grows by less than 4 MB", async () => {
  const memo = createMemo<object>(1000);
  const keys = Array.from({ length: 40 }, (_, i) => `policy ${i}`);
  const ask = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i++) memo(keys[i % keys.length] as string, async () => ({}));
    await Promise.resolve();
  };
  await ask(1000);
  const before = heap();
  await ask(500_000);
  // An iterator that was kept held 20 MB of it.
  expect(heap() - before).toBeLessThan(4e6);
});
