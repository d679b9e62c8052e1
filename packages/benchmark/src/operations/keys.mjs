// The preparation: importing keys and making signers.
import { createCloudFrontSigner, importCloudFrontPrivateKey } from "cloudfront-sign-webcrypto";
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

/** @type {import("./inputs.mjs").Operation[]} */
export const keyOperations = [
  ...Object.entries(keys).map(
    ([form, content]) =>
      /** @type {import("./inputs.mjs").Operation} */ ([
        "import a key",
        form,
        ours,
        () => importCloudFrontPrivateKey({ keyPairId, content }),
        isPrivate,
      ]),
  ),
  [
    "import a key",
    "RSA, encrypted PKCS#8",
    ours,
    () => importCloudFrontPrivateKey({ keyPairId, content: encrypted, passphrase }),
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
    "create a signer",
    "RSA, PKCS#8 PEM",
    ours,
    () => createCloudFrontSigner({ keyPairId, privateKey: rsa }),
    async (made) => verifyUrl(await made.signUrl(url, terms), claim),
  ],
];
