import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testing } from "@cloudfront-sign-webcrypto/testing/folders";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";

/** The file of a worker that imports the library, built before the tests of the file that calls this. */
export function builtWorker(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), "workerd-"));
  const file = join(folder, "worker.mjs");
  beforeAll(async () => {
    await build({
      stdin: { resolveDir: testing, contents: source },
      outfile: file,
      bundle: true,
      format: "esm",
      target: "es2022",
      platform: "neutral",
      alias: libraryFiles(),
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return file;
}
