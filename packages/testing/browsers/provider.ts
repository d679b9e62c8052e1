/**
 * A Vitest browser provider that only starts a browser with Vitest's page: no driver, no automation library.
 * Vitest talks to the page over its own WebSocket, and these tests need neither clicks nor screenshots.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineBrowserProvider } from "@vitest/browser";

export interface SpawnOptions {
  /** The command. "{profile}" stands for a new empty folder, "{url}" for the page. */
  command: string[];
  env?: Record<string, string>;
  /** Files of the profile, by name. */
  files?: Record<string, string>;
}

/** Starts browsers, one a session. */
export class SpawnProvider {
  readonly name = "spawn";
  readonly supportsParallelism = false;
  private readonly running = new Map<
    string,
    { child: ChildProcess; exited: Promise<void>; profile: string }
  >();

  private readonly options: SpawnOptions;

  constructor(options: SpawnOptions) {
    this.options = options;
  }

  getCommandsContext(): Record<string, unknown> {
    return {};
  }

  async openPage(sessionId: string, url: string): Promise<void> {
    await this.stop(sessionId);
    const profile = mkdtempSync(join(tmpdir(), "vitest-browser-"));
    for (const [name, text] of Object.entries(this.options.files ?? {}))
      writeFileSync(join(profile, name), text);
    const [command = "", ...args] = this.options.command.map((a) =>
      a.replace("{profile}", profile).replace("{url}", url),
    );
    const child = spawn(command, args, {
      stdio: "ignore",
      detached: true, // its own process group, so that stop() ends all processes of the browser
      // Firefox refuses a HOME of another user, as CI containers have. And files that the browser leaves are
      // removed with the profile.
      env: { ...process.env, HOME: profile, TMPDIR: profile, ...this.options.env },
    });
    const exited = new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    this.running.set(sessionId, { child, exited, profile });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
  }

  private async stop(sessionId: string): Promise<void> {
    const entry = this.running.get(sessionId);
    if (!entry) return;
    this.running.delete(sessionId);
    const { child, exited, profile } = entry;
    const signal = (name: NodeJS.Signals): void => {
      try {
        if (child.pid) process.kill(-child.pid, name);
      } catch {
        // It has ended already.
      }
    };
    signal("SIGTERM");
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 3000).unref())]);
    await new Promise((resolve) => setTimeout(resolve, 200)); // Xvfb removes its lock file
    signal("SIGKILL");
    try {
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    } catch {
      // A process still writes there. The folder is in the system's temporary folder.
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.running.keys()].map((id) => this.stop(id)));
  }
}

export function spawned(options: SpawnOptions): ReturnType<typeof defineBrowserProvider<SpawnOptions>> {
  return defineBrowserProvider<SpawnOptions>({
    name: "spawn",
    options,
    providerFactory: () => new SpawnProvider(options) as never,
  });
}
