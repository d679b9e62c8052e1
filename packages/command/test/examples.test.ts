import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type BuiltCommand, buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandNames, commands } from "../src/commands.ts";
import { exampleFolder } from "./support/example-folder.ts";

/** Commands whose examples may answer no: a verdict or findings. */
const commandsThatJudge: readonly string[] = ["verify", "explain", "inspect", "doctor"];

interface ExampleLine {
  readonly name: string;
  /** What follows `cloudfront-sign`. */
  readonly line: string;
}

const ofHelp: ExampleLine[] = (
  await Promise.all(
    commandNames.map(async (name) =>
      (await commands[name].load()).examples.map(({ line }) => ({ name, line })),
    ),
  )
).flat();

const root = join(import.meta.dirname, "../../..");

/** The calls in the blocks of a page that are for a shell. */
function ofPage(page: string): ExampleLine[] {
  const blocks = readFileSync(join(root, page), "utf8").matchAll(/^```sh\n([\s\S]*?)^```/gm);
  return Array.from(blocks, ([, code = ""]) => code.replaceAll("\\\n", " ").split("\n"))
    .flat()
    .flatMap((text) => /^cloudfront-sign (.+)/.exec(text)?.[1] ?? [])
    .map((line) => ({ name: line.split(" ", 1)[0] ?? "", line }));
}

const pages = ["README.md", "docs/command.md"];
const examples = [...ofHelp, ...pages.flatMap(ofPage)];

/** The examples of every `--help` and of the pages, in a POSIX shell, with files of the names that they have. */
describe.skipIf(process.platform === "win32")("the examples of the help and of the pages", () => {
  let command: BuiltCommand;
  /** Answers as CloudFront does without a signature. */
  const distribution = createServer((_, response) => {
    response.writeHead(403, { Server: "CloudFront", "Content-Type": "text/xml" });
    response.end("<Error><Code>MissingKey</Code></Error>");
  });
  beforeAll(async () => {
    command = await buildCommand();
    distribution.listen(0, "127.0.0.1");
    await once(distribution, "listening");
  });
  afterAll(() => {
    distribution.close();
    command.remove();
  });

  /** What the tests have no network for is requested from loopback, and a server takes any port. */
  function onLoopback(line: string): string {
    const { port } = distribution.address() as AddressInfo;
    if (line.includes("--fetch"))
      return line.replace("https://d111111abcdef8.cloudfront.net", `http://127.0.0.1:${port}`);
    return line.startsWith("serve") && !line.includes("--port") ? `${line} --port 0` : line;
  }

  async function run(line: string): Promise<{ status: number | null; stdout: string; stderr: string }> {
    // A new key pair never replaces one.
    const hasKeys = !line.startsWith("keygen") || line.includes("--public-key");
    const { folder, env, remove } = exampleFolder(command.main, hasKeys);
    const child = spawn("sh", ["-c", `exec cloudfront-sign ${onLoopback(line.replace(/ +# .*/, ""))}`], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (line.startsWith("serve"))
      child.stderr.on("data", (chunk) => String(chunk).includes("Ctrl-C") && child.kill("SIGINT"));
    const [[status], stdout, stderr] = await Promise.all([
      once(child, "close"),
      text(child.stdout),
      text(child.stderr),
    ]);
    remove();
    return { status, stdout, stderr };
  }

  it.each(examples)("cloudfront-sign $line", async ({ name, line }) => {
    const { status, stdout, stderr } = await run(line);
    const expected = name === "serve" ? [130] : commandsThatJudge.includes(name) ? [0, 1] : [0];
    expect(expected, stderr).toContain(status);
    if (!line.includes(" > ")) expect(stdout + stderr).not.toBe("");
  });

  it("are at least one for every command", () => {
    const names = new Set(ofHelp.map(({ name }) => name));
    expect(commandNames.filter((name) => !names.has(name))).toEqual([]);
  });
});
