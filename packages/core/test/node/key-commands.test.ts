import { execSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importCloudFrontPublicKey } from "cloudfront-sign-webcrypto";
import { afterAll, describe, expect, it } from "vitest";
import { type KeyFile, keyBytes, passphrase } from "../suite/support/keys.ts";
import { refusal } from "../suite/support/refusal.ts";
import { end, host, signerOf } from "../suite/support/signers.ts";

/**
 * The command in a message is run on the very key that was refused, and what it makes is a key that works.
 */

const folder = mkdtempSync(join(tmpdir(), "key-commands-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (program: string, argument: string) => spawnSync(program, [argument]).error === undefined;
const openssl =
  has("openssl", "version") &&
  /^OpenSSL [3-9]/.test(spawnSync("openssl", ["version"], { encoding: "utf8" }).stdout);
const legacy = openssl && spawnSync("openssl", ["list", "-providers", "-provider", "legacy"]).status === 0;
const sshKeygen = has("ssh-keygen", "-?");

/**
 * Runs the command of a message on the bytes, without a question for a passphrase; the file that it writes.
 */
function follow(message: string, bytes: Uint8Array): Uint8Array {
  const command = message.slice(message.search(/(openssl|ssh-keygen) /)).replace(/\)$/, "");
  const input = /-(?:in|f) (\S+)/.exec(command)?.[1] ?? "key.pem";
  const output = />? ?(\S+\.pem)$/.exec(command)?.[1] ?? input;
  writeFileSync(join(folder, input), bytes, { mode: 0o600 });
  const quiet = command
    .replace(/openssl pkcs8 /, `$&-passin "pass:${passphrase}" -passout "pass:${passphrase}" `)
    .replace(/openssl pkcs12 /, `$&-passin "pass:${passphrase}" `)
    .replace(/openssl pkey /, `$&-passin "pass:${passphrase}" `)
    .replace(/ssh-keygen -p /, '$&-P "" -N "" ');
  execSync(quiet, { cwd: folder, stdio: "pipe" });
  return readFileSync(join(folder, output));
}

const sign = (privateKey: Uint8Array) =>
  signerOf(privateKey, { passphrase }).signUrl(`${host}/a`, { dateLessThan: end });

const privateFiles: KeyFile[] = [
  "rsa2048.enc-dek-aes128.pkcs1.pem",
  "rsa2048.enc-dek-aes256.pkcs1.pem",
  "rsa2048.enc-dek-des3.pkcs1.pem",
  "ecp256.enc-dek-aes256.sec1.pem",
  "rsa2048.enc-des3.pkcs8.pem",
  "rsa2048.enc-pbes1-3des.pkcs8.pem",
  "rsa2048.enc-scrypt.pkcs8.pem",
  "ecp256.enc-aes256-sha224.pkcs8.pem",
  "ecp256.enc-camellia256.pkcs8.pem",
  "ecp256-explicit.pkcs8.pem",
  "ecp256-explicit.sec1.pem",
  "ecp384.pkcs8.pem",
  "ed25519.pkcs8.pem",
  "rsapss2048.pkcs8.pem",
  "rsa512.pkcs8.pem",
  "rsa2048-three-primes.pkcs8.pem",
];

describe.skipIf(!openssl)("the command in the error makes a key that signs from", () => {
  it.each(privateFiles)("%s", async (file) => {
    const { message } = await refusal(() => signerOf(keyBytes(file), { passphrase }));
    expect(await sign(follow(message, keyBytes(file)))).toContain("Signature=");
  });

  it.skipIf(!sshKeygen)("rsa2048.openssh.pem", async () => {
    const { message } = await refusal(() => signerOf(keyBytes("rsa2048.openssh.pem")));
    expect(await sign(follow(message, keyBytes("rsa2048.openssh.pem")))).toContain("Signature=");
  });

  it.skipIf(!legacy)("encrypted with DES, of the time before PBES2", async () => {
    writeFileSync(join(folder, "plain.pem"), keyBytes("ecp256.pkcs8.pem"));
    for (const scheme of ["PBE-MD5-DES", "PBE-SHA1-RC2-64", "PBE-SHA1-RC4-128", "PBE-SHA1-3DES"]) {
      const old = `openssl pkcs8 -topk8 -v1 ${scheme} -provider legacy -provider default -passout "pass:${passphrase}"`;
      execSync(`${old} -in plain.pem -out old.pem`, { cwd: folder, stdio: "pipe" });
      const bytes = readFileSync(join(folder, "old.pem"));
      const { code, message } = await refusal(() => signerOf(bytes, { passphrase }));
      expect(code).toBe("ERR_KEY_UNSUPPORTED");
      expect(await sign(follow(message, bytes))).toContain("Signature=");
    }
  });
});

const publicFiles: KeyFile[] = [
  "rsa2048.pkcs8.pem",
  "rsa2048.pkcs1.pem",
  "rsa2048.enc-aes256-sha256.pkcs8.pem",
  "ecp256.sec1.pem",
  "ecp256.sec1.der",
  "rsa2048.pkcs8.der",
  "rsa2048.cert.pem",
];

describe.skipIf(!openssl)("the command for what is no public key", () => {
  it.each(publicFiles)("%s", async (file) => {
    const { message } = await refusal(() => importCloudFrontPublicKey({ content: keyBytes(file) }));
    expect((await importCloudFrontPublicKey({ content: follow(message, keyBytes(file)) })).type).toBe(
      "public",
    );
  });

  it("explicit parameters of a curve", async () => {
    writeFileSync(join(folder, "private.pem"), keyBytes("ecp256-explicit.sec1.pem"));
    execSync("openssl ec -in private.pem -param_enc explicit -pubout -out explicit.pem", {
      cwd: folder,
      stdio: "pipe",
    });
    const bytes = readFileSync(join(folder, "explicit.pem"));
    const { message } = await refusal(() => importCloudFrontPublicKey({ content: bytes }));
    expect((await importCloudFrontPublicKey({ content: follow(message, bytes) })).type).toBe("public");
  });

  it.skipIf(!sshKeygen)("a line as in authorized_keys", async () => {
    writeFileSync(join(folder, "ssh.pem"), keyBytes("rsa2048.openssh.pem"), { mode: 0o600 });
    const line = execSync("ssh-keygen -y -f ssh.pem", { cwd: folder });
    const { message } = await refusal(() => importCloudFrontPublicKey({ content: line }));
    expect((await importCloudFrontPublicKey({ content: follow(message, line) })).type).toBe("public");
  });
});
