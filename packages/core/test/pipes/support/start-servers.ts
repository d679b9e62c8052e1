import { join } from "node:path";
import { startMoto } from "@cloudfront-sign-webcrypto/tools/moto";
import { pythonWith } from "@cloudfront-sign-webcrypto/tools/python";
import type { TestProject } from "vitest/node";

const tests = join(import.meta.dirname, "../..");

/** Starts what the test files share. Without Python, `undefined`: the tests that need it are skipped. */
export default async function startServers({ provide }: TestProject): Promise<() => Promise<void>> {
  const requirements = ["keys", "pipes"].map((folder) => join(tests, folder, "requirements.txt"));
  const python = await pythonWith(...requirements);
  const moto = python === undefined ? undefined : await startMoto(python);
  provide("python", python);
  provide("moto", moto?.address);
  return async () => moto?.kill();
}
