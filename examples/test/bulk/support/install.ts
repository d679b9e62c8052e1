import { join } from "node:path";
import { startMoto } from "@cloudfront-sign-webcrypto/tools/moto";
import { pythonWith } from "@cloudfront-sign-webcrypto/tools/python";
import type { TestProject } from "vitest/node";
import { installExample } from "../../frameworks/support/example-folder.ts";

/** moto is among them. */
const requirements = join(import.meta.dirname, "../../../../packages/core/test/keys/requirements.txt");

/** Installs the example once for all test files, and starts the S3 that they share. */
export default async function install({ provide }: TestProject): Promise<() => void> {
  const [example, python] = await Promise.all([installExample("bulk"), pythonWith(requirements)]);
  const moto = python === undefined ? undefined : await startMoto(python);
  if (moto === undefined) console.log("bulk: there is no Python with moto, so the tests of S3 do not run");
  provide("bulk" as never, example.folder as never);
  provide("moto" as never, moto?.address as never);
  return () => {
    moto?.kill();
    example.remove();
  };
}
