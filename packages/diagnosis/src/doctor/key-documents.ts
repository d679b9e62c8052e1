import {
  createCloudFrontSigner,
  type HashAlgorithm,
  isCloudFrontSignError,
  type PrivateKeySource,
  type RemoteSigner,
} from "cloudfront-sign-webcrypto";
import { readPublicKey } from "cloudfront-sign-webcrypto/internals";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { type JsonObject, requiredText, textList, textMember } from "./json-reader.ts";

/** A key group. */
export interface KeyGroup {
  readonly name: string | undefined;
  /** IDs of public keys. */
  readonly items: ReadonlySet<string>;
}

/** A public key as it was uploaded. */
export interface UploadedKey {
  readonly name: string | undefined;
  readonly encodedKey: string;
  /** Why the key cannot be read, which holds nothing of the key. */
  readonly problem: string | undefined;
  /** The length of an RSA key. */
  readonly modulusLength: number | undefined;
}

/** A `KeyGroupConfig`. */
export function readKeyGroup(config: JsonObject): KeyGroup {
  return { name: textMember(config, "Name"), items: new Set(textList(config, "Items")) };
}

/** A `PublicKeyConfig`, or an entry of `list-public-keys`, which has the same members. */
export function readUploadedKey(config: JsonObject): UploadedKey {
  const encodedKey = requiredText(config, "EncodedKey");
  return { name: textMember(config, "Name"), encodedKey, ...readEncodedKey(encodedKey) };
}

function readEncodedKey(encodedKey: string): Pick<UploadedKey, "problem" | "modulusLength"> {
  try {
    const key = readPublicKey(encodedKey, "EncodedKey");
    return { problem: undefined, modulusLength: "modulusLength" in key ? key.modulusLength : undefined };
  } catch (error) {
    if (!isCloudFrontSignError(error)) throw error;
    return { problem: error.message, modulusLength: undefined };
  }
}

/** The options of a signer that say with which key it signs. */
interface SigningKeyOptions {
  readonly privateKey: PrivateKeySource | RemoteSigner;
  readonly passphrase?: string | undefined;
  readonly hashAlgorithm?: HashAlgorithm | undefined;
}

/**
 * The IDs of the public keys that belong to a private key: those with which its signature is valid. Any form
 * of a private key signs, also one whose numbers cannot be read (a `CryptoKey`, AWS KMS).
 */
export async function fittingKeys(
  { privateKey, ...options }: SigningKeyOptions,
  publicKeys: ReadonlyMap<string, UploadedKey>,
): Promise<ReadonlySet<string>> {
  const keyPairId = "K2JCJMDEHXQW5F";
  const signer = createCloudFrontSigner({ keyPairId, privateKey, ...options });
  const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/", { expiresIn: "1h" });
  const fitting = new Set<string>();
  for (const [id, { encodedKey, problem }] of publicKeys) {
    if (problem !== undefined) continue;
    const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: encodedKey } });
    if ((await verifier.verifyUrl(url)).allowed) fitting.add(id);
  }
  return fitting;
}
