// Runs programs, collects their output, and ends them when this process ends.
import { spawn } from "node:child_process";
import { programSeconds } from "./time-limits.mjs";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** @param {import("node:child_process").ChildProcess} child @param {NodeJS.Signals} signal */
function end(child, signal) {
  try {
    if (process.platform === "win32") child.kill(signal);
    else if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.once(signal, () => {
    for (const child of running) end(child, signal);
    process.exit(signal === "SIGINT" ? 130 : 143);
  });
}

/** Processes that other modules have started. @type {Map<import("node:child_process").ChildProcess, boolean>} */
const others = new Map();
process.once("exit", () => {
  for (const [child, hasGroup] of others) {
    if (hasGroup) end(child, "SIGKILL");
    else child.kill("SIGKILL");
  }
});

/**
 * Kills a process when this one ends, also by SIGTERM.
 * @param {import("node:child_process").ChildProcess} child
 * @param {{ hasGroup?: boolean }} [options] `hasGroup`: it is detached, and what it has started ends with it
 */
export function endWithThis(child, { hasGroup = false } = {}) {
  others.set(child, hasGroup);
  child.once("exit", () => others.delete(child));
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, seconds?: number, input?: string }} [options] `input` is
 * what it reads from standard input
 * @returns {Promise<{ status: number, stdout: string, stderr: string, output: string, seconds: number }>}
 * `output` is stdout and stderr in the order in which they arrived. Never rejects: a program that cannot
 * start has status 127.
 */
export function run(command, args, { cwd, env = process.env, seconds = programSeconds, input } = {}) {
  const started = performance.now();
  return new Promise((resolve) => {
    // Its own process group, so that end() reaches the processes that it starts.
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
    });
    running.add(child);
    // A program that ends early closes its standard input: that is not a fault here.
    child.stdin?.on("error", () => {}).end(input);
    let stdout = "";
    let stderr = "";
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (stream === child.stdout) stdout += text;
        else stderr += text;
      });
    }
    let limit = setTimeout(() => {
      output += `\nstopped after ${seconds} s\n`;
      // SIGTERM first: the program may have to end processes in other process groups.
      end(child, "SIGTERM");
      limit = setTimeout(() => end(child, "SIGKILL"), 5000);
    }, seconds * 1000);
    /** @param {number} status */
    const finish = (status) => {
      clearTimeout(limit);
      running.delete(child);
      resolve({ status, stdout, stderr, output, seconds: (performance.now() - started) / 1000 });
    };
    child.once("error", (error) => {
      output += String(error);
      finish(127);
    });
    child.once("close", (code) => finish(code ?? 1));
  });
}

/** Runs npm. @param {string[]} args @param {string} cwd @param {NodeJS.ProcessEnv} [env] */
export function npm(args, cwd, env = process.env) {
  // Prefer the npm that started this process: the PATH may have another one, and on Windows a script that
  // spawn() cannot start.
  const [command, ...before] = process.env.npm_execpath?.endsWith("npm-cli.js")
    ? [process.execPath, process.env.npm_execpath]
    : ["npm"];
  return run(command, [...before, ...args], { cwd, env });
}

/**
 * Runs the jobs, at most `width` at once.
 * @param {Iterable<() => Promise<void>>} jobs an iterator may be shared by several calls
 * @param {number} width
 */
export async function runJobs(jobs, width) {
  const queue = jobs[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) await next.value();
    }),
  );
}
