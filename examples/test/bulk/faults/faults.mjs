// Faults that a run of examples/bulk must survive.

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
