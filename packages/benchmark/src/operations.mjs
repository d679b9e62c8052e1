// operations.mjs [MILLISECONDS] [WORDS]: p50, p99 and heap bytes of single operations in one warm process,
// measured by mitata. Each output is verified before the operation is timed. WORDS is a regular expression
// that selects operations. The last line is JSON.
import process from "node:process";
import { measure } from "mitata";
import { batchOperations } from "./operations/batches.mjs";
import { keyOperations } from "./operations/keys.mjs";
import { signOperations } from "./operations/sign.mjs";
import { verifyOperations } from "./operations/verify.mjs";

const milliseconds = Number(process.argv[2] ?? 300);
const wanted = new RegExp(process.argv[3] ?? "");

/** @returns {Promise<() => number>} bytes in use on the heap */
async function heapReader() {
  if (process.versions.bun) {
    // @ts-expect-error Bun's own module
    const { memoryUsage } = await import("bun:jsc");
    return () => memoryUsage().current;
  }
  const { getHeapStatistics } = await import("node:v8");
  return () => {
    const { used_heap_size, malloced_memory } = getHeapStatistics();
    return used_heap_size + malloced_memory;
  };
}
const heap = await heapReader();

const results = [];
for (const [group, name, by, work, check] of [
  ...keyOperations,
  ...signOperations,
  ...verifyOperations,
  ...batchOperations,
]) {
  if (!wanted.test(`${group}, ${name}, ${by}`)) continue;
  await check(await work());
  // Warm up: the code of a long-lived server is compiled.
  const warm = performance.now();
  while (performance.now() - warm < milliseconds / 5) await work();
  const slow = group.startsWith("batch");
  const stats = await measure(work, {
    heap,
    min_cpu_time: milliseconds * 1e6,
    min_samples: slow ? 5 : 12,
    // Operations of less than 10 µs are timed in groups of 256, because the clock is too coarse. Their p99 is
    // that of the groups.
    batch_threshold: 10_000,
    batch_samples: 256,
  });
  const { samples, p25, p50, p75, p99 } = stats;
  results.push({ group, name, by, p25, p50, p75, p99, heap: stats.heap?.avg, samples: samples.length });
}
console.log(
  JSON.stringify({
    version: process.versions.bun ?? process.versions.deno ?? process.versions.node,
    results,
  }),
);
