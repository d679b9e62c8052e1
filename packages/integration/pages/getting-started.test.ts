import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { published } from "@cloudfront-sign-webcrypto/testing/folders";
import { pack } from "@cloudfront-sign-webcrypto/testing/pack";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";
import { linePattern } from "./support/line-pattern.ts";
import { type ShellStep, shellSteps } from "./support/shell-steps.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/getting-started.md"), "utf8");
const install = /npm install (?:--save-dev )?(cloudfront-sign[\w-]*)/g;
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
  let tarballs: Record<string, string>;
  let port: number;
  let server: ChildProcess | undefined;

  beforeAll(async () => {
    const packed = await pack(folder);
    tarballs = Object.fromEntries(Object.keys(published).map((name, i) => [name, packed[i] ?? ""]));
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
      .replace(/cloudfront-sign-cli serve .*/, `$& --port ${port}`)
      .replace(install, (_, name) => {
        const files = withDependencies(name).map((one) => `'${tarballs[one]}'`);
        return `npm install --offline --no-audit --no-fund ${files.join(" ")}`;
      });
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
    if (commands.includes("cloudfront-sign-cli serve")) return serve(commands);
    const { stdout } = await promisify(execFile)("sh", ["-ec", here(commands)], { cwd });
    const lines = stdout.split(/\r?\n/);
    for (const expected of printed) {
      const found = lines.findIndex((line) => linePattern(here(expected)).test(line));
      expect(found, `${expected}\n\nis not in\n\n${stdout}`).toBeGreaterThanOrEqual(0);
      lines.splice(0, found + 1);
    }
  }

  it("installs the three packages that it uses", () => {
    expect(Array.from(page.matchAll(install), ([, name]) => name)).toEqual([
      "cloudfront-sign-webcrypto",
      "cloudfront-sign-cli",
      "cloudfront-sign-media",
    ]);
  });

  it.each(steps.map((step, i) => ({ ...step, i })))("works: $commands", async ({ i, ...step }) => {
    await follow(step, i === 0 ? folder : project);
  });
});
