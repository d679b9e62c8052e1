// Serves a bundled worker with a bare workerd.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { workerd } from "../runtimes.mjs";
import { variants } from "./variants.mjs";

/**
 * Starts the worker.
 * @param {string} file the worker, one module
 * @param {string} name of the variant
 * @param {{ v8Flags?: string[], onOutput?: (text: string) => void }} [options] `onOutput` gets what workerd
 * prints
 * @returns {Promise<{ origin: string, end(): void }>} the origin that it listens on, and the function that
 * ends it
 */
export async function serveWorker(file, name, { v8Flags = [], onOutput } = {}) {
  const variant = variants[name];
  if (!variant) throw new Error(`no workerd variant ${name}: ${Object.keys(variants).join(", ")}`);
  const config = join(dirname(file), `${name}.capnp`);
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
v8Flags = ${JSON.stringify(v8Flags)},
services = [(name = "worker", worker = (
modules = [(name = "worker", esModule = embed "${basename(file)}")],
compatibilityDate = "${variant.date}",
compatibilityFlags = ${JSON.stringify(variant.flags)},
))],
sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
`,
  );
  const child = spawn(workerd, ["serve", "--control-fd=3", config], {
    stdio: ["ignore", onOutput ? "pipe" : "inherit", "inherit", "pipe"],
  });
  child.stdout?.on("data", (data) => onOutput?.(`${data}`));
  const port = await new Promise((resolve, reject) => {
    child.stdio[3]?.once("data", (line) => resolve(JSON.parse(`${line}`).port));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`workerd ended with exit code ${code}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    end: () => child.removeAllListeners("exit").kill("SIGKILL"),
  };
}
