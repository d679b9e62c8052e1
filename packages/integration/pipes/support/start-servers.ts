import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { integration } from "@cloudfront-sign-webcrypto/testing/folders";
import { startMoto } from "@cloudfront-sign-webcrypto/testing/moto";
import { findPython } from "@cloudfront-sign-webcrypto/testing/python";
import type { TestProject } from "vitest/node";

const hasJava = (): boolean => spawnSync("java", ["-version"]).status === 0;

/** Starts what the test files share. A program that is missing is `undefined`, and its tests are skipped. */
export default async function startServers({ provide }: TestProject): Promise<() => Promise<void>> {
  const forMoto = await findPython([join(integration, "keys/requirements.txt")]);
  if (forMoto.problem !== undefined) console.log(`Not run: the tests with moto. ${forMoto.problem}`);
  // PySpark has 400 MB and is built here: not where Spark cannot start.
  const forSpark = hasJava()
    ? await findPython([join(integration, "pipes/requirements.txt")])
    : { problem: "there is no Java: apt-get install default-jdk-headless" };
  if (forSpark.problem !== undefined) console.log(`Not run: the recipe for Spark. ${forSpark.problem}`);
  const moto = forMoto.python === undefined ? undefined : await startMoto(forMoto.python);
  provide("motoPython", forMoto.python);
  provide("sparkPython", forSpark.python);
  provide("moto", moto?.address);
  return async () => moto?.kill();
}
