import { join } from "node:path";
import { startMoto } from "@cloudfront-sign-webcrypto/testing/moto";
import { findPython } from "@cloudfront-sign-webcrypto/testing/python";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import type { TestProject } from "vitest/node";
import { buildPkcs11js } from "./pkcs11js.ts";
import { findSoftHsm } from "./soft-hsm.ts";

/** Starts what the test files share. A program that is missing is `undefined`, and its tests are skipped. */
export default async function startServers({ provide }: TestProject): Promise<() => Promise<void>> {
  const [softHsm, php] = await Promise.all([findSoftHsm(), run("php", ["--version"])]);
  const [{ python, problem }, hasPkcs11js] = await Promise.all([
    findPython([join(import.meta.dirname, "../requirements.txt")]),
    softHsm !== undefined && buildPkcs11js(),
  ]);
  if (problem !== undefined) console.log(`Not run: the tests with moto. ${problem}`);
  const moto = python === undefined ? undefined : await startMoto(python);
  provide("motoPython", python);
  provide("moto", moto?.address);
  provide("php", php.status === 0 ? "php" : undefined);
  provide("softHsm", hasPkcs11js ? softHsm : undefined);
  return async () => moto?.kill();
}
