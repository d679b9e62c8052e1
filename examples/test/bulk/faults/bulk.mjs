// Tests examples/bulk: installs a copy, runs it under faults, and checks each line of the output.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npm } from "@cloudfront-sign-webcrypto/testing/run";
import { copyExample } from "../../support/example-copy.mjs";
import { checkOutput } from "./check-output.mjs";
import { runUnderFaults } from "./run-under-faults.mjs";

export {
  emptyRedis,
  fillDisk,
  freezeWorker,
  killAllWorkers,
  restartProducer,
  restartRedis,
  secondProducer,
} from "./faults.mjs";
export { memoryFigures } from "./memory.mjs";

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
 * Mounts a small file system, which needs root.
 * @param {string} folder
 * @param {number} megabytes
 * @returns {() => void} unmounts it
 */
function mountDisk(folder, megabytes) {
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  if (status !== 0) throw new Error(`no file system of ${megabytes} MB: ${stderr}`);
  const unmount = () => {
    process.removeListener("exit", unmount);
    spawnSync("umount", ["--lazy", folder]);
  };
  process.once("exit", unmount);
  return unmount;
}

/**
 * @typedef {Omit<import("./run-under-faults.mjs").Setting, "folder" | "output"> & { diskMegabytes?: number }
 * } Setting `diskMegabytes`: the size of a file system for the output alone
 * @typedef {import("./run-under-faults.mjs").RunUnderFaults & import("./check-output.mjs").Checked} Result
 */

/**
 * Runs and checks in a temporary folder.
 * @template T
 * @param {Setting} setting
 * @param {(result: Result) => Promise<T> | T} use gets the result while its files are there
 * @returns {Promise<T>}
 */
export async function testBulk({ diskMegabytes, ...setting }, use) {
  const folder = mkdtempSync(join(tmpdir(), "bulk-"));
  const disk = join(folder, "disk");
  mkdirSync(disk);
  const unmount = diskMegabytes === undefined ? undefined : mountDisk(disk, diskMegabytes);
  try {
    const done = await runUnderFaults({ ...setting, folder, output: join(disk, "output") });
    const { linesPerChunk, mustReject } = setting;
    const checked = await checkOutput({ ...done, linesPerChunk, ...(mustReject && { mustReject }) });
    return await use({ ...done, ...checked });
  } finally {
    unmount?.();
    rmSync(folder, { recursive: true, force: true });
  }
}
