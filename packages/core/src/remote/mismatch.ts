import type { HashAlgorithm } from "../key/algorithm.ts";
import { subtleCrypto } from "../key/subtle-crypto.ts";
import type { RemotePublicKey } from "./public-key.ts";

/** Why a signature is not valid: the right key signed something else, or another key signed. */
export type Mismatch = "other-hash" | "hashed-twice" | "pss" | "other-key";

/** WebCrypto's name of a hash. */
export const hashNames: Readonly<Record<HashAlgorithm, "SHA-1" | "SHA-256">> = {
  SHA1: "SHA-1",
  SHA256: "SHA-256",
};

/** The hash that is not this one. */
export const otherHash: Readonly<Record<HashAlgorithm, HashAlgorithm>> = { SHA1: "SHA256", SHA256: "SHA1" };

/** Finds out why `signature` is not valid for `bytes`, by trying what functions often sign by mistake. */
export async function findMismatch(
  publicKey: RemotePublicKey,
  hash: HashAlgorithm,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Mismatch> {
  const { isSignatureValid } = publicKey;
  const digest = async () => new Uint8Array(await subtleCrypto().digest(hashNames[hash], bytes));
  if (await holds(async () => isSignatureValid(otherHash[hash], signature, bytes))) return "other-hash";
  if (await holds(async () => isSignatureValid(hash, signature, await digest()))) return "hashed-twice";
  if (await holds(async () => isPssSignatureValid(publicKey, signature, bytes))) return "pss";
  return "other-key";
}

/** A runtime may refuse SHA-1 or not know RSASSA-PSS: then it is not known. */
async function holds(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch {
    return false;
  }
}

/**
 * Whether it is RSASSA-PSS with SHA-256, the default of some services, with the salt as long as the hash or as
 * long as it can be (RFC 8017, section 9.1).
 */
async function isPssSignatureValid(
  { jwk, modulusLength = 0 }: RemotePublicKey,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (jwk === undefined) return false;
  const subtle = subtleCrypto();
  const algorithm = { name: "RSA-PSS", hash: "SHA-256" };
  const key = await subtle.importKey("jwk", jwk, algorithm, false, ["verify"]);
  const hashLength = 32;
  const longestSalt = Math.ceil((modulusLength - 1) / 8) - hashLength - 2;
  const isValid = (saltLength: number): Promise<boolean> =>
    subtle.verify({ name: "RSA-PSS", saltLength }, key, signature, bytes);
  return (await isValid(hashLength)) || isValid(longestSalt);
}
