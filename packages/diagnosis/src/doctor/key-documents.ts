import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { readPublicKey } from "cloudfront-sign-webcrypto/internals";
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
