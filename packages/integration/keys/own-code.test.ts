import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "@cloudfront-sign-webcrypto/testing/folders";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "../support/free-port.ts";
import { itWithPhp, itWithPython } from "../support/with-programs.ts";

/** The programs of docs/explain.md in other languages make URLs and cookies that CloudFront accepts. */

const page = readFileSync(join(root, "docs/explain.md"), "utf8");
const programsIn = (language: string): string[] =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms")), ([, code = ""]) => code);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "own-code-"));
  writeFileSync(join(folder, "private.pem"), keyText("rsa2048.pkcs8.pem"));
  writeFileSync(join(folder, "public.pem"), keyText("rsa2048.pub.spki.pem"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") } });

function output(program: string, args: string[], code: string): string {
  const { stdout, stderr } = spawnSync(program, args, { cwd: folder, input: code, encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout;
}

async function expectUrl(printed: string): Promise<void> {
  expect(await verifier.verifyUrl(printed.trim())).toMatchObject({ allowed: true });
}

/** @param lines of `Set-Cookie` */
async function expectCookies(lines: readonly string[]): Promise<void> {
  const pairs = lines.map((line) => {
    const [pair = "", ...attributes] = line.split("; ");
    expect(attributes.map((one) => one.toLowerCase()).sort()).toEqual([
      "domain=example.com",
      "httponly",
      "path=/course/42/",
      "samesite=lax",
      "secure",
    ]);
    return pair;
  });
  expect(pairs).toHaveLength(3);
  for (const [path, allowed] of [
    ["course/42/1.mp4", true],
    ["course/43/1.mp4", false],
  ]) {
    const verdict = await verifier.verifyCookies(`https://cdn.example.com/${path}`, pairs.join("; "));
    expect(verdict).toMatchObject({ allowed });
  }
}

describe("a program of the page", () => {
  itWithPython("in Python, and with boto3", async ({ python }) => {
    const [boto3 = "", url = "", cookies = "", ...others] = programsIn("python");
    expect(others).toEqual([]);
    for (const code of [boto3, url])
      for (const line of output(python, ["-"], code).trim().split("\n")) await expectUrl(line);
    const lines = output(python, ["-"], cookies).trim().split("\n");
    await expectCookies(lines.map((line) => line.replace(/^Set-Cookie: /, "")));
  });

  itWithPhp("in PHP", async ({ php }) => {
    const [url = "", cookies = "", ...others] = programsIn("php");
    expect(others).toEqual([]);
    await expectUrl(output(php, [], url));
    writeFileSync(join(folder, "cookies.php"), cookies);
    const address = `localhost:${await freePort()}`;
    const server = spawn(php, ["-S", address], { cwd: folder, stdio: "ignore" });
    try {
      const response = await vi.waitUntil(
        () => fetch(`http://${address}/cookies.php`).catch(() => undefined),
        { timeout: pollTimeout },
      );
      await expectCookies(response.headers.getSetCookie());
    } finally {
      server.kill();
    }
  });

  it("in a shell proves with openssl alone which URL was signed", async () => {
    const [code = "", ...others] = programsIn("sh").filter((one) => one.includes("openssl dgst"));
    expect(others).toEqual([]);
    const [, signed = "", expires = ""] = /^SIGNED=(\S+).*\nEXPIRES=(\d+)$/m.exec(code) ?? [];
    const signer = createCloudFrontSigner({ keyPairId, privateKey: keyText("rsa2048.pkcs8.pem") });
    for (const [url, verdict] of [
      [signed, "Verified OK\n"],
      [signed.replace(".org", ".com"), "Verification failure\n"],
    ] as const) {
      const { searchParams } = new URL(await signer.signUrl(url, { dateLessThan: Number(expires) }));
      const filled = code.replace("'…'", `'${searchParams.get("Signature")}'`);
      const { stdout } = spawnSync("sh", [], { cwd: folder, input: filled, encoding: "utf8" });
      expect(stdout).toBe(verdict);
    }
  });

  itWithPhp("in PHP throws without a readable private key, and sends no signature", ({ php }) => {
    const [url = ""] = programsIn("php");
    const { status, stdout } = spawnSync(php, ["-d", "display_errors=stderr"], {
      cwd: tmpdir(),
      input: url,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([255, ""]);
  });
});
