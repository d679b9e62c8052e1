// Starts server.mjs in a runtime and checks its answers.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { payloadSizes, readFixture } from "../fixture.mjs";
import { cleanEnvironment, runtime } from "../runtimes.mjs";
import { verifyUrl } from "../verify.mjs";

/**
 * Checks answers that the server gives at once.
 * @param {string} origin
 * @param {string} variant
 */
async function check(origin, variant) {
  const { keyPairId, dateLessThan, resource, rsaPublic, ecPublic } = await readFixture();
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
  const isEc = variant.includes("P-256");
  const covers = variant.includes("grant") ? { resource } : {};
  for (const made of answers) {
    const url = made.split("?")[0] ?? "";
    verifyUrl(made, {
      url,
      keyPairId,
      dateLessThan,
      ...covers,
      publicKey: isEc ? ecPublic : rsaPublic,
      hash: isEc ? "SHA256" : "SHA1",
    });
  }
}

/**
 * @param {string} name runtime
 * @param {string} variant
 */
export async function startServer(name, variant) {
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
