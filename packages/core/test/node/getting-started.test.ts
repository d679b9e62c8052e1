import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { pack } from "@cloudfront-sign-webcrypto/tools/pack";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "./support/free-port.ts";
import { linePattern } from "./support/line-pattern.ts";
import { type ShellStep, shellSteps } from "./support/shell-steps.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/getting-started.md"), "utf8");
const install = "npm install cloudfront-sign-webcrypto";
const steps = shellSteps(page);

/** Every command of the page, from top to bottom, in an empty folder, with the package as npm packs it. */
describe.skipIf(process.platform === "win32")("docs/getting-started.md", () => {
  const folder = mkdtempSync(join(tmpdir(), "getting-started-"));
  const project = join(folder, "private-files");
  let tarball: string;
  let port: number;
  let server: ChildProcess | undefined;

  beforeAll(async () => {
    tarball = await pack(folder);
    port = await freePort();
  });
  afterAll(() => {
    // npx has the command as its child.
    if (server?.pid) process.kill(-server.pid);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Another program may have the port of the page, and the tests have no network. */
  function here(text: string): string {
    return text
      .replaceAll("localhost:8080", `localhost:${port}`)
      .replace(/cloudfront-sign-webcrypto serve .*/, `$& --port ${port}`)
      .replace(install, `npm install --offline --no-audit --no-fund '${tarball}'`);
  }

  async function serve(commands: string): Promise<void> {
    server = spawn("sh", ["-c", here(commands)], {
      cwd: project,
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect(String(await once(server.stdout as NonNullable<typeof server.stdout>, "data"))).toContain(
      `http://localhost:${port}/`,
    );
  }

  async function follow({ commands, files, printed }: ShellStep, cwd: string): Promise<void> {
    for (const { name, text } of files) writeFileSync(join(project, name), here(text));
    if (commands.includes("cloudfront-sign-webcrypto serve")) return serve(commands);
    const { stdout } = await promisify(execFile)("sh", ["-ec", here(commands)], { cwd });
    const lines = stdout.split(/\r?\n/);
    for (const expected of printed) {
      const found = lines.findIndex((line) => linePattern(here(expected)).test(line));
      expect(found, `${expected}\n\nis not in\n\n${stdout}`).toBeGreaterThanOrEqual(0);
      lines.splice(0, found + 1);
    }
  }

  it("installs the package", () => {
    expect(steps[0]?.commands).toContain(install);
  });

  it.each(steps.map((step, i) => ({ ...step, i })))("works: $commands", async ({ i, ...step }) => {
    await follow(step, i === 0 ? folder : project);
  });
});
