import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { published } from "@cloudfront-sign-webcrypto/testing/folders";
import { pack } from "@cloudfront-sign-webcrypto/testing/pack";
import { type BuiltCommand, buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";
import { linePattern } from "./support/line-pattern.ts";
import { type ShellStep, shellSteps } from "./support/shell-steps.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/getting-started.md"), "utf8");
const install = /npm install (cloudfront-sign[\w-]*)/g;
const steps = shellSteps(page);

/** A package and those that it needs, which npm would download. */
function withDependencies(name: string): string[] {
  const folder = published[name as keyof typeof published];
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return [...new Set([...Object.keys(dependencies).flatMap(withDependencies), name])];
}

/** Every command of the page, from top to bottom, in an empty folder, with the packages as npm packs them. */
describe.skipIf(process.platform === "win32")("docs/getting-started.md", () => {
  const folder = mkdtempSync(join(tmpdir(), "getting-started-"));
  const project = join(folder, "private-files");
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  let command: BuiltCommand;
  let tarballs: Record<string, string>;
  let port: number;
  let server: ChildProcess | undefined;

  beforeAll(async () => {
    const packed = await pack(folder);
    tarballs = Object.fromEntries(Object.keys(published).map((name, i) => [name, packed[i] ?? ""]));
    port = await freePort();
    command = await buildCommand();
    const program = join(folder, "cloudfront-sign");
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${command.main}' "$@"\n`);
    chmodSync(program, 0o755);
  });
  afterAll(() => {
    // The shell has the command as its child.
    if (server?.pid) process.kill(-server.pid);
    command?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Another program may have the port of the page, and the tests have no network. */
  function here(text: string): string {
    return text
      .replaceAll("localhost:8080", `localhost:${port}`)
      .replace(/cloudfront-sign serve .*/, `$& --port ${port}`)
      .replace(install, (_, name) => {
        const files = withDependencies(name).map((one) => `'${tarballs[one]}'`);
        return `npm install --offline --no-audit --no-fund ${files.join(" ")}`;
      });
  }

  async function serve(commands: string): Promise<void> {
    server = spawn("sh", ["-c", here(commands)], {
      cwd: project,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect(String(await once(server.stdout as NonNullable<typeof server.stdout>, "data"))).toContain(
      `http://localhost:${port}/`,
    );
  }

  async function follow({ commands, files, printed }: ShellStep, cwd: string): Promise<void> {
    for (const { name, text } of files) writeFileSync(join(project, name), here(text));
    if (commands.includes("cloudfront-sign serve")) return serve(commands);
    const { stdout } = await promisify(execFile)("sh", ["-ec", here(commands)], { cwd, env });
    const lines = stdout.split(/\r?\n/);
    for (const expected of printed) {
      const found = lines.findIndex((line) => linePattern(here(expected)).test(line));
      expect(found, `${expected}\n\nis not in\n\n${stdout}`).toBeGreaterThanOrEqual(0);
      lines.splice(0, found + 1);
    }
  }

  it("installs the two packages that it uses", () => {
    expect(Array.from(page.matchAll(install), ([, name]) => name)).toEqual([
      "cloudfront-sign-webcrypto",
      "cloudfront-sign-media",
    ]);
  });

  it.each(steps.map((step, i) => ({ ...step, i })))("works: $commands", async ({ i, ...step }) => {
    await follow(step, i === 0 ? folder : project);
  });
});
