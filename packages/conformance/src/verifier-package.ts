import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** What the `package.json` of the verifier says, whose decisions are compared. */
interface VerifierPackage {
  readonly name: string;
  readonly version: string;
  /** The address of its issues. */
  readonly bugs: string;
}

export function verifierPackage(): VerifierPackage {
  const file = createRequire(import.meta.url).resolve("cloudfront-sign-webcrypto/package.json");
  return JSON.parse(readFileSync(file, "utf8"));
}
