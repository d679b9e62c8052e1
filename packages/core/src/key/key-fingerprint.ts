import { encodeBase64Url } from "../encoding/base64.ts";
import { utf8Bytes } from "../encoding/bytes.ts";
import { memberOf } from "../options/read-properties.ts";
import type { HashAlgorithm } from "./algorithm.ts";
import { importIdentity } from "./key-memory.ts";
import { readKeySource } from "./key-source.ts";
import { subtleCrypto } from "./subtle-crypto.ts";

let secret: CryptoKey | undefined;

/**
 * What tells a private key with its ID, passphrase and hash from others, without its text; `undefined` for one that
 * cannot be recognized. An HMAC with a key that is not in the memory of JavaScript: a plain hash would let somebody with
 * a dump of it and the encrypted PEM try passphrases without the iterations of its PBKDF2.
 */
export async function keyFingerprint(
  keyPairId: string,
  privateKey: unknown,
  passphrase: unknown,
  hash: HashAlgorithm | undefined,
): Promise<string | undefined> {
  // A remote signer.
  if (typeof memberOf(privateKey, "sign") === "function") return undefined;
  const identity = importIdentity(readKeySource(privateKey), passphrase, hash);
  if (identity === undefined) return undefined;
  const subtle = subtleCrypto();
  const algorithm: HmacKeyGenParams = { name: "HMAC", hash: "SHA-256" };
  const made = secret ?? (await subtle.generateKey(algorithm, false, ["sign"]));
  // Another call may have made one meanwhile.
  secret ??= made;
  const mac = await subtle.sign("HMAC", secret, utf8Bytes(`${keyPairId} ${identity}`));
  return encodeBase64Url(new Uint8Array(mac));
}
