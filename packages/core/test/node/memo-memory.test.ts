import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { recentlyUsed } from "../../src/cache/recently-used.ts";

setFlagsFromString("--expose-gc");
const gc: () => void = runInNewContext("gc");

/** Bytes in use after garbage collection. */
function heap(): number {
  gc();
  return process.memoryUsage().heapUsed;
}

it("a memory of recently used values that is never full does not grow with repeated calls", () => {
  const cache = recentlyUsed<object>(1000);
  const keys = Array.from({ length: 40 }, (_, i) => `policy ${i}`);
  const use = (times: number): void => {
    for (let i = 0; i < times; i++) cache(keys[i % keys.length] as string, () => ({}));
  };
  use(1000);
  const before = heap();
  use(500_000);
  // An iterator that was never renewed kept 20 MB alive.
  expect(heap() - before).toBeLessThan(4e6);
});
