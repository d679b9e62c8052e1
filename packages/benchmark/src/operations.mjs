// operations.mjs [MILLISECONDS]: p50 and p99 of single operations in one warm process, measured by mitata. Each output is verified before the operation is timed. The last line is JSON.
import process from "node:process";
import { measure } from "mitata";
import { operationRows } from "./operation-rows.mjs";

const milliseconds = Number(process.argv[2] ?? 300);

const results = [];
for (const [group, name, by, work, check] of operationRows) {
  await check(await work());
  // Warm up: the code of a long-lived server is compiled.
  const warm = performance.now();
  while (performance.now() - warm < milliseconds / 5) await work();
  const stats = await measure(work, {
    min_cpu_time: milliseconds * 1e6,
    min_samples: 12,
    // Operations of less than 10 µs are timed in groups of 256, because the clock is too coarse. Their p99 is
    // that of the groups.
    batch_threshold: 10_000,
    batch_samples: 256,
  });
  const { samples, p25, p50, p75, p99 } = stats;
  results.push({ group, name, by, p25, p50, p75, p99, samples: samples.length });
}
console.log(JSON.stringify({ results }));
