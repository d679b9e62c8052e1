import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { build } from "../folders.mjs";

/** A release may be run again from another clone: the same source has to give the same files, and names of files. */
it("the names of built files do not depend on the folder of the clone", () => {
  const folder = mkdtempSync(join(tmpdir(), "text-files-"));
  const program = `
    import { build } from ${JSON.stringify(import.meta.resolve("esbuild"))};
    import { textFiles } from ${JSON.stringify(pathToFileURL(join(build, "text-files.mjs")).href)};
    await build({
      entryPoints: ["src/main.mjs"], outdir: "dist", bundle: true, splitting: true, format: "esm", plugins: [textFiles],
    });`;
  const names = ["one", "another"].map((clone) => {
    const source = join(folder, clone, "src");
    mkdirSync(source, { recursive: true });
    writeFileSync(join(source, "main.mjs"), 'export const load = () => import("./script.mjs");\n');
    writeFileSync(join(source, "script.mjs"), 'export { default } from "./script.sh?raw";\n');
    writeFileSync(join(source, "script.sh"), "echo 1\n");
    execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: join(folder, clone) });
    return readdirSync(join(folder, clone, "dist")).sort();
  });
  rmSync(folder, { recursive: true, force: true });
  expect(names[0]?.length).toBeGreaterThan(1);
  expect(names[1]).toEqual(names[0]);
});
