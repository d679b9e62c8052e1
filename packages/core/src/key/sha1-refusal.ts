import { decodeBase64 } from "../encoding/base64.ts";
import { subtleCrypto } from "./subtle-crypto.ts";

type Hash = "SHA-1" | "SHA-256";

/**
 * Whether this runtime verifies SHA-256 and refuses SHA-1, or takes every signature with SHA-1 for invalid (in FIPS mode, or
 * under a crypto policy).
 */
export async function isVerifyingSha1Refused(): Promise<boolean> {
  const isWorking = (hash: Hash): Promise<boolean> => verifiesKnownSignature(hash).catch(() => false);
  return !(await isWorking("SHA-1")) && (await isWorking("SHA-256"));
}

// A throw-away key, and its signatures of no bytes. Their nonce is the private key, so that r is the x of the public key.
const x = "5DE_K46E3RA-R37LiAG7ofCopdwhNAhC84p-P1eQkeg";
const y = "k5oSrsq7jtzajXbiy47kEJWrk7Vz5aLAv-JqWCAh5mc";
const s: Readonly<Record<Hash, string>> = {
  "SHA-1": "VtiS_NMIXUcHorN3Z9pYS1JF5UR8QQg8NkFbZs0YNs8",
  "SHA-256": "cTxCJBx8Y2O64sAQLq7eP7dm4Cy8xMkvLSj6A3Zhy_Y",
};

async function verifiesKnownSignature(hash: Hash): Promise<boolean> {
  const subtle = subtleCrypto();
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash };
  const key = await subtle.importKey("jwk", { kty: "EC", crv: "P-256", x, y }, algorithm, false, ["verify"]);
  const signature = [x, s[hash]].flatMap((number) => [...(decodeBase64(number) as Uint8Array)]);
  return subtle.verify(algorithm, key, new Uint8Array(signature), new Uint8Array());
}
