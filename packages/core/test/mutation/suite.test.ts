/// <reference types="vite/client" />
import { it } from "vitest";

// What `npm run mutation` runs: the suite without its slow searches and without manifests, as one file, for a mutant then
// costs one start instead of fifty.
const files = import.meta.glob([
  "../suite/*.test.ts",
  "!../suite/{dash,hls,manifest}*",
  "!../suite/{keys-mutated,verify-any-value,verify-tampered}.test.ts",
]);

for (const [name, load] of Object.entries(files)) {
  const [outcome] = await Promise.allSettled([load()]);
  // A file that cannot be loaded has no tests, which Stryker would take for a mutant that survives.
  it(`${name} can be loaded`, () => {
    if (outcome.status === "rejected") throw outcome.reason;
  });
}
