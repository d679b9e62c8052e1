import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";

/** Writes for run.mjs which mutants the test file has reached, also while its modules were loaded. */
const folder = process.env.MUTATION_COVERAGE;
const start = performance.now();

type Hits = Record<string, number>;
interface Coverage {
  readonly static: Hits;
  readonly perTest: Record<string, Hits>;
}

if (folder !== undefined)
  afterAll(() => {
    const { __stryker__: counted } = globalThis as { __stryker__?: { mutantCoverage?: Coverage } };
    const { static: hits = {}, perTest = {} } = counted?.mutantCoverage ?? {};
    const file = expect.getState().testPath ?? "";
    const reached = Object.keys(Object.assign({}, hits, ...Object.values(perTest)));
    const text = JSON.stringify({ file, reached, milliseconds: performance.now() - start });
    writeFileSync(join(folder, `${file.replace(/\W/g, "-")}.json`), text);
  });
