import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type OpenedCommand, openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeBlocks } from "../examples/support/code-blocks.ts";

/** The command and its output at the top of docs/explain.md and docs/doctor.md. */

const pageOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../../docs", name), "utf8");

/** The first `text` block of a page: what the first command prints. */
function firstOutput(page: string): string {
  const [, text] = /^```text\n([\s\S]*?)^```/m.exec(page) ?? [];
  return text ?? expect.fail("the page shows no output");
}

const keyPairId = "K2JCJMDEHXQW5F";
let command: OpenedCommand;
beforeAll(() => {
  command = openCommand();
  writeFileSync(join(command.folder, "public.pem"), keyText("rsa2048.pub.spki.pem"));
});
afterAll(() => command.remove());

describe("the first example of", () => {
  it("docs/explain.md is what the command prints for a URL that was signed for another host", async () => {
    const page = pageOf("explain.md");
    const [, hostname = "", requested = ""] = /--hostname (\S+) '(https:[^?']+)\?Expires=…'/.exec(page) ?? [];
    const { signUrl } = createCloudFrontSigner({ keyPairId, privateKey: keyText("rsa2048.pkcs8.pem") });
    const url = new URL(requested);
    url.host = hostname;
    const [, query] = (await signUrl(url, { expiresIn: "1h" })).split("?");
    const key = ["--public-key", `${keyPairId}=public.pem`];
    const args = ["explain", `${requested}?${query}`, ...key, "--hostname", hostname];
    const { status, stdout } = await command.run(args);
    expect([status, stdout]).toEqual([1, firstOutput(page)]);
  });

  it("docs/doctor.md is what the command prints for the distribution of its program", async () => {
    const page = pageOf("doctor.md");
    const [program] = codeBlocks("docs/doctor.md", page);
    const documents = Array.from(program?.code.matchAll(/JSON\.parse\(`([\s\S]*?)`\)/g) ?? [], ([, json]) =>
      String(json),
    );
    const names = documents.map((json, i) => {
      writeFileSync(join(command.folder, `${i}.json`), json);
      return `${i}.json`;
    });
    const { status, stdout } = await command.run(["doctor", ...names, "--key-pair-id", keyPairId]);
    expect([status, stdout]).toEqual([1, firstOutput(page)]);
  });
});
