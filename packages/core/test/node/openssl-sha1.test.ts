import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import { hosts } from "@cloudfront-sign-webcrypto/testing/runtimes";
import { keyText, passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  fixOfCrash,
  refusingOpenssls,
  removeRefusingOpenssl,
} from "@cloudfront-sign-webcrypto/testing/support/refusing-openssl.ts";
import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";

/** Real Node.js whose OpenSSL refuses SHA-1. */

const folder = mkdtempSync(join(tmpdir(), "openssl-sha1-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  removeRefusingOpenssl();
});
const program = join(folder, "use-without-sha1.mjs");
await build({
  entryPoints: [join(import.meta.dirname, "../support/use-without-sha1.ts")],
  outfile: program,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "es2022",
  alias: libraryFiles(),
});

const terms = { dateLessThan: end };
const input = {
  rsa: keyText("rsa2048.pkcs8.pem"),
  rsaPublic: keyText("rsa2048.pub.spki.pem"),
  ec: keyText("ecp256.pkcs8.pem"),
  encrypted: keyText("rsa2048.enc-aes256-sha1.pkcs8.pem"),
  passphrase,
  sha1Url: await rsaSigner().signUrl(`${host}/a.jpg`, terms),
  sha256Url: await rsaSigner({ hashAlgorithm: "SHA256" }).signUrl(`${host}/a.jpg`, terms),
};

const nodes = [
  { name: `node ${process.versions.node}`, path: process.execPath, install: "" },
  ...hosts.filter(({ name }) => name.startsWith("node")),
];

describe.each(refusingOpenssls())("$name", ({ refuses, config, missing }) => {
  it.for(nodes)("in $name: what is refused says so, and SHA-256 works", (node, { skip }) => {
    const { path, install } = node;
    const skipLoudly = (reason: string): never => {
      console.warn(`openssl-sha1.test.ts: not run in ${node.name}; it needs ${reason}`);
      return skip(reason);
    };
    if (config === undefined) return skipLoudly(missing);
    if (path === undefined) return skipLoudly(install);
    const { stdout, stderr, signal } = spawnSync(path, [program], {
      encoding: "utf8",
      input: JSON.stringify(input),
      env: { OPENSSL_CONF: config },
    });
    if (signal !== null && stderr.includes("HandleScope")) return skipLoudly(fixOfCrash);
    expect(stderr).toBe("");
    const verifies = !refuses.includes("verify");
    expect(JSON.parse(stdout)).toEqual({
      "sign with SHA-1": "ERR_SIGNING_FAILED privateKey",
      "sign with SHA-1 and P-256": "ERR_SIGNING_FAILED privateKey",
      "sign with SHA-256": input.sha256Url,
      "sign with a loaded key": "ERR_KEY_LOAD_FAILED load",
      "sign with an encrypted key": refuses.includes("PBKDF2")
        ? "ERR_KEY_UNSUPPORTED privateKey"
        : input.sha256Url,
      "verify SHA-1": verifies ? "allowed" : "ERR_KEY_UNSUPPORTED publicKeys.K2JCJMDEHXQW5F",
      "verify a wrong SHA-1": verifies
        ? "signature-mismatch"
        : "ERR_KEY_UNSUPPORTED publicKeys.K2JCJMDEHXQW5F",
      "verify SHA-256": "allowed",
      "verify a wrong SHA-256": "signature-mismatch",
    });
  });
});
