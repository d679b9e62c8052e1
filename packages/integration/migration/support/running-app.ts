import { spawn } from "node:child_process";
import { relative } from "node:path";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import { build } from "esbuild";
import { freePort } from "../../support/free-port.ts";

/** Where the bundle of a program is. */
export const bundleOf = (file: string): string =>
  file.replace(/\.\w+$/, file.endsWith(".cjs") ? ".built.cjs" : ".built.mjs");

/** Bundles programs with the library's source; the old libraries and Express stay what they are. */
export async function bundlePrograms(folder: string, files: readonly string[], banner = ""): Promise<void> {
  const formats = [
    { format: "cjs", ending: ".cjs", own: files.filter((file) => file.endsWith(".cjs")) },
    { format: "esm", ending: ".mjs", own: files.filter((file) => !file.endsWith(".cjs")) },
  ] as const;
  for (const { format, ending, own } of formats)
    await build({
      entryPoints: own.map((file) => ({
        in: file,
        out: relative(folder, bundleOf(file).slice(0, -ending.length)),
      })),
      // Longer names first: an alias also takes what starts with it.
      alias: Object.fromEntries(Object.entries(libraryFiles({})).reverse()),
      external: ["@aws-sdk/*", "aws-cloudfront-sign", "express"],
      banner: { js: banner },
      bundle: true,
      splitting: format === "esm",
      format,
      outExtension: { ".js": ending },
      platform: "node",
      target: "node20",
      outdir: folder,
      logLevel: "silent",
    });
}

/** Starts an app that listens on `PORT`, asks it, and stops it. */
export async function askApp(
  program: string,
  env: NodeJS.ProcessEnv,
  requests: readonly (readonly [path: string, init: RequestInit])[],
): Promise<{ status: number; body: string; cookies: string[] }[]> {
  const port = await freePort();
  const app = spawn(process.execPath, [program], {
    env: { ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    const answers = [];
    for (const [path, init] of requests) {
      const response = await fetchWhenReady(`http://localhost:${port}${path}`, init, app);
      const cookies = response.headers.getSetCookie();
      answers.push({ status: response.status, body: await response.text(), cookies });
    }
    return answers;
  } finally {
    app.kill();
  }
}

async function fetchWhenReady(
  url: string,
  init: RequestInit,
  app: { exitCode: number | null },
): Promise<Response> {
  for (;;) {
    try {
      return await fetch(url, init);
    } catch (error) {
      // The app does not listen yet.
      if (app.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
