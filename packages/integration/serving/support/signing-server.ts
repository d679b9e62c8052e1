import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { integration, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import { build } from "esbuild";
import { codeBlocks } from "../../examples/support/code-blocks.ts";

/** Longer names first: esbuild's alias takes what starts with it. */
const library = Object.fromEntries(Object.entries(libraryFiles()).reverse());

/** In place of the page's session.ts: everybody with a cookie is signed in, and has course 42. */
const session = 'export const userOf = async (cookie) => cookie && { id: cookie, courses: ["42"] };';

/** The server of docs/scale.md, built into a folder of its own. */
export class SigningServer {
  readonly folder = mkdtempSync(join(integration, ".examples-"));
  private readonly main = join(this.folder, "signing-server.mjs");
  private readonly running: SigningProcess[] = [];

  static async build(): Promise<SigningServer> {
    const server = new SigningServer();
    for (const page of ["keys.md", "scale.md"])
      for (const { kind, name, code } of codeBlocks(page, readFileSync(join(root, "docs", page), "utf8")))
        if (kind === "file") writeFileSync(join(server.folder, name), code);
    writeFileSync(join(server.folder, "session.ts"), session);
    await build({
      entryPoints: [join(server.folder, "signing-server.ts")],
      outfile: server.main,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      alias: library,
    });
    return server;
  }

  /** Writes a file of keys.md: the key and its ID, replaced at once. */
  writeKey(name: string, keyPairId: string, privateKey: string): string {
    const file = join(this.folder, name);
    writeFileSync(`${file}.new`, JSON.stringify({ keyPairId, privateKey }));
    renameSync(`${file}.new`, file);
    return file;
  }

  /** Starts a process. `preload` is JavaScript that runs before the program. */
  async start(env: Readonly<Record<string, string>>, preload = ""): Promise<SigningProcess> {
    const process = await SigningProcess.start(this.main, env, preload === "" ? [] : this.importing(preload));
    this.running.push(process);
    return process;
  }

  async remove(): Promise<void> {
    await Promise.all(this.running.map((process) => process.kill("SIGKILL")));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private importing(code: string): string[] {
    const file = join(this.folder, `preload-${this.running.length}.mjs`);
    writeFileSync(file, code);
    return ["--import", pathToFileURL(file).href];
  }
}

/** Signatures that are made when so many requests for paths that begin with `start` have come, as `preload`. */
export const heldSignatures = (start: string, requests: number) => `import { Server } from "node:http";
let numRequests = 0;
let release;
const all = new Promise((resolve) => (release = resolve));
const { emit } = Server.prototype;
Server.prototype.emit = function (event, request, ...more) {
  if (event === "request" && request.url.startsWith("${start}") && ++numRequests === ${requests}) setImmediate(release);
  return emit.call(this, event, request, ...more);
};
const { sign } = SubtleCrypto.prototype;
let signatures = 0;
SubtleCrypto.prototype.sign = async function (...given) {
  signatures++;
  await all;
  return sign.apply(this, given);
};
process.on("exit", () => console.log(\`\${signatures} signatures\`));`;

/** Logs each time it begins to read the file of the key, as `preload`. */
export const loggedReads = `import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
const { readFile } = fs;
fs.readFile = (...given) => {
  if (given[0] === process.env.KEY_FILE) console.log("reads the key");
  return readFile(...given);
};
syncBuiltinESMExports();`;

/** A drain that ends with SIGUSR2 instead of a time, as environment and `preload`. */
export const heldDrain = [
  { DRAIN_SECONDS: "99999" },
  `const { setTimeout } = globalThis;
globalThis.setTimeout = (fire, delay, ...more) =>
  delay === 99_999_000 ? process.once("SIGUSR2", fire) : setTimeout(fire, delay, ...more);`,
] as const;

export class SigningProcess {
  readonly port: number;
  readonly internalPort: number;
  private readonly child: ChildProcess;
  private readonly written: { text: string };

  private constructor(child: ChildProcess, ports: readonly number[], written: { text: string }) {
    this.child = child;
    [this.port = 0, this.internalPort = 0] = ports;
    this.written = written;
  }

  static async start(
    main: string,
    env: Readonly<Record<string, string>>,
    flags: readonly string[],
  ): Promise<SigningProcess> {
    const child = spawn(process.execPath, [...flags, main], {
      env: { ...process.env, NODE_OPTIONS: "", PORT: "0", INTERNAL_PORT: "0", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const written = { text: "" };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        written.text += text;
      });
    const ended = once(child, "close").then(() => {
      throw new Error(written.text);
    });
    const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
    ended.catch(() => {});
    const [, port, internalPort] = /^port (\d+), internal port (\d+)$/.exec(line) ?? [];
    return new SigningProcess(child, [Number(port), Number(internalPort)], written);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What it has written. */
  get log(): string {
    return this.written.text;
  }

  /** What a signed-in viewer gets. */
  get(path: string, init: RequestInit = { headers: { Cookie: "user=a" } }): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}${path}`, { redirect: "manual", ...init });
  }

  getInternal(path: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.internalPort}${path}`);
  }

  /** The signed URL that a viewer gets. */
  async sign(path = "/course/42/1.mp4"): Promise<string> {
    const { status, headers } = await this.get(path);
    if (status !== 302) throw new Error(`the server answered ${status}`);
    return headers.get("Location") ?? "";
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Sends a signal, and resolves to the exit status, `null` if the signal ended it. */
  async kill(signal: NodeJS.Signals): Promise<number | null> {
    if (!this.isRunning) return this.child.exitCode;
    const exit = once(this.child, "exit");
    this.child.kill(signal);
    const [status] = await exit;
    return status;
  }
}
