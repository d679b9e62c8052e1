import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The files that the lines of `vectors/aws-cli.json` name, and the key of each. */
const files = {
  "private.pem": "rsa2048.pkcs1.pem",
  "cf-signer-priv-key.pem": "rsa2048.pkcs1.pem",
  "keys/my key.pem": "rsa2048.pkcs1.pem",
  "home/.keys/cloudfront.pem": "rsa2048.pkcs1.pem",
  "private.der": "rsa2048.pkcs1.der",
  "pkcs8.pem": "rsa2048.pkcs8.pem",
  "p256.pem": "ecp256.sec1.pem",
  "encrypted.pem": "rsa2048.enc-aes256-sha256.pkcs8.pem",
};

/**
 * A folder in which the lines of `vectors/aws-cli.json` run, and the environment for them.
 * @returns {{ folder: string, env: NodeJS.ProcessEnv, remove: () => void }}
 */
export function awsCliFolder() {
  const folder = mkdtempSync(join(tmpdir(), "aws-cli-"));
  /** @type {Record<string, string>} */
  const keys = JSON.parse(readFileSync(join(import.meta.dirname, "../vectors/keys.json"), "utf8"));
  for (const name of ["bin", "keys", "home", "home/.keys"]) mkdirSync(join(folder, name));
  for (const [name, key] of Object.entries(files)) {
    writeFileSync(join(folder, name), Buffer.from(/** @type {string} */ (keys[key]), "base64"), {
      mode: 0o600,
    });
  }
  writeFileSync(join(folder, "id.txt"), "K2JCJMDEHXQW5F");
  const env = {
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    HOME: join(folder, "home"),
    KEY_ID: "K2JCJMDEHXQW5F",
    // Neither program signs otherwise in another place, but both must prove it.
    TZ: "America/New_York",
    PYTHONWARNINGS: "ignore",
  };
  return { folder, env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Puts a program into the folder's PATH.
 * @param {string} folder
 * @param {string} name
 * @param {string} command what it runs, for a POSIX shell
 */
export function addProgram(folder, name, command) {
  const file = join(folder, "bin", name);
  writeFileSync(file, `#!/bin/sh\nexec ${command} "$@"\n`);
  chmodSync(file, 0o755);
}
