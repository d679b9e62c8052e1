import { once } from "node:events";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";

/** Runs a program in a thread of its own, until it has nothing left to do. Rejects with the error that it throws. */
export async function runInThread(
  program: string,
  env: NodeJS.ProcessEnv,
): Promise<{ status: number; stdout: string; stderr: string }> {
  const worker = new Worker(program, { env, execArgv: [], stdout: true, stderr: true });
  const [[status], stdout, stderr] = await Promise.all([
    once(worker, "exit"),
    text(worker.stdout),
    text(worker.stderr),
  ]);
  return { status, stdout, stderr };
}
