// Starts server.mjs in a runtime, one process for each variant, and checks the answers.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { payloadSizes, readFixture } from "../fixture.mjs";
import { cleanEnvironment, runtime } from "../runtimes.mjs";
import { claimOf, verifyUrl } from "../verify.mjs";

/**
 * Checks answers that the server gives at once.
 * @param {string} origin
 * @param {string} variant
 */
async function check(origin, variant) {
  const fixture = await readFixture();
  const linked = await Promise.all(
    payloadSizes.map(async (size) => {
      const response = await fetch(`${origin}/${size}`);
      const { byteLength } = await response.arrayBuffer();
      if (byteLength !== size) throw new Error(`${variant} answered ${byteLength} bytes, not ${size}`);
      return /^<(.*)>; rel=preload$/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
    }),
  );
  if ((await (await fetch(`${origin}/health`)).text()) !== "ok") throw new Error("the server is not well");
  const signed = await Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(`${origin}/sign`)).text()),
  );
  const answers = [...linked, ...signed];
  // Each request asks for a different URL.
  if (new Set(answers).size !== answers.length) throw new Error(`${variant} answered the same twice`);
  if (variant === "off") return;
  const how = { isEc: variant.includes("P-256"), isGrant: variant.includes("grant") };
  for (const made of answers) verifyUrl(made, claimOf(fixture, made.split("?")[0] ?? "", how));
}

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

/** @param {string} name runtime @param {string} variant */
async function startServer(name, variant) {
  const { path, args } = runtime(name);
  const script = join(import.meta.dirname, "../server.mjs");
  const child = spawn(path, [...args, script, variant], {
    stdio: ["pipe", "pipe", "inherit"],
    env: cleanEnvironment(),
  });
  const stop = () => {
    child.removeAllListeners("exit");
    child.kill("SIGKILL");
  };
  try {
    const port = await new Promise((resolve, reject) => {
      child.stdout.setEncoding("utf8").once("data", resolve);
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`it ended with exit code ${code}`)));
      setTimeout(() => reject(new Error("it did not start")), 20_000).unref();
    });
    const origin = `http://127.0.0.1:${Number(port)}`;
    return { variant, origin, check: () => check(origin, variant), stop };
  } catch (error) {
    stop();
    throw new Error(`the server of "${variant}" in ${name}`, { cause: error });
  }
}

/**
 * Starts a server for each variant, for as long as `use` takes. Their answers must be right before it and after it.
 * @template T
 * @param {string} name runtime
 * @param {readonly string[]} variants
 * @param {(servers: Server[]) => Promise<T>} use
 */
export async function withServers(name, variants, use) {
  /** @type {Server[]} */
  const servers = [];
  try {
    for (const variant of variants) {
      const server = await startServer(name, variant);
      servers.push(server);
      await server.check();
    }
    const result = await use(servers);
    for (const { check } of servers) await check();
    return result;
  } finally {
    for (const { stop } of servers) stop();
  }
}
