import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { diagnosisOptions } from "@cloudfront-sign-webcrypto/testing/support/distributions.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { withoutLifetimeNote } from "@cloudfront-sign-webcrypto/testing/support/lifetime-note.ts";
import {
  fixOfCrash,
  refusingOpenssls,
  removeRefusingOpenssl,
} from "@cloudfront-sign-webcrypto/testing/support/refusing-openssl.ts";
import { buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { end, host, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { afterAll, beforeEach, describe, expect, it } from "vitest";

/** The command where OpenSSL refuses SHA-1. */

const { folder, runProcess: run, remove } = await buildCommand();
afterAll(() => {
  remove();
  removeRefusingOpenssl();
});

const url = `${host}/a.jpg`;
const terms = { dateLessThan: end };
const [sha1Url, sha256Url] = [
  await rsaSigner().signUrl(url, terms),
  await rsaSigner({ hashAlgorithm: "SHA256" }).signUrl(url, terms),
];
writeFileSync(join(folder, "private.pem"), keyText("rsa2048.pkcs8.pem"), { mode: 0o600 });
writeFileSync(join(folder, "public.pem"), keyText("rsa2048.pub.spki.pem"));

const key = ["--key-pair-id", "K2JCJMDEHXQW5F", "--private-key", "private.pem"];
const publicKey = ["--public-key", "K2JCJMDEHXQW5F=public.pem"];
const until = ["--date-less-than", String(end)];

const cannotSign = (command: string) => `ERR_SIGNING_FAILED
--private-key private.pem: failed to sign with SHA-1; if this runtime refuses it (FIPS mode or a crypto policy), use the hash algorithm "SHA256" (import a CryptoKey with hash: "SHA-256"); keys and distributions stay as they are (docs/keys.md, "SHA-1 and SHA-256")

cloudfront-sign ${command} --help shows all options.
`;
const cannotVerify = `ERR_KEY_UNSUPPORTED
--public-key K2JCJMDEHXQW5F=public.pem: cannot verify SHA-1; if this runtime refuses it (FIPS mode or a crypto policy), sign with the hash algorithm "SHA256": the same public key, imported for SHA-256, verifies it (docs/keys.md, "SHA-1 and SHA-256")

cloudfront-sign verify --help shows all options.
`;
describe.each(refusingOpenssls())("$name", ({ refuses, config, missing }) => {
  beforeEach(({ skip }) => {
    const skipLoudly = (reason: string): never => {
      console.warn(`command-sha1.test.ts: not run; it needs ${reason}`);
      return skip(reason);
    };
    if (config === undefined) return skipLoudly(missing);
    const script = `crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"])
      .then(({ privateKey }) => crypto.subtle.sign({ name: "ECDSA", hash: "SHA-1" }, privateKey, new Uint8Array()))
      .catch(() => {});`;
    const { signal } = spawnSync(process.execPath, ["-e", script], { env: { OPENSSL_CONF: config } });
    if (signal !== null) return skipLoudly(fixOfCrash);
  });

  const runHere = (args: readonly string[], input?: string) => {
    const env = { OPENSSL_CONF: config ?? "", NODE_EXTRA_CA_CERTS: "" };
    const result = run(args, { env, ...(input && { input }) });
    return { ...result, stderr: withoutLifetimeNote(result.stderr) };
  };

  it("sign and cookies name the hash algorithm, and work with it", () => {
    expect(runHere(["sign", url, ...key, ...until])).toEqual({
      status: 2,
      stdout: "",
      stderr: cannotSign("sign"),
    });
    expect(runHere(["sign", url, ...key, ...until, "--hash-algorithm", "SHA256"])).toEqual({
      status: 0,
      stdout: `${sha256Url}\n`,
      stderr: "",
    });
    const cookies = ["cookies", "https://cdn.example.com/course/*", ...key, ...until];
    expect(runHere(cookies)).toEqual({ status: 2, stdout: "", stderr: cannotSign("cookies") });
    const { status, stdout, stderr } = runHere([...cookies, "--hash-algorithm", "SHA256"]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("CloudFront-Hash-Algorithm=SHA256");
  });

  it("verify calls no signature invalid that it cannot check", () => {
    const { status, stdout, stderr } = runHere(["verify", sha1Url, ...publicKey]);
    if (refuses.includes("verify")) expect([status, stdout, stderr]).toEqual([2, "", cannotVerify]);
    else expect([status, stderr]).toEqual([0, ""]);
    const sha256 = runHere(["verify", sha256Url, ...publicKey]);
    expect([sha256.status, sha256.stderr]).toEqual([0, ""]);
    expect(sha256.stdout).toContain("Allowed: The signature is valid, and the policy allows this request.");
  });

  it("explain says that the signature is not checked", () => {
    expect(runHere(["explain", sha1Url, ...publicKey])).toEqual(
      refuses.includes("verify")
        ? {
            status: 1,
            stdout: `The signature was not checked.
Not checked (signature-not-checked): The signature is one with SHA-1, which this
runtime refuses to verify (FIPS mode or a crypto policy).
Fix: Check it in a runtime that verifies SHA-1, and sign with SHA-256: its
signatures are also verified here.
`,
            stderr: "",
          }
        : {
            status: 0,
            stdout:
              "No fault found: CloudFront should allow this request if it trusts the key.\nNext: If you still get a 403, pass the response (--status CODE --body FILE), or\nadd --fetch. cloudfront-sign doctor checks the distribution.\n",
            stderr: "",
          },
    );
  });

  it("doctor names --hash-algorithm, and compares the keys with it", () => {
    const { documents } = diagnosisOptions("nothing-restricted");
    const input = documents.map((one) => JSON.stringify(one)).join("\n");
    const args = ["doctor", "-", ...key];
    expect(runHere(args, input)).toEqual({ status: 2, stdout: "", stderr: cannotSign("doctor") });
    const { stdout, stderr } = runHere([...args, "--hash-algorithm", "SHA256"], input);
    expect(stderr).toBe("");
    expect(stdout).toContain("(nothing-restricted)");
  });
});
