// Faults that a run of examples/bulk must survive.
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** @typedef {import("./run-under-faults.mjs").Bulk} Bulk */

/**
 * @typedef {object} Fault
 * @property {string} name
 * @property {number} at the share of the parts that are written before it happens
 * @property {(bulk: Bulk) => Promise<unknown> | unknown} inject
 */

/** @param {number} at @returns {Fault} */
export const restartProducer = (at) => ({
  name: "producer killed with SIGKILL, started again after 1 s",
  at,
  inject: async (bulk) => {
    bulk.producer().kill();
    await bulk.wait(1);
    bulk.startProducer();
  },
});

/** @param {number} at @param {"SIGKILL" | "SIGTERM"} signal @param {number} seconds without it @returns {Fault} */
export const restartRedis = (at, signal, seconds) => ({
  name: `Redis ended with ${signal}, started again after ${seconds} s`,
  at,
  inject: ({ redis }) => redis.restart(signal, seconds),
});

/** The harness replaces them. @param {number} at @returns {Fault} */
export const killAllWorkers = (at) => ({
  name: "all workers killed with SIGKILL at once",
  at,
  inject: (bulk) => {
    for (const worker of bulk.workers()) worker.kill();
  },
});

/** A machine that sleeps: its locks end, others take its chunks, and it goes on. @param {number} at @param {number} seconds @returns {Fault} */
export const freezeWorker = (at, seconds) => ({
  name: `a worker stopped with SIGSTOP, continued after ${seconds} s`,
  at,
  inject: async (bulk) => {
    const worker = bulk.workers()[0];
    worker?.signal("SIGSTOP");
    await bulk.wait(seconds);
    worker?.signal("SIGCONT");
  },
});

/** @param {number} at @returns {Fault} */
export const emptyRedis = (at) => ({
  name: "Redis emptied with FLUSHALL, `add` run again",
  at,
  inject: async (bulk) => {
    bulk.producer().kill();
    await bulk.redis.command("FLUSHALL");
    await bulk.wait(1);
    bulk.startProducer();
  },
});

/** It may be refused. @param {number} at @returns {Fault} */
export const secondProducer = (at) => ({
  name: "a second producer of the same run",
  at,
  inject: (bulk) => {
    bulk.startProducer().mayFail = true;
  },
});

/** Needs an output on a small file system. @param {number} at @param {number} seconds @returns {Fault} */
export const fillDisk = (at, seconds) => ({
  name: `the disk of the output full for ${seconds} s`,
  at,
  inject: async (bulk) => {
    const ballast = join(bulk.output, "..", "ballast");
    const file = openSync(ballast, "w");
    const block = Buffer.alloc(4096);
    try {
      for (;;) writeSync(file, block);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
    await bulk.wait(seconds);
    rmSync(ballast);
  },
});
