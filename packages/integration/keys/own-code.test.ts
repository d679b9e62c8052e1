import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "@cloudfront-sign-webcrypto/testing/folders";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { itWithPhp, itWithPython } from "../support/with-programs.ts";

/** The programs of docs/explain.md in other languages print URLs that CloudFront accepts. */

const page = readFileSync(join(root, "docs/explain.md"), "utf8");
const programsIn = (language: string): string[] =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms")), ([, code = ""]) => code);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "own-code-"));
  writeFileSync(join(folder, "private.pem"), keyText("rsa2048.pkcs8.pem"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function expectAccepted(program: string, args: string[], code: string): Promise<void> {
  const { stdout, stderr } = spawnSync(program, args, { cwd: folder, input: code, encoding: "utf8" });
  expect(stderr).toBe("");
  const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") } });
  expect(await verifier.verifyUrl(stdout.trim())).toMatchObject({ allowed: true });
}

describe("a program of the page", () => {
  itWithPython("in Python, and with boto3", async ({ python }) => {
    const programs = programsIn("python");
    expect(programs).toHaveLength(2);
    for (const code of programs) await expectAccepted(python, ["-"], code);
  });

  itWithPhp("in PHP", async ({ php }) => {
    const [code = ""] = programsIn("php");
    await expectAccepted(php, [], code);
  });
});
