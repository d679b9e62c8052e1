import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuiltCommand, buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { RunningServer } from "@cloudfront-sign-webcrypto/testing/support/running-server.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shellSteps } from "./support/shell-steps.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/setup.md"), "utf8");
// The section about tenants needs a multi-tenant distribution.
const [ownSteps = ""] = page.split("\n## Tenants\n");
const blocks = shellSteps(ownSteps).map(({ commands }) => commands);

/** The commands of the page, one after the other, on the key pair that they make. */
describe.skipIf(process.platform === "win32")("docs/setup.md", () => {
  const folder = mkdtempSync(join(tmpdir(), "setup-"));
  let command: BuiltCommand;
  beforeAll(async () => {
    command = await buildCommand();
  });
  afterAll(() => {
    command.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const block = (word: string): string => blocks.find((commands) => commands.includes(word)) ?? "exit 1";
  const run = (commands: string): string =>
    execFileSync("sh", ["-ec", commands], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });

  /** With the command that was built here. */
  const withCommand = (commands: string): string =>
    commands.replace(/^cloudfront-sign(?= )/m, `'${process.execPath}' '${command.main}'`);

  it("has no command that these tests leave out", () => {
    const tested = ["keygen", "openssl genrsa", "create-public-key", "curl", "url.txt"];
    expect(blocks).toHaveLength(tested.length);
    expect(tested.map(block)).toEqual(blocks);
  });

  it("makes the same two files with the command and with OpenSSL", () => {
    run(`mkdir by-command; cd by-command; ${withCommand(block("keygen"))}`);
    run(block("openssl genrsa"));
    for (const name of ["by-command", "."])
      for (const file of ["private.pem", "public.pem"])
        expect(readFileSync(join(folder, name, file), "utf8")).toMatch(
          /^-----BEGIN P(RIVATE|UBLIC) KEY-----\n/,
        );
  });

  it("turns the private key into one line that the signer takes", async () => {
    const [, oneLine = "exit 1"] = /`(openssl base64 [^`]+)`/.exec(page) ?? [];
    const privateKey = run(oneLine);
    expect(privateKey).toMatch(/^[\w+/=]+$/);
    const { signUrl } = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey });
    expect(await signUrl("https://d111111abcdef8.cloudfront.net/a", { expiresIn: "1h" })).toContain(
      "Signature=",
    );
  });

  it("creates the public key of the file, and a key group with its ID", () => {
    const aws = 'aws() { echo "$*" >> calls.txt; echo K2JCJMDEHXQW5F; }';
    run(`${aws}\n${block("create-public-key")}`);
    const [publicKey, keyGroup] = readFileSync(join(folder, "calls.txt"), "utf8").split("\n");
    expect(publicKey).toMatch(/^cloudfront create-public-key .*EncodedKey@=file:\/\/public\.pem$/);
    expect(keyGroup).toBe("cloudfront create-key-group --key-group-config Name=viewers,Items=K2JCJMDEHXQW5F");
  });

  it("shows what the command prints for Terraform, with the key in a file", () => {
    const { stdout } = command.runProcess([
      "keygen",
      "--public-key",
      join(folder, "public.pem"),
      "--for",
      "terraform",
    ]);
    const [, shown = ""] = /^```hcl\n([\s\S]*?)^```/m.exec(page) ?? [];
    expect(stdout.replace(/<<-EOT[\s\S]*?EOT\n/, 'file("public.pem")\n')).toBe(shown);
  });

  it("lists a permission for each command of the AWS CLI that the command and these pages print", () => {
    const lifetime = ["--longest-lifetime", "15m"];
    const printed = [
      command.runProcess(["keygen", "--public-key", join(folder, "public.pem"), "--for", "aws-cli"]),
      command.runProcess(["rotate", ...lifetime]),
      command.runProcess(["revocation", ...lifetime, "--out", join(folder, "deny-grants.js")]),
    ].map(({ stdout }) => stdout);
    const pages = [
      ...["setup", "rotation", "revocation", "doctor"].map((name) => `docs/${name}.md`),
      "examples/upload/README.md",
    ].map((name) => readFileSync(join(import.meta.dirname, "../../..", name), "utf8"));
    const actions = Array.from(
      [...printed, ...pages].join("\n").matchAll(/aws (cloudfront(?:-keyvaluestore)?) ([a-z]+-[a-z-]+)/g),
      ([, service, name = ""]) =>
        `${service}:${name.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase())}`,
    );
    // `aws cloudfront wait` asks for the distribution.
    const [, section = ""] = page.split("## Permissions for the AWS CLI");
    const listed = section.match(/cloudfront(?:-keyvaluestore)?:[A-Z]\w+/g);
    expect(new Set([...actions, "cloudfront:GetDistribution"])).toEqual(new Set(listed));
    expect(new Set(actions).size).toBeGreaterThan(15);
  });

  it("gets MissingKey for a request without a signature, and 200 for one with it", async () => {
    mkdirSync(join(folder, "media/private"), { recursive: true });
    writeFileSync(join(folder, "media/private/report.pdf"), "a report");
    const key = `K2JCJMDEHXQW5F=${join(folder, "public.pem")}`;
    const server = await RunningServer.start(command, join(folder, "media"), "--public-key", key);
    const request = (commands: string): string =>
      run(withCommand(commands).replace("https://d111111abcdef8.cloudfront.net/", server.address));
    const unsigned = request(block("curl"));
    const signed = request(block("url.txt"));
    await server.stop();
    expect(unsigned).toMatch(/^HTTP\/1\.1 403 [\s\S]*<Code>MissingKey<\/Code>/);
    expect(signed).toMatch(/^HTTP\/1\.1 200 [\s\S]*a report$/);
  });
});
