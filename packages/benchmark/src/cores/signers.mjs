// The two ways in which the measured threads sign with one key.
import { createPrivateKey, sign } from "node:crypto";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { ecAlgorithm, rsaAlgorithm } from "../fixture.mjs";

/** @typedef {import("../fixture.mjs").Fixture} Fixture */
/** @typedef {"RSA-2048" | "P-256"} Key */
/** @typedef {"WebCrypto" | "node:crypto"} By WebCrypto signs on the runtime's pool, node:crypto in the thread itself */

/** @type {Key[]} */
export const keys = ["RSA-2048", "P-256"];

/** What a key means to each interface. @param {Fixture} fixture @param {Key} key */
export const keyOf = (fixture, key) =>
  key === "P-256"
    ? /** @type {const} */ ({
        pem: fixture.ec,
        publicKey: fixture.ecPublic,
        keyType: "EC",
        hash: "SHA256",
        algorithm: ecAlgorithm,
      })
    : /** @type {const} */ ({
        pem: fixture.rsa,
        publicKey: fixture.rsaPublic,
        keyType: "RSA",
        hash: "SHA1",
        algorithm: rsaAlgorithm,
      });

/** @param {Fixture} fixture @param {Key} key @param {By} by */
export function signerOf(fixture, key, by) {
  const { pem, keyType, hash } = keyOf(fixture, key);
  const { keyPairId } = fixture;
  if (by === "WebCrypto") return createCloudFrontSigner({ keyPairId, privateKey: pem });
  const privateKey = createPrivateKey(pem);
  return createCloudFrontSigner({
    keyPairId,
    privateKey: { keyType, hashAlgorithm: hash, sign: async (bytes) => sign(hash, bytes, privateKey) },
  });
}
