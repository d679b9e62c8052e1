import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OpenedCommand, openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functionCode } from "../../../src/commands/revocation/function-code.ts";
import type { RevocationStep } from "../../../src/commands/revocation/revocation.ts";
import { infrastructureTools } from "../../../src/foreign/infrastructure.ts";
import { planTitle } from "../../../src/foreign/plan.ts";

const help = "\n\ncloudfront-sign revocation --help shows all options.\n";

describe("revocation", () => {
  let command: OpenedCommand;
  beforeAll(async () => {
    command = openCommand();
  });
  afterAll(() => command.remove());

  function revocation(...args: readonly string[]) {
    return command.run(["revocation", ...args]);
  }

  async function stepsOf(...args: readonly string[]): Promise<RevocationStep[]> {
    const lifetime = args.includes("--longest-lifetime") ? [] : ["--longest-lifetime", "7d"];
    const given = ["--out", "deny-grants.js", "--json", ...lifetime, ...args];
    const { status, stdout, stderr } = await revocation(...given);
    expect([status, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout).steps;
  }

  async function codeOf(...args: readonly string[]): Promise<string> {
    return (await stepsOf(...args)).flatMap(({ code }) => code.map(({ text }) => text)).join("\n");
  }

  it("prints the function alone, and tells how to go on", async () => {
    expect(await revocation()).toEqual({
      status: 0,
      stdout: functionCode,
      stderr:
        "note: --out FILE writes the function to a file, but never over other text, and\nprints how to install it\n",
    });
  });

  it("writes the function to a file in a new folder, and prints the steps", async () => {
    const { status, stdout, stderr } = await revocation("--out", "functions/deny.js");
    expect([status, stderr.replace(/\s+/g, " ").trim()]).toEqual([
      0,
      "note: --longest-lifetime is not given, so a denied ID stays in the store for 7 days. A grant that lives longer works again after that: pass the longest lifetime, such as --longest-lifetime 30d.",
    ]);
    expect(readFileSync(join(command.folder, "functions/deny.js"), "utf8")).toBe(functionCode);
    expect(stdout.split("\n").slice(0, 3)).toEqual([planTitle, "", "functions/deny.js: the function"]);
    expect(stdout.match(/^\d\. .*$/gm)).toEqual([
      "1. Make the key value store and the function",
      "2. Attach the function to the cache behavior of the private path, for viewer",
      "3. Deny an ID",
      "4. Check it with a URL of this grant",
      "5. From time to time, remove IDs whose grants have expired",
    ]);
    expect((await revocation("--out", "functions/deny.js")).stdout).toBe(stdout);
  });

  it("has the names, the IDs and the lifetime in the lines to paste", async () => {
    const lines = await codeOf(
      ...["--name", "deny-course", "--distribution", "EDFDVBD632BHDS", "--path-pattern", "/a?/*.ts"],
      ...["--longest-lifetime", "90m"],
    );
    expect(lines).toContain("create-function --name deny-course");
    expect(lines).toContain("PathPattern == '/a?/*.ts'");
    expect(lines).toContain("$(($(date +%s) + 5400))");
    expect(lines).not.toContain("DISTRIBUTION_ID");
    expect(await codeOf()).toContain(
      `update-distribution --id "\${DISTRIBUTION_ID:?the ID of the distribution}"`,
    );
    expect(await codeOf()).toContain("{DefaultCacheBehavior: DefaultCacheBehavior | $WITH_FUNCTION}");
  });

  it.each(["*", "private*", "*.mp4", "/a/report.pdf", "/~a/b+c:@&/*.t?"])(
    "takes the path pattern %s as it is",
    async (pattern) => {
      expect(await codeOf("--path-pattern", pattern)).toContain(`PathPattern == '${pattern}'`);
    },
  );

  it("says how to see that no cache behavior has the path pattern", async () => {
    const [, attach] = await stepsOf("--path-pattern", "/private/*");
    expect(attach?.notes.at(-1)).toBe(
      "The update prints the ARN of the function. If it prints nothing, no cache behavior has the path pattern /private/*, and nothing has changed.",
    );
    expect((await stepsOf())[1]?.notes).toHaveLength(2);
  });

  it.each([
    ["deny-grant", `--key="\${GRANT_ID:?the ID to deny}"`],
    ["check-denial", `"\${URL:?a signed URL of this grant}"`],
  ])("has lines that end without a variable that you set: %s", async (id, word) => {
    const step = (await stepsOf()).find((each) => each.id === id);
    expect(step?.code.map(({ text }) => text).join("\n")).toContain(word);
  });

  it.each(infrastructureTools)("finds the store in each step for a later shell: %s", async (tool) => {
    const steps = (await stepsOf("--for", tool)).filter(
      ({ id }) => id === "deny-grant" || id === "remove-ids",
    );
    expect(steps.map(({ code }) => code[0])).toEqual([steps[0]?.code[0], steps[0]?.code[0]]);
    expect(steps[0]?.code[0]?.text).toContain("STORE_ARN");
  });

  it.each([
    ["terraform", 'resource "aws_cloudfront_function" "deny_grants" {', "terraform apply"],
    ["cdk", 'const denyGrantsFunction = new Function(this, "DenyGrants", {', "npx cdk deploy"],
    ["sst", 'const denyGrantsFunction = new aws.cloudfront.Function("deny-grants", {', "npx sst deploy"],
    ["pulumi", 'const denyGrantsFunction = new aws.cloudfront.Function("deny-grants", {', "pulumi up"],
  ])("says how to install it with %s", async (tool, code, apply) => {
    const lines = await codeOf("--for", tool);
    expect(lines).toContain(code);
    expect(lines).toContain(apply);
    expect(lines).toContain("deny-grants.js");
    expect(lines).toContain("put-key");
    expect(lines).not.toContain("create-function");
  });

  it("says what to choose in the console", async () => {
    const steps = await stepsOf("--for", "console", "--name", "deny-me");
    const notes = steps.flatMap(({ notes }) => notes).join("\n");
    for (const word of ["Create KeyValueStore, with the name deny-me", "deny-grants.js", "Add association"])
      expect(notes).toContain(word);
  });

  it.each([
    ["aws-cli", "a'$(id)`id`.js", "fileb://'a'\\''$(id)`id`.js'"],
    ["terraform", `a\${path.module}%{if}.js`, 'file("a$${path.module}%%{if}.js")'],
    ["cdk", `a"\${id}.js`, `filePath: "a\\"\${id}.js" }`],
    ["pulumi", `a"\${id}.js`, `readFileSync("a\\"\${id}.js", "utf8")`],
    ["sst", `a"\${id}.js`, `readFileSync("a\\"\${id}.js", "utf8")`],
  ])("writes the name of the file so that %s takes it as it is: %s", async (tool, file, code) => {
    const { status, stdout } = await revocation("--out", file, "--for", tool);
    expect(status).toBe(0);
    expect(stdout).toContain(code);
  });

  it("shows each character of the file's name, and no control character", async () => {
    const file = "a\u001b[31m\u202e\n.js";
    const { stdout } = await revocation("--out", file);
    expect(stdout.split("\n")[2]).toBe("a\\u001b[31m\\u202e\\u000a.js: the function");
    expect(stdout).toContain("fileb://$'a\\033[31m\\342\\200\\256\\012.js'");
    const json = (await revocation("--out", file, "--json")).stdout;
    expect(json).toMatch(/^[ -~]*\n$/);
    expect(JSON.parse(json).file).toBe(file);
  });

  it.each([
    [
      ["deny.js"],
      "revocation accepts only options; write --out deny-grants.js to name the file of the function",
    ],
    [["--for", "cdk"], "--for: works only with --out FILE, which prints the steps; add --out deny-grants.js"],
    [["--name", "x"], "--name: works only with --out FILE, which prints the steps; add --out deny-grants.js"],
    [["--out", ""], "--out: is empty; is a variable of the shell not set?"],
    [["--out", "other.js"], "--out: exists with different content; pass another name, or remove the file"],
    [["--out", "folder"], "--out: cannot write the file (EEXIST); check the folder, or give another"],
    [
      ["--out", "a.js", "--path-pattern", ""],
      "--path-pattern: is empty; is a variable of the shell not set?",
    ],
    [
      ["--out", "a.js", "--path-pattern", "/private"],
      '--path-pattern: covers nothing below it; write "/private/*", or if you mean this one path, leave it out and attach the function in the console',
    ],
    [
      ["--out", "a.js", "--path-pattern", "https://cdn.example.com/private/*"],
      "--path-pattern: never matches, because CloudFront resolves //, . and .. in paths; write only the resolved path, as in /private/*",
    ],
    [
      ["--out", "a.js", "--path-pattern", "private/**"],
      "--path-pattern: has **; write *, which matches the / between folders too",
    ],
    [
      ["--out", "a.js", "--path-pattern", "/a b/*"],
      "--path-pattern: is not made of 1 to 255 letters, digits and _-.*$/~\"'@:+&?, as CloudFront requires; write one path without its query, and ? for any other character",
    ],
    [
      ["--out", "a.js", "--path-pattern", "/$id/*"],
      "--path-pattern: has a character that is not written into lines for a shell; pass a pattern such as /private/*, or leave it out and attach the function in the console",
    ],
    [
      ["--out", "a.js", "--for", "terraform", "--path-pattern", "/private/*"],
      "--path-pattern: is only for aws-cli; leave it out, and put the lines for terraform into the cache behavior that you mean",
    ],
    [
      ["--out", "a.js", "--for", "cdk", "--distribution", "EDFDVBD632BHDS"],
      "--distribution: is only for aws-cli; leave it out, and put the lines for cdk into the cache behavior that you mean",
    ],
    [
      ["--out", "a.js", "--for", "console", "--path-pattern", "/private/*"],
      "--path-pattern: is only for aws-cli; leave it out, and choose it in the console",
    ],
  ])("refuses %j", async (args, message) => {
    writeFileSync(join(command.folder, "other.js"), "// somebody's own\n");
    mkdirSync(join(command.folder, "folder"), { recursive: true });
    const { status, stdout, stderr } = await revocation(...args);
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: `${message}${help}` });
  });
});
