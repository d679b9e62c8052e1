// The preparation: importing keys and making signers.
import { createPrivateKey } from "node:crypto";
import {
  createCloudFrontSigner,
  forgetImportedKeys,
  importCloudFrontPrivateKey,
} from "cloudfront-sign-webcrypto";
import { rsaAlgorithm } from "../fixture.mjs";
import { verifyUrl } from "../verify.mjs";
import {
  claim,
  encrypted,
  keyPairId,
  keys,
  ours,
  passphrase,
  rsa,
  rsaDer,
  subtle,
  terms,
  url,
} from "./inputs.mjs";

/** @param {CryptoKey} key */
const isPrivate = (key) => {
  if (key?.type !== "private" || key.extractable) throw new Error("no non-extractable private key");
};

/** @param {any} content @param {{ passphrase?: string }} [more] */
const importAgain = (content, more) => {
  forgetImportedKeys();
  return importCloudFrontPrivateKey({ keyPairId, content, ...more });
};

/** @type {import("./inputs.mjs").Operation[]} */
export const keyOperations = [
  ...Object.entries(keys).map(
    ([form, content]) =>
      /** @type {import("./inputs.mjs").Operation} */ ([
        "import a key",
        form,
        ours,
        () => importAgain(content),
        isPrivate,
      ]),
  ),
  ["import a key", "RSA, encrypted PKCS#8", ours, () => importAgain(encrypted, { passphrase }), isPrivate],
  [
    "import a key",
    "RSA, PKCS#8 PEM, again",
    ours,
    () => importCloudFrontPrivateKey({ keyPairId, content: rsa }),
    isPrivate,
  ],
  [
    "import a key",
    "RSA, PKCS#8 DER",
    "crypto.subtle.importKey",
    () => subtle.importKey("pkcs8", rsaDer, rsaAlgorithm, false, ["sign"]),
    isPrivate,
  ],
  [
    "import a key",
    "RSA, PKCS#8 PEM",
    "node:crypto createPrivateKey",
    () => createPrivateKey(rsa),
    (key) => {
      if (key.type !== "private") throw new Error("no private key");
    },
  ],
  [
    "create a signer",
    "RSA, PKCS#8 PEM",
    ours,
    () => createCloudFrontSigner({ keyPairId, privateKey: rsa }),
    async (made) => verifyUrl(await made.signUrl(url, terms), claim),
  ],
];
