import { printableName } from "../options/printable.ts";
import { readProperties, unsupportedKey } from "./key-error.ts";

/** Throws for a record around a PEM, as databases and secrets have them. */
export function refusePemMember(record: object, option: string): void {
  const members = readProperties(() => Object.entries(record), option);
  const [name] =
    members.find(([, value]) => typeof value === "string" && value.includes("-----BEGIN ")) ?? [];
  if (name !== undefined)
    unsupportedKey(option, `an object with the member ${printableName(name)}`, "pass that member");
}

/** For an object that is no JWK. */
export function refuseObject(object: object, option: string): never {
  if ("keys" in object) return unsupportedKey(option, "a JWK Set", "pass one of its keys");
  if ("PublicKey" in object && "KeyId" in object)
    return unsupportedKey(option, "the response of GetPublicKey", "pass its PublicKey");
  if ("reload" in object && typeof object.reload === "function") {
    return unsupportedKey(
      option,
      "a key made by loadedKey()",
      "pass it to createCloudFrontSigner as key, without keyPairId",
    );
  }
  if ("privateKey" in object && "publicKey" in object) {
    return unsupportedKey(
      option,
      "a pair of keys",
      "sign with its privateKey, and verify with its publicKey",
    );
  }
  if ("privateKey" in object)
    return unsupportedKey(option, "an object with a privateKey in it", "pass this privateKey alone");
  if ("sign" in object && typeof object.sign === "function") {
    return unsupportedKey(
      option,
      "a remote signer, which holds no key that can be imported",
      "pass it as privateKey to createCloudFrontSigner",
    );
  }
  if ("Sign" in object && typeof object.Sign === "function")
    return unsupportedKey(option, "a remote signer whose function is named Sign", "name it sign");
  if ("keyType" in object) {
    return unsupportedKey(
      option,
      "a remote signer without a function sign",
      "add sign(bytes), which returns a Promise of the signature",
    );
  }
  if ("data" in object) {
    return unsupportedKey(
      option,
      "the JSON of a Buffer, or another object with data in it",
      "pass the key as PEM text, or the bytes as Uint8Array.from(object.data)",
    );
  }
  return unsupportedKey(
    option,
    "an object without kty, which is no JWK",
    "pass the key itself, not what holds it",
  );
}
