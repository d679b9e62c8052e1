import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { foreignPackages } from "@cloudfront-sign-webcrypto/testing/support/foreign-packages.ts";
import { buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import keys from "@cloudfront-sign-webcrypto/testing/vectors/keys.json" with { type: "json" };
import { afterAll, describe, expect, it } from "vitest";
import { commandNames, commands } from "../src/commands.ts";

/** What the program does before a command has the word. */

const { folder, main, run, runProcess, remove } = await buildCommand();
afterAll(remove);

describe("cloudfront-sign", () => {
  it.each(["--help", "-h"])("lists every command with %s", async (flag) => {
    const { status, stdout, stderr } = await run([flag]);
    expect([status, stderr]).toEqual([0, ""]);
    for (const name of commandNames) {
      expect(stdout).toContain(`\n  ${name}`);
      expect(stdout.replace(/\s+/g, " ")).toContain(commands[name].summary);
    }
  });

  it("lists the commands on standard error, and fails, without arguments", async () => {
    const { status, stdout, stderr } = await run([]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe((await run(["--help"])).stdout);
  });

  it("reads YAML and Parquet with libraries that are bundled", async () => {
    writeFileSync(join(folder, "template.yaml"), "Resources: {}\n");
    const { status, stderr } = await runProcess(["doctor", "template.yaml"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("template.yaml: is not the output")]);
    writeFileSync(join(folder, "log.parquet"), "PAR1");
    const { stderr: ofLog } = await runProcess(["explain", "--log", "log.parquet"]);
    expect(ofLog).toMatch(/log\.parquet: cannot be read/);
  });

  it.each(commandNames)(
    "%s has a help with its flags, in at most 80 columns, without colours",
    async (name) => {
      const { status, stdout, stderr } = await run([name, "--help"]);
      expect([status, stderr]).toEqual([0, ""]);
      expect(stdout.startsWith(`${commands[name].summary}\n\nUsage\n  cloudfront-sign ${name}`)).toBe(true);
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

  const packageManagers: readonly [started: string, env: Readonly<Record<string, string>>][] = [
    [
      "npx cloudfront-sign-cli",
      { npm_config_user_agent: "npm/11.19.1 node/v20.20.2 linux x64", npm_command: "exec" },
    ],
    ["npx cloudfront-sign-cli", { npm_config_user_agent: "npm/11.19.1 node/v20.20.2", npm_command: "run" }],
    ["pnpm dlx cloudfront-sign-cli", { npm_config_user_agent: "pnpm/10.34.9 npm/? node/v20.20.2 linux x64" }],
    ["pnpm exec cloudfront-sign-cli", { npm_config_user_agent: "pnpm/10.34.9 npm/?", npm_command: "exec" }],
    [
      "pnpm exec cloudfront-sign-cli",
      { npm_config_user_agent: "pnpm/10.34.9 npm/?", npm_command: "run-script" },
    ],
    [
      "yarn dlx cloudfront-sign-cli",
      { npm_config_user_agent: "yarn/4.18.1 npm/?", INIT_CWD: "/tmp/xfs-1/dlx-18075" },
    ],
    ["yarn cloudfront-sign-cli", { npm_config_user_agent: "yarn/4.18.1 npm/?", INIT_CWD: "/home/me/shop" }],
    [
      "yarn cloudfront-sign-cli",
      { npm_config_user_agent: "yarn/1.22.22 npm/? node/v26.10.0", INIT_CWD: "/shop" },
    ],
    [
      "bunx cloudfront-sign-cli",
      { npm_config_user_agent: "bun/1.4.5 npm/? node/v26.3.0", npm_command: "run-script" },
    ],
    ["cloudfront-sign", { npm_config_user_agent: "constructor/1", npm_command: "exec" }],
    ["cloudfront-sign", {}],
  ];

  it.each(packageManagers)("prints %s in every line to copy, as it was started: %j", async (started, env) => {
    const url = "https://d111111abcdef8.cloudfront.net/a.jpg?Expires=1";
    writeFileSync(join(folder, "urls.txt"), url);
    const commands: readonly (readonly string[])[] = [
      ["rotate", "--longest-lifetime", "7d"],
      ["rotate", "--longest-lifetime", "7d", "--json"],
      ["inspect", url],
      ["verify", url],
      ["explain", "-"],
      ["explain", "--body", "-"],
      ["explain", "--fetch", "http://example.com/a"],
      ["sign", "urls.txt"],
      ["sign", "--cookies"],
      ["serve"],
      ["serve", "media"],
      ["keygen", "--none"],
      ["keygen", "--out", `${started} ${Object.keys(env).join()}`.replace(/\W/g, "-")],
      ["sign", "-----BEGIN PRIVATE KEY-----"],
      ["--help"],
      // A shell completes the bare name alone.
      ...commandNames.filter((name) => name !== "completion").map((name) => [name, "--help"]),
    ];
    for (const args of commands) {
      const { stdout, stderr } = await run(args, { env });
      const lines = `${stdout}\n${stderr}`.replace(/\s+/g, " ");
      const named = lines.match(
        /(?:(?:npx|pnpm dlx|pnpm exec|yarn dlx|yarn|bunx) )?cloudfront-sign(?:-cli)?(?![\w-])/g,
      );
      expect([args, [...new Set(named)], foreignPackages(lines)]).toEqual([args, [started], []]);
    }
  });

  it("prints its version with --version", async () => {
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    expect(await run(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  it.each([
    [
      "constructor",
      "constructor: no such command; commands are sign, cookies, verify, explain, inspect, keygen, rotate, revocation, doctor, serve, completion\n",
    ],
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

describe("the package, loaded as a library", () => {
  it.each([
    ["required", "commonjs", 'require("cloudfront-sign-cli");'],
    ["imported", "module", 'import "cloudfront-sign-cli";'],
    [
      "imported for a name of the library",
      "module",
      'import { createCloudFrontSigner } from "cloudfront-sign-cli";',
    ],
    ["imported when the program needs it", "commonjs", 'import("cloudfront-sign-cli");'],
  ])("says which package is the library, when it is %s", (_, type, code) => {
    const { status, stderr } = spawnSync(process.execPath, [`--input-type=${type}`, "--eval", code], {
      // In its folder, a package finds itself by its name.
      cwd: join(import.meta.dirname, ".."),
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toContain(
      "\nError: cloudfront-sign-cli is a command, which npx cloudfront-sign-cli runs; the library to import is cloudfront-sign-webcrypto\n",
    );
  });
});

const shells = ["bash", "dash", "sh"].filter((shell) => spawnSync(shell, ["-c", ":"]).status === 0);

describe.skipIf(process.platform === "win32")("what is printed, piped to a shell", () => {
  const programs = ["aws", "curl", "import", "npx", "terraform", "pulumi", "cloudfront-sign"];
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const name of programs)
    writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} >> "${folder}/ran"\n`, { mode: 0o755 });

  const plan = ["rotate", "--longest-lifetime", "7d", "--old-key-pair-id", "K2JCJMDEHXQW5F"];
  // Lines of keygen --for aws-cli are for a shell.
  const tools = ["console", "terraform", "cdk", "cloudformation", "sst", "pulumi"];
  it.each([
    plan,
    ...tools.map((tool) => [...plan, "--for", tool]),
    ["revocation"],
    ...["aws-cli", ...tools].map((tool) => ["revocation", "--out", "deny'it.js", "--for", tool]),
    ...tools.map((tool) => ["keygen", "--public-key", "public.pem", "--for", tool]),
  ])("runs nothing: %s %s %s %s %s %s %s", async (...args) => {
    writeFileSync(join(folder, "public.pem"), Buffer.from(keys["ecp256.pub.spki.pem"], "base64"));
    const { status, stdout } = await run(args.filter((arg) => arg !== undefined));
    expect(status).toBe(0);
    rmSync(join(folder, "ran"), { force: true });
    for (const shell of shells) {
      const path = spawnSync("sh", ["-c", `command -v ${shell}`], { encoding: "utf8" }).stdout.trim();
      const ended = spawnSync(path, { input: stdout, cwd: folder, env: { PATH: bin }, encoding: "utf8" });
      expect([shell, ended.status === 0, ended.stdout]).toEqual([shell, false, ""]);
    }
    expect(existsSync(join(folder, "ran")), "a program ran").toBe(false);
  });
});

it.skipIf(process.platform === "win32")("says which format a file for curl has", () => {
  writeFileSync(join(folder, "key.pem"), Buffer.from(keys["ecp256.pkcs8.pem"], "base64"), { mode: 0o600 });
  const args = ["cookies", "https://cdn.example.com/course/*", "--key-pair-id", "K2JCJMDEHXQW5F"];
  const stderrOf = (redirection: string, ...more: string[]): string => {
    const line = `"$0" "$@" ${redirection}`;
    const rest = [main, ...args, "--private-key", "key.pem", "--expires-in", "4h", ...more];
    const { stderr } = spawnSync("sh", ["-c", line, process.execPath, ...rest], {
      cwd: folder,
      encoding: "utf8",
    });
    return stderr.replace(/\s+/g, " ").trim();
  };
  expect(stderrOf("> cookies.txt")).toBe(
    "note: The output is the value of a Cookie header. For a file that curl -b FILE reads, add --format curl-jar.",
  );
  for (const format of ["header", "curl-jar"]) expect(stderrOf("> cookies.txt", "--format", format)).toBe("");
  expect(stderrOf("| cat")).toBe("");
});
