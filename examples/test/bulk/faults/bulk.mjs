// Tests examples/bulk: installs a copy, runs it under faults, and checks each line of the output.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npm } from "@cloudfront-sign-webcrypto/testing/run";
import { copyExample } from "../../support/example-copy.mjs";
import { checkOutput } from "./check-output.mjs";
import { runUnderFaults } from "./run-under-faults.mjs";

/** A copy of the example with the packages of its lockfile. */
export async function installBulk() {
  const copy = await copyExample("bulk");
  const { status, output } = await npm(
    ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
    copy.folder,
  );
  if (status === 0) return copy;
  copy.remove();
  throw new Error(`npm ci failed in examples/bulk\n${output}`);
}

/**
 * Runs and checks in a temporary folder.
 * @param {Omit<import("./run-under-faults.mjs").Setting, "folder">} setting
 */
export async function testBulk(setting) {
  const folder = mkdtempSync(join(tmpdir(), "bulk-"));
  try {
    const done = await runUnderFaults({ ...setting, folder });
    const { linesPerChunk, mustReject } = setting;
    const checked = await checkOutput({ ...done, linesPerChunk, ...(mustReject && { mustReject }) });
    return { ...done, ...checked };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
