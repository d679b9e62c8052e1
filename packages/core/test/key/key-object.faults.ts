import { keyText, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type KeyFault, refusedPrivateKey, refusedPublicKey } from "../support/key-fault.ts";

/** Has the shape of a `KeyObject` of `node:crypto`, which not every runtime has. */
export const keyObject = (type: string, exported?: unknown) => ({
  type,
  export: () => exported,
});

/** Faults of a Node.js `KeyObject`. Its algorithms have the messages of DER. */
export const keyObjectFaults: readonly KeyFault[] = [
  refusedPrivateKey(
    "createPublicKey(pem)",
    keyObject("public"),
    "ERR_KEY_NOT_PRIVATE",
    "is a public KeyObject; pass the private key that belongs to it",
  ),
  refusedPrivateKey(
    "createSecretKey(bytes)",
    keyObject("secret"),
    "ERR_KEY_UNSUPPORTED",
    "is a KeyObject that is neither private nor public; pass a private one",
  ),
  refusedPrivateKey(
    "a KeyObject of another type",
    keyObject("certificate"),
    "ERR_KEY_UNSUPPORTED",
    "is a KeyObject that is neither private nor public; pass a private one",
  ),
  refusedPrivateKey(
    "a KeyObject whose export() throws",
    {
      type: "private",
      export: () => {
        throw new Error("from export");
      },
    },
    "ERR_KEY_INVALID",
    "is a KeyObject that cannot be exported as DER; pass the PEM text of the key",
  ),
  refusedPrivateKey(
    "a KeyObject whose export() returns a text",
    keyObject("private", "text"),
    "ERR_KEY_INVALID",
    "is a KeyObject that cannot be exported as DER; pass the PEM text of the key",
  ),
  refusedPrivateKey(
    "a KeyObject whose export() returns 65,537 bytes",
    keyObject("private", new Uint8Array(65_537)),
    "ERR_KEY_INVALID",
    "is a KeyObject that cannot be exported as DER; pass the PEM text of the key",
  ),
  refusedPrivateKey(
    "a KeyObject whose export() is encrypted",
    keyObject("private", pemToDer(keyText("rsa2048.enc-aes256-sha256.pkcs8.pem"))),
    "ERR_KEY_INVALID",
    "is a KeyObject that cannot be exported as DER; pass the PEM text of the key",
  ),
  refusedPublicKey(
    "createPrivateKey(pem)",
    keyObject("private"),
    "ERR_KEY_NOT_PUBLIC",
    "is a private KeyObject; derive the public key from it: createPublicKey(keyObject)",
  ),
  refusedPublicKey(
    "createSecretKey(bytes)",
    keyObject("secret"),
    "ERR_KEY_UNSUPPORTED",
    "is a KeyObject that is neither private nor public; pass a public one",
  ),
];
