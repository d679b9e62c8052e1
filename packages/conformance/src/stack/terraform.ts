import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { refuse } from "cloudfront-sign-cli/arguments/refusal.ts";

/** The oldest version that reads the configuration of the stack. */
const oldestVersion = [1, 5] as const;

const isWindows = process.platform === "win32";

/** How a call of Terraform ended. */
export interface TerraformResult {
  /** `undefined` if it was ended by a signal. */
  readonly status: number | undefined;
  readonly output: string;
}

/**
 * Runs Terraform in a folder. What it says goes to standard error. An interruption is passed on to it once, so
 * that it ends what it has begun and writes its state; it runs in a process group of its own, since the
 * terminal would interrupt it, too.
 */
export class Terraform {
  readonly #folder: string;
  #running: ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async run(args: readonly string[]): Promise<TerraformResult> {
    const child = spawn("terraform", args, {
      cwd: this.#folder,
      env: { ...process.env, TF_IN_AUTOMATION: "1", TF_INPUT: "0" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: !isWindows,
    });
    this.#running = child;
    const isQuiet = args[0] === "output" || args[0] === "version" || args[0] === "state";
    if (!isQuiet) child.stdout.on("data", (chunk) => process.stderr.write(chunk));
    child.stderr.on("data", (chunk) => process.stderr.write(chunk));
    try {
      const [[status], output] = await Promise.all([once(child, "close"), text(child.stdout)]);
      return { status: (status as number | null) ?? undefined, output };
    } finally {
      this.#running = undefined;
    }
  }

  /** Asks the running call to end. */
  interrupt(): void {
    this.#signal("SIGINT");
  }

  /** Ends the running call at once. */
  kill(): void {
    this.#signal("SIGKILL");
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#running?.pid;
    if (pid === undefined) return;
    try {
      // Its group has the providers, too.
      process.kill(isWindows ? pid : -pid, signal);
    } catch {
      // It has just ended.
    }
  }
}

/** Refuses if there is no Terraform, or one that is too old. */
export async function checkTerraform(terraform: Terraform): Promise<void> {
  const { status, output } = await terraform.run(["version", "-json"]).catch((error) => {
    const { code } = error as NodeJS.ErrnoException;
    return refuse(
      code === "ENOENT"
        ? "--apply: there is no program terraform; install Terraform 1.5 or newer, from https://developer.hashicorp.com/terraform/install"
        : `--apply: cannot run terraform (${code}); check its permissions`,
    );
  });
  const version = readVersion(output);
  if (status !== 0 || version === undefined)
    return refuse("--apply: terraform version -json did not print its version; check the program terraform");
  const [major, minor] = version;
  if (major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1]))
    refuse(`--apply: this is Terraform ${version.join(".")}; install ${oldestVersion.join(".")} or newer`);
}

function readVersion(output: string): readonly [major: number, minor: number] | undefined {
  try {
    const { terraform_version: version } = JSON.parse(output) as { terraform_version?: unknown };
    const [, major, minor] = /^(\d+)\.(\d+)\./.exec(String(version)) ?? [];
    return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
  } catch {
    return undefined;
  }
}
