import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "@cloudfront-sign-webcrypto/testing/run";

/** Where Debian, Fedora and Homebrew install it. */
const libraries = [
  "/usr/lib/softhsm/libsofthsm2.so",
  "/usr/lib64/pkcs11/libsofthsm2.so",
  "/opt/homebrew/lib/softhsm/libsofthsm2.so",
  "/usr/local/lib/softhsm/libsofthsm2.so",
];

/** The PKCS#11 library of SoftHSM. */
export async function findSoftHsm(): Promise<string | undefined> {
  const { status } = await run("softhsm2-util", ["--version"]);
  return status === 0 ? libraries.find((path) => existsSync(path)) : undefined;
}

export const pin = "8251-PIN-4907";

/**
 * Makes a token in the folder, with these private keys, and points SoftHSM to it.
 * @param keys label to the PEM (PKCS#8)
 */
export async function makeToken(folder: string, keys: Readonly<Record<string, string>>): Promise<void> {
  const configuration = join(folder, "softhsm2.conf");
  mkdirSync(join(folder, "tokens"));
  writeFileSync(configuration, `directories.tokendir = ${join(folder, "tokens")}\n`);
  process.env.SOFTHSM2_CONF = configuration;
  await softHsmUtil("--init-token", "--free", "--label", "cloudfront", "--so-pin", pin, "--pin", pin);
  for (const [index, [label, pem]] of Object.entries(keys).entries()) {
    const file = join(folder, `${label}.pem`);
    writeFileSync(file, pem);
    const id = String(index + 1).padStart(2, "0");
    await softHsmUtil("--import", file, "--token", "cloudfront", "--pin", pin, "--label", label, "--id", id);
  }
}

async function softHsmUtil(...args: string[]): Promise<void> {
  const { status, output } = await run("softhsm2-util", args);
  if (status !== 0) throw new Error(output);
}
