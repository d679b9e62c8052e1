import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { commandNames, summaries } from "../../../command/src/commands.ts";
import { buildCommand } from "./support/run-command.ts";

/** What the program does before a command has the word. */

const { folder, main, run, runProcess, remove } = await buildCommand();
afterAll(remove);

describe("cloudfront-sign", () => {
  it.each(["--help", "-h"])("lists every command with %s", async (flag) => {
    const { status, stdout, stderr } = await run([flag]);
    expect([status, stderr]).toEqual([0, ""]);
    for (const name of commandNames) {
      expect(stdout).toContain(`\n  ${name}`);
      expect(stdout.replace(/\s+/g, " ")).toContain(summaries[name]);
    }
  });

  it("lists the commands on standard error, and fails, without arguments", async () => {
    const { status, stdout, stderr } = await run([]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe((await run(["--help"])).stdout);
  });

  it.each(commandNames)(
    "%s has a help with its flags, in at most 80 columns, without colours",
    async (name) => {
      const { status, stdout, stderr } = await run([name, "--help"]);
      expect([status, stderr]).toEqual([0, ""]);
      expect(stdout.startsWith(`${summaries[name]}\n\nUsage\n  cloudfront-sign ${name}`)).toBe(true);
      expect(stdout).toContain("  -h, --help");
      expect(stdout).not.toContain("\u001b");
      // An example is one line, so that it can be copied.
      const [text = ""] = stdout.split("\nExamples\n");
      expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it.each([
    [
      ["aws", "cloudfront", "sign", "--help"],
      ["sign", "--help"],
    ],
    [
      ["cloudfront", "sign", "--help"],
      ["sign", "--help"],
    ],
    [["help"], ["--help"]],
    [
      ["help", "keygen"],
      ["keygen", "--help"],
    ],
    [["-V"], ["--version"]],
  ])("takes %j as %j", async (args, same) => {
    expect(await run(args)).toEqual(await run(same));
  });

  it.runIf(existsSync("/dev/full"))("ends with one line when it cannot write its output", () => {
    const { status, stderr } = spawnSync("sh", ["-c", `"${process.execPath}" "${main}" --help > /dev/full`], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([1, "Cannot write the output (ENOSPC).\n"]);
  });

  // The other tests run the source in this process; command-examples.test.ts starts each command as a program.
  it.each([[[]], [["--help"]], [["sign", "--none"]], [["revocation"]]])(
    "prints and ends in a process as it does here: %j",
    async (args) => {
      expect(runProcess(args)).toEqual(await run(args));
    },
  );

  it("prints its version with --version", async () => {
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    expect(await run(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  it.each([
    ["singn", "singn: no such command; did you mean sign?\n"],
    ["sign-cookie", "sign-cookie: no such command; did you mean sign-cookies?\n"],
    [
      "deploy",
      "deploy: no such command; commands are sign, cookies, verify, explain, inspect, keygen, rotate, revocation, doctor, serve, completion\n",
    ],
  ])("refuses the command %s", async (name, message) => {
    expect(await run([name])).toEqual({ status: 2, stdout: "", stderr: message });
  });
});
