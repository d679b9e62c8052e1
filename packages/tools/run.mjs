// Runs programs a few at a time, takes what they print, and leaves none behind.
import { spawn } from "node:child_process";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** @param {import("node:child_process").ChildProcess} child @param {NodeJS.Signals} signal */
function end(child, signal) {
  try {
    if (process.platform === "win32") child.kill(signal);
    else if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // it has ended by itself
  }
}
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.once(signal, () => {
    for (const child of running) end(child, signal);
    process.exit(signal === "SIGINT" ? 130 : 143);
  });
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, seconds?: number }} [options]
 * @returns {Promise<{ status: number, stdout: string, output: string, seconds: number }>} output is stdout
 * and stderr as they came. Never
 *   rejects: a program that cannot start has status 127
 */
export function run(command, args, { cwd, env = process.env, seconds = 300 } = {}) {
  const started = performance.now();
  return new Promise((resolve) => {
    // A process group of its own, so that its helpers end with it.
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
    });
    running.add(child);
    let stdout = "";
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (stream === child.stdout) stdout += text;
      });
    }
    let limit = setTimeout(() => {
      output += `\nstopped after ${seconds} s\n`;
      // First the chance to end what it has started itself: a runtime that hangs in a group of its own would
      // outlive it.
      end(child, "SIGTERM");
      limit = setTimeout(() => end(child, "SIGKILL"), 5000);
    }, seconds * 1000);
    /** @param {number} status */
    const finish = (status) => {
      clearTimeout(limit);
      running.delete(child);
      resolve({ status, stdout, output, seconds: (performance.now() - started) / 1000 });
    };
    child.once("error", (error) => {
      output += String(error);
      finish(127);
    });
    child.once("close", (code) => finish(code ?? 1));
  });
}

/** npm itself. @param {string[]} args @param {string} cwd */
export function npm(args, cwd) {
  // The npm that started this process, if one did: it is not always the one on the PATH, and on Windows that
  // one is no program.
  const [command, ...before] = process.env.npm_execpath?.endsWith("npm-cli.js")
    ? [process.execPath, process.env.npm_execpath]
    : ["npm"];
  return run(command, [...before, ...args], { cwd });
}

/**
 * Does the jobs `width` at a time.
 * @param {(() => Promise<void>)[]} jobs
 * @param {number} width
 */
export async function atATime(jobs, width) {
  const queue = [...jobs];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let job = queue.shift(); job; job = queue.shift()) await job();
    }),
  );
}
