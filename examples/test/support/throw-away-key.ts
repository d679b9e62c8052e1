import { generateKeyPairSync } from "node:crypto";

/** The PEM of a new private key. */
export function throwAwayKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}
