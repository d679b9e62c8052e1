import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hosts, workerd } from "@cloudfront-sign-webcrypto/tools/runtimes";
import { afterAll } from "vitest";
import { describeExample } from "./support/describe-example.ts";
import { exampleEnvironment } from "./support/environment.ts";

/** The real binaries, by the names that the example's scripts call. */
const bin = mkdtempSync(join(tmpdir(), "example-hono-bin-"));
afterAll(() => rmSync(bin, { recursive: true, force: true }));
for (const { name, path } of [...hosts, { name: "workerd", path: workerd }])
  if (path) symlinkSync(path, join(bin, name));

const script = (...args: string[]) => ({
  command: "npm",
  args,
  env: { PATH: `${bin}:${exampleEnvironment().PATH}` },
});

describeExample("hono", {
  starts: {
    "npm start": () => script("start"),
    "npm run start:bun": () => script("run", "start:bun"),
    "npm run start:deno": () => script("run", "start:deno"),
    "npm run start:workerd": () => script("run", "start:workerd"),
  },
});
