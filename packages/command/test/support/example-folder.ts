import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addProgram } from "@cloudfront-sign-webcrypto/testing/support/aws-cli-folder.mjs";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import printed from "@cloudfront-sign-webcrypto/testing/vectors/distributions/documents.json" with {
  type: "json",
};

const host = "https://d111111abcdef8.cloudfront.net";
const urls = Array.from({ length: 3 }, (_, i) => `${host}/course/42/${i}.mp4`);

/** The files that the examples of the help name. */
const files: Readonly<Record<string, string>> = {
  "urls.txt": urls.map((url) => `${url}\n`).join(""),
  "urls.ndjson": urls.map((url, id) => `${JSON.stringify({ url, id, expiresIn: "2h" })}\n`).join(""),
  "curl.txt": [
    "> GET /a.jpg?Expires=1900000000&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F HTTP/1.1",
    "> Host: d111111abcdef8.cloudfront.net",
    "> Accept: */*",
    "> ",
    "< HTTP/1.1 403 Forbidden",
    "< Server: CloudFront",
    "< ",
    '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code></Error>',
    "",
  ].join("\n"),
  "media/a.jpg": "an image",
  "logs/E2.2026-03-02-09.log": [
    "#Version: 1.0",
    "#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent) cs-uri-query x-host-header",
    "2026-03-02\t09:00:00\t192.0.2.7\tGET\t/a.ts\t403\tVLC/3.0.20\t-\td111111abcdef8.cloudfront.net",
    "",
  ].join("\n"),
  ...Object.fromEntries(
    Object.entries(printed.right).map(([line, document]) => [nameOf(line), JSON.stringify(document)]),
  ),
};

/** `key-groups.json` for `aws cloudfront list-key-groups`, `distribution.json` for `get-distribution`. */
function nameOf(line: string): string {
  const [, what = ""] = /^aws cloudfront (?:list|get)-([\w-]+)/.exec(line) ?? [];
  return `${what}.json`;
}

/** A folder with what the examples need, and an environment in which a shell finds the command. */
export function exampleFolder(
  main: string,
  hasKeys: boolean,
): { folder: string; env: NodeJS.ProcessEnv; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "examples-"));
  for (const name of ["bin", "media", "logs", ".config/fish/conf.d"])
    mkdirSync(join(folder, name), { recursive: true });
  if (hasKeys) writeKeyPair(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  addProgram(folder, "cloudfront-sign", `'${process.execPath}' '${main}'`);
  const env = {
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    HOME: folder,
    // The variable that the commands of `keygen --for aws-cli` set.
    KEY_PAIR_ID: "K2JCJMDEHXQW5F",
  };
  return { folder, env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function writeKeyPair(folder: string): void {
  writeFileSync(join(folder, "private.pem"), keyText("rsa2048.pkcs8.pem"), { mode: 0o600 });
  writeFileSync(join(folder, "public.pem"), keyText("rsa2048.pub.spki.pem"));
}
