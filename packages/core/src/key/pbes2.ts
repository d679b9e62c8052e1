import { readDer } from "../encoding/der.ts";
import { toBigInt } from "../encoding/integer.ts";
import { fail } from "../errors.ts";
import { subtleCrypto } from "./algorithm.ts";
import { convertIt, unsupportedKey } from "./key-error.ts";

/** An encrypted PKCS#8 key that a passphrase can open. */
export interface EncryptedKey {
  readonly identity: string;
  /** The PKCS#8 inside; rejects with `ERR_KEY_PASSPHRASE` when it stays shut. */
  open(passphrase: string): Promise<Uint8Array>;
}

/**
 * Reads an encrypted PKCS#8 key of PBES2 with PBKDF2 and AES-CBC, which is what WebCrypto offers and OpenSSL makes.
 *
 * Source: RFC 8018, appendix A.4.
 */
export function readEncryptedKey(shape: string, contents: readonly Uint8Array[], option: string): EncryptedKey {
  // RFC 8018 makes HMAC-SHA-1 the default, which is then not written.
  const [, hash = "SHA-1", bits] =
    /^<<PBES2,<<PBKDF2,<4,2(?:,2)?(?:,<(SHA-(?!224)\d+)(?:,5)?>)?>>,<AES-(\d+),4>>>,4>$/.exec(shape) ??
    unsupportedKey(option, shape, convertIt);
  const [, , salt, count, ...more] = contents.map((content) => new Uint8Array(content)) as [...[0, 0], ...Uint8Array<ArrayBuffer>[]];
  const [iv, data] = more.slice(-2) as [iv: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>];
  const pbkdf2 = { name: "PBKDF2", salt: salt as Uint8Array<ArrayBuffer>, iterations: Number(toBigInt(count as Uint8Array)), hash };
  const aes = { name: "AES-CBC", length: Number(bits), iv };
  return {
    identity: `${data}`,
    async open(passphrase) {
      const subtle = subtleCrypto();
      const key = await subtle
        .importKey("raw", new TextEncoder().encode(passphrase), "PBKDF2", false, ["deriveKey"])
        .then((secret) => subtle.deriveKey(pbkdf2, secret, aes, false, ["decrypt"]))
        .catch((cause: unknown) => unsupportedKey(option, `AES-${bits}`, convertIt, cause));
      const shut = (cause?: unknown): never => fail("ERR_KEY_PASSPHRASE", "passphrase", `does not open ${option}`, cause);
      const plain = new Uint8Array(await subtle.decrypt(aes, key, data).catch(shut));
      // One wrong passphrase in 256 decrypts to something.
      return /^<.*[^?]>$/.test(readDer(plain)[0]) ? plain : shut();
    },
  };
}
