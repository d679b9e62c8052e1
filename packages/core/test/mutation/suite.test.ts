import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { it } from "vitest";

// What Stryker runs: the suite as one file, since a mutant then costs one start instead of sixty. Without manifests and
// without the slow searches: most mutants need neither.
const suite = join(import.meta.dirname, "../suite");
const isLeftOut = /^(dash|edge|hls|manifest|sign-manifests|keys-mutated|verify-any-value|verify-tampered)/;

for (const name of readdirSync(suite, { recursive: true, encoding: "utf8" })) {
  if (!name.endsWith(".test.ts") || isLeftOut.test(basename(name))) continue;
  const [outcome] = await Promise.allSettled([import(/* @vite-ignore */ join(suite, name))]);
  // A file that cannot be loaded has no tests, which Stryker would take for a mutant that survives.
  it(`${name} can be loaded`, () => {
    if (outcome.status === "rejected") throw outcome.reason;
  });
}
