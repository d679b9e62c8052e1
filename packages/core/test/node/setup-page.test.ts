import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltCommand, buildCommand } from "./support/run-command.ts";
import { RunningServer } from "./support/running-server.ts";
import { shellSteps } from "./support/shell-steps.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/setup.md"), "utf8");
const blocks = shellSteps(page).map(({ commands }) => commands);

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

  it("has no command that these tests leave out", () => {
    const tested = ["keygen", "openssl genrsa", "curl", "openssl base64"];
    expect(blocks).toHaveLength(tested.length);
    expect(tested.map(block)).toEqual(blocks);
  });

  it("makes the same two files with the command and with OpenSSL", () => {
    const keygen = block("keygen").replace(
      "npx cloudfront-sign-webcrypto",
      `'${process.execPath}' '${command.main}'`,
    );
    run(`mkdir by-command; cd by-command; ${keygen}`);
    run(block("openssl genrsa"));
    for (const name of ["by-command", "."])
      for (const file of ["private.pem", "public.pem"])
        expect(readFileSync(join(folder, name, file), "utf8")).toMatch(
          /^-----BEGIN P(RIVATE|UBLIC) KEY-----\n/,
        );
  });

  it("turns the private key into one line that the signer takes", async () => {
    const privateKey = run(block("openssl base64"));
    expect(privateKey).toMatch(/^[\w+/=]+$/);
    const { signUrl } = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey });
    expect(await signUrl("https://d111111abcdef8.cloudfront.net/a", { expiresIn: "1h" })).toContain(
      "Signature=",
    );
  });

  it("shows what the command prints for Terraform, with the key in a file", () => {
    const { stdout } = command.run([
      "keygen",
      "--public-key",
      join(folder, "public.pem"),
      "--for",
      "terraform",
    ]);
    const [, shown = ""] = /^```hcl\n([\s\S]*?)^```/m.exec(page) ?? [];
    expect(stdout.replace(/<<-EOT[\s\S]*?EOT\n/, 'file("public.pem")\n')).toBe(shown);
  });

  it("gets MissingKey for a request without a signature", async () => {
    mkdirSync(join(folder, "media/private"), { recursive: true });
    writeFileSync(join(folder, "media/private/report.pdf"), "a report");
    const key = `K2JCJMDEHXQW5F=${join(folder, "public.pem")}`;
    const server = await RunningServer.start(command, join(folder, "media"), "--public-key", key);
    const answer = run(block("curl").replace("https://d111111abcdef8.cloudfront.net/", server.address));
    await server.stop();
    expect(answer).toMatch(/^HTTP\/1\.1 403 [\s\S]*<Code>MissingKey<\/Code>/);
  });
});
