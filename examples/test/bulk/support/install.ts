import { join } from "node:path";
import { startMoto } from "@cloudfront-sign-webcrypto/testing/moto";
import { findPython } from "@cloudfront-sign-webcrypto/testing/python";
import type { TestProject } from "vitest/node";
import { installExample } from "../../frameworks/support/example-folder.ts";

/** moto is among them. */
const requirements = join(import.meta.dirname, "../../../../packages/integration/keys/requirements.txt");

/** Installs the example once for all test files, and starts the S3 that they share. */
export default async function install({ provide }: TestProject): Promise<() => Promise<void>> {
  const [example, { python, problem }] = await Promise.all([
    installExample("bulk"),
    findPython([requirements]),
  ]);
  if (problem !== undefined) console.log(`Not run: the tests of S3, which need moto. ${problem}`);
  const moto = python === undefined ? undefined : await startMoto(python);
  provide("bulk" as never, example.folder as never);
  provide("moto" as never, moto?.address as never);
  return async () => {
    await moto?.kill();
    example.remove();
  };
}
