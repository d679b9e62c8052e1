import {
  encodedMessage,
  type Pkcs1Message,
  type PssMessage,
  type RsaNumbers,
  readPkcs1Message,
  readPssMessages,
} from "./rsa-messages.ts";
import { digestOf, hashOfObjectIdentifier, hexOf, signatureHashes, webCryptoHash } from "./signature-hash.ts";
import type { SignedBytesCheck, SignedWith } from "./signed-with.ts";

/** What an RSA key shows of a signature. */
export interface OpenedSignature {
  /** What made the signature; `undefined` when only the right text could prove it. */
  readonly signedWith: SignedWith | undefined;
  /** None for a hash that WebCrypto does not have. */
  readonly checks: readonly SignedBytesCheck[];
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Opens an RSA signature with a public key; `undefined` if the key did not make it. What is inside is a
 * digest, so that a text costs a hash and no check of a signature.
 */
export async function openSignature(
  signature: Uint8Array,
  numbers: RsaNumbers,
  keyPairId: string,
): Promise<OpenedSignature | undefined> {
  const encoded = encodedMessage(signature, numbers);
  if (!encoded) return undefined;
  const message = readPkcs1Message(encoded);
  if (message) {
    const opened = openedPkcs1(message, keyPairId);
    return isProof(message, numbers) ? opened : { ...opened, signedWith: undefined };
  }
  const candidates = await readPssMessages(encoded, numbers.modulusBits);
  if (candidates.length === 0) return undefined;
  // Bytes that look like PSS with another hash by accident have no padding.
  const certain = candidates.find(({ isCertain }) => isCertain);
  const checks = (certain ? [certain] : candidates).map((candidate) => pssCheck(candidate, keyPairId));
  return { signedWith: certain && checks[0], checks };
}

/** The exponent of nearly all keys. */
const usualExponent = 65_537n;

/**
 * Whether only the private key makes such a message. With a small exponent anybody finds numbers that open to
 * zeros or to padding in front of arbitrary bytes, but none whose every byte is given.
 *
 * Source: RFC 8017, section 9.2, note 2; D. Bleichenbacher, rump session of CRYPTO 2006.
 */
function isProof(message: Pkcs1Message, { exponent }: RsaNumbers): boolean {
  if (exponent >= usualExponent) return true;
  if (message.kind === "bare" || !message.hasNull) return false;
  const { objectIdentifier, digest } = message;
  return signatureHashes.some(
    (hash) => hash.objectIdentifier === objectIdentifier && hash.length === digest.length,
  );
}

function openedPkcs1(message: Pkcs1Message, keyPairId: string): OpenedSignature {
  if (message.kind === "bare") return openedBare(message.content, message.hasPadding, keyPairId);
  const { name, webCrypto } = hashOfObjectIdentifier(message.objectIdentifier);
  const form = message.hasNull ? "as-cloudfront-reads" : "digest-info-without-null";
  const signedWith: SignedWith = { keyPairId, hash: name, form };
  if (!webCrypto) return { signedWith, checks: [] };
  return { signedWith, checks: [digestCheck(signedWith, webCrypto, message.digest)] };
}

/** A digest in bytes, in hexadecimal digits or in base64, or the text itself: each told by its length. */
function openedBare(content: Uint8Array, hasPadding: boolean, keyPairId: string): OpenedSignature {
  const text = new TextDecoder().decode(content);
  const inBytes = signatureHashes.find(({ length }) => length === content.length);
  const asHex = /^[\da-f]+$/i.test(text) && signatureHashes.find(({ length }) => length * 2 === text.length);
  const asBase64 =
    /^[\w+/-]+=*$/.test(text) &&
    signatureHashes.find(({ length }) => Math.ceil(length / 3) * 4 === text.length);
  const textual = asHex || asBase64;
  const isText = /^[ -~\s]{40,}$/.test(text);
  if (textual) {
    const signedWith: SignedWith = { keyPairId, hash: textual.name, form: "text-of-digest" };
    const { webCrypto } = textual;
    if (!webCrypto) return { signedWith, checks: [] };
    const expected = asHex ? text.toLowerCase() : text;
    const isMadeOf = async (bytes: Bytes): Promise<boolean> => {
      const digest = await digestOf(webCrypto, bytes);
      return expected === (asHex ? hexOf(digest) : btoa(String.fromCharCode(...digest)));
    };
    return { signedWith, checks: [{ ...signedWith, isMadeOf }] };
  }
  if (inBytes && !isText) {
    const form = hasPadding ? "digest-without-digest-info" : "no-padding";
    const signedWith: SignedWith = { keyPairId, hash: inBytes.name, form };
    const webCrypto = webCryptoHash(inBytes.name);
    return { signedWith, checks: webCrypto ? [digestCheck(signedWith, webCrypto, content)] : [] };
  }
  const form = hasPadding ? "text-itself" : "no-padding";
  const signedWith: SignedWith = { keyPairId, hash: undefined, form };
  return { signedWith, checks: [{ ...signedWith, isMadeOf: async (bytes) => isEqual(bytes, content) }] };
}

function digestCheck(signedWith: SignedWith, hash: string, digest: Uint8Array): SignedBytesCheck {
  return { ...signedWith, isMadeOf: async (bytes) => isEqual(await digestOf(hash, bytes), digest) };
}

function pssCheck({ hash, salt, digest }: PssMessage, keyPairId: string): SignedBytesCheck {
  const webCrypto = webCryptoHash(hash) as string;
  return {
    keyPairId,
    hash,
    form: "pss",
    isMadeOf: async (bytes) => {
      // M' of RFC 8017, section 9.1.1: eight zeros, the hash of the message, the salt.
      const hashed = await digestOf(webCrypto, bytes);
      const inner = new Uint8Array(8 + hashed.length + salt.length);
      inner.set(hashed, 8);
      inner.set(salt, 8 + hashed.length);
      return isEqual(await digestOf(webCrypto, inner), digest);
    },
  };
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}
