import { type DerValue, readDer, readSequence } from "../encoding/der.ts";
import { fail } from "../errors.ts";
import { subtleCrypto } from "./algorithm.ts";
import { convertIt, invalidKey, unsupportedKey } from "./key-error.ts";
import { oidName, toHex } from "./oid.ts";

/** An encrypted PKCS#8 key that a passphrase can open. */
export interface EncryptedKey {
  readonly identity: string;
  /** The PKCS#8 inside; rejects with `ERR_KEY_PASSPHRASE` when it stays shut. */
  open(passphrase: string): Promise<Uint8Array>;
}

/**
 * Reads the parameters of an encrypted PKCS#8 key: PBES2 with PBKDF2 and AES-CBC, which is what WebCrypto offers and OpenSSL makes.
 *
 * Source: RFC 8018, appendix A.4.
 */
export function readEncryptedKey([algorithm, data]: readonly DerValue[], option: string): EncryptedKey {
  const inside = (value: DerValue | undefined): DerValue[] => readDer(value?.content);
  const copy = (value: DerValue | undefined): Uint8Array<ArrayBuffer> =>
    new Uint8Array(value?.content ?? invalidKey(option, "cut off or corrupted"));
  /** The parameters and the name of an algorithm, which must be one of those. */
  const known = (value: DerValue | undefined, expected: RegExp): [DerValue[], string] => {
    const [oid, parameters] = inside(value);
    const name = oidName(oid);
    return expected.test(name)
      ? [inside(parameters), name]
      : unsupportedKey(option, `encrypted with ${name}, which WebCrypto lacks`, convertIt);
  };
  const [[derivation, encryption]] = known(algorithm, /^PBES2$/);
  const [[salt, count, ...more]] = known(derivation, /^PBKDF2$/);
  const [, cipher] = known(encryption, /^AES/);
  const prf = more.find(({ tag }) => tag === 0x30);
  // RFC 8018 makes HMAC-SHA-1 the default, which is then not written.
  const hash = prf ? known(prf, /^SHA/)[1] : "SHA-1";
  const length = Number(cipher.slice(4));
  const pbkdf2 = { name: "PBKDF2", salt: copy(salt), iterations: Number(`0x${toHex(copy(count))}`), hash };
  const aes = { name: "AES-CBC", length, iv: copy(inside(encryption)[1]) };

  return {
    identity: `${data?.content}`,
    async open(passphrase) {
      const subtle = subtleCrypto();
      const key = await subtle
        .importKey("raw", new TextEncoder().encode(passphrase), "PBKDF2", false, ["deriveKey"])
        .then((secret) => subtle.deriveKey(pbkdf2, secret, aes, false, ["decrypt"]))
        .catch((cause: unknown) => unsupportedKey(option, `encrypted with ${cipher}, which this runtime lacks`, convertIt, cause));
      const shut = (cause?: unknown): never => fail("ERR_KEY_PASSPHRASE", "passphrase", `does not open ${option}`, cause);
      const plain = new Uint8Array(await subtle.decrypt(aes, key, copy(data)).catch(shut));
      // One wrong passphrase in 256 decrypts to something.
      return readSequence(plain)[1] ? plain : shut();
    },
  };
}
