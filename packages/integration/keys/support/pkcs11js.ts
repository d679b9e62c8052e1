import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { npm } from "@cloudfront-sign-webcrypto/testing/run";
import { pkcs11jsFolder } from "./pkcs11js-folder.ts";

const { resolve } = createRequire(import.meta.url);

/**
 * Compiles the copy of pkcs11js, unless it is there.
 * @returns whether it is there now: that takes a C++ compiler, and the headers of Node.js or a way to them
 */
export async function buildPkcs11js(): Promise<boolean> {
  const ready = join(pkcs11jsFolder, "ready");
  if (existsSync(ready)) return true;
  rmSync(pkcs11jsFolder, { recursive: true, force: true });
  cpSync(dirname(resolve("pkcs11js/package.json")), pkcs11jsFolder, { recursive: true, dereference: true });
  const { status } = await npm(["run", "--silent", "build"], pkcs11jsFolder, withHeaders());
  if (status !== 0) return false;
  writeFileSync(ready, "");
  return true;
}

/** The headers that came with this Node.js, as most installations have them; node-gyp would download them. */
function withHeaders(): NodeJS.ProcessEnv {
  const prefix = dirname(dirname(process.execPath));
  const hasHeaders = existsSync(join(prefix, "include/node/node_api.h"));
  return hasHeaders ? { ...process.env, npm_config_nodedir: prefix } : process.env;
}
