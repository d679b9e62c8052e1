// Resident memory of processes, once a second.
import { readFileSync } from "node:fs";

/**
 * @typedef {object} Series the memory of one process
 * @property {string} name
 * @property {number} from seconds since the start of the run
 * @property {number[]} megabytes one value a second
 */

/** @param {number | undefined} pid @returns {number | undefined} undefined if it has ended */
function residentMegabytes(pid) {
  try {
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 102.4) / 10;
  } catch {
    return undefined;
  }
}

export class MemorySampler {
  /** @type {Map<number, Series>} */
  #series = new Map();
  #started = performance.now();
  #timer;

  /** @param {() => Iterable<{ name: string, pid: number | undefined }>} processes those that run now */
  constructor(processes) {
    this.#timer = setInterval(() => {
      for (const { name, pid } of processes()) this.#add(name, pid);
    }, 1000);
  }

  /** @param {string} name @param {number | undefined} pid */
  #add(name, pid) {
    const megabytes = residentMegabytes(pid);
    if (pid === undefined || megabytes === undefined) return;
    const from = Math.round((performance.now() - this.#started) / 1000);
    const series = this.#series.get(pid) ?? { name, from, megabytes: [] };
    series.megabytes.push(megabytes);
    this.#series.set(pid, series);
  }

  /** @returns {Series[]} */
  end() {
    clearInterval(this.#timer);
    return [...this.#series.values()];
  }
}

/** The slope of the least squares line. @param {readonly number[]} values one a second @returns {number} a minute */
export function slopePerMinute(values) {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const above = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0);
  const below = values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  return below === 0 ? 0 : (60 * above) / below;
}

/** @param {Series} series */
export function memoryFigures({ name, from, megabytes }) {
  const secondHalf = megabytes.slice(Math.floor(megabytes.length / 2));
  return {
    name,
    from,
    seconds: megabytes.length,
    most: Math.max(...megabytes),
    slopePerMinute: Number(slopePerMinute(secondHalf).toFixed(2)),
  };
}
