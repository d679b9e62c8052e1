import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import { workerd } from "@cloudfront-sign-webcrypto/testing/runtimes";
import { build } from "esbuild";
import { codeBlocks } from "./code-blocks.ts";

const docs = join(import.meta.dirname, "../../../../docs");

/** The Workers of pages of the documentation as they stand there, in workerd. */
export class DocumentedWorkers {
  /** Where the documented files lie: a test may write others beside them, or change one. */
  readonly folder = mkdtempSync(join(tmpdir(), "documented-worker-"));
  private readonly started: ChildProcess[] = [];

  constructor(...pages: string[]) {
    for (const page of pages)
      for (const { kind, name, code } of codeBlocks(page, readFileSync(join(docs, page), "utf8")))
        if (kind === "file") writeFileSync(join(this.folder, name), code);
  }

  /**
   * Starts a Worker.
   * @param bindings its variables and secrets
   * @param namespaces its KV namespaces, with their keys and values
   * @returns its address
   */
  async serve(
    file: string,
    bindings: Readonly<Record<string, string>>,
    namespaces: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
  ): Promise<string> {
    await build({
      entryPoints: [join(this.folder, file)],
      alias: Object.fromEntries(Object.entries(libraryFiles({})).reverse()),
      external: ["cloudflare:workers"],
      bundle: true,
      format: "esm",
      target: "es2022",
      outfile: join(this.folder, "bundle.js"),
      logLevel: "silent",
    });
    const kv = Object.entries(namespaces);
    for (const [name, values] of kv) writeFileSync(join(this.folder, `${name}.js`), namespaceServer(values));
    writeFileSync(
      join(this.folder, "workerd.capnp"),
      `using Workerd = import "/workerd/workerd.capnp";
      const config :Workerd.Config = (
        services = [
          (name = "main", worker = (
            modules = [(name = "worker", esModule = embed "bundle.js")],
            compatibilityDate = "2026-01-01",
            bindings = [${[
              ...Object.keys(bindings).map((name) => `(name = "${name}", fromEnvironment = "${name}")`),
              ...kv.map(([name]) => `(name = "${name}", kvNamespace = "${name}")`),
            ].join(", ")}],
          )),
          (name = "internet", network = (allow = ["local"])),
          ${kv.map(([name]) => `(name = "${name}", worker = (modules = [(name = "kv", esModule = embed "${name}.js")], compatibilityDate = "2026-01-01")),`).join("")}
        ],
        sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
      );`,
    );
    const child = spawn(workerd, ["serve", "--control-fd=3", "workerd.capnp"], {
      cwd: this.folder,
      stdio: ["ignore", "inherit", "inherit", "pipe"],
      env: { PATH: process.env.PATH, ...bindings },
    });
    this.started.push(child);
    const [line] = await once((child.stdio[3] as Readable).setEncoding("utf8"), "data");
    return `http://127.0.0.1:${JSON.parse(line).port}`;
  }

  async close(): Promise<void> {
    for (const child of this.started) {
      child.kill();
      await once(child, "exit");
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What workerd asks for the values of a KV namespace: it requests the key as a path. */
const namespaceServer = (values: Readonly<Record<string, string>>): string => `
const values = ${JSON.stringify(values)};
export default {
  fetch(request) {
    const value = values[decodeURIComponent(new URL(request.url).pathname.slice(1))];
    return new Response(value, { status: value === undefined ? 404 : 200 });
  },
};
`;
