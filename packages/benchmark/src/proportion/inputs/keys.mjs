// The functions that read keys.
import {
  createCloudFrontSigner,
  importCloudFrontPrivateKey,
  importCloudFrontPublicKey,
} from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { keyLimit } from "../input.mjs";
import {
  encryptedKey,
  keyPairId,
  passphrase,
  privateJwk,
  privateKey,
  publicJwk,
  publicKey,
  rsaPrivateJwk,
  rsaPrivateKey,
} from "../material.mjs";

/** @typedef {import("../input.mjs").Input} Input */
/** @typedef {(content: any) => unknown} Read */

/** @param {string} pem */
const bodyOf = (pem) => pem.replace(/-----.*-----\s*/g, "");
const encoder = new TextEncoder();
/** One byte for each character. @param {string} text */
const bytesOf = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/**
 * A key as text, as bytes and as DER.
 * @param {string} name
 * @param {Read} read
 * @param {string} pem
 * @returns {Input[]}
 */
const contents = (name, read, pem) => {
  const label = pem.includes("PUBLIC") ? "PUBLIC KEY" : "PRIVATE KEY";
  return [
    { name: `${name}: text`, sample: pem, limit: keyLimit, ask: read },
    {
      name: `${name}: bytes of a text`,
      sample: pem,
      limit: keyLimit,
      ask: (text) => read(encoder.encode(text)),
    },
    {
      name: `${name}: body of a PEM`,
      sample: bodyOf(pem),
      limit: keyLimit - 60,
      ask: (text) => read(`-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`),
    },
    {
      name: `${name}: text around a PEM`,
      sample: "\n",
      limit: keyLimit - pem.length,
      ask: (text) => read(text + pem + text.slice(0, 9)),
    },
    {
      name: `${name}: DER bytes`,
      sample: Buffer.from(bodyOf(pem), "base64").toString("latin1").slice(1),
      limit: keyLimit,
      ask: (text) => read(bytesOf(`0${text}`)),
    },
    {
      name: `${name}: nested DER`,
      limit: keyLimit,
      prepare: (text) => {
        const bytes = Uint8Array.from(
          { length: text.length },
          (_, i) => [0x30, 0x84, 0, 0][i % 4] ?? text.charCodeAt(i),
        );
        return () => read(bytes);
      },
    },
    { name: `${name}: JSON text`, limit: keyLimit, ask: (text) => read(`{"kty":"RSA","n":"${text}"}`) },
  ];
};

/**
 * Each number of a JWK, and all of them at once.
 * @param {string} name
 * @param {Read} read
 * @param {JsonWebKey} jwk
 * @returns {Input[]}
 */
const numbers = (name, read, jwk) => {
  const names = /** @type {const} */ (["n", "e", "d", "p", "q", "dp", "dq", "qi", "x", "y"]).filter(
    (one) => jwk[one],
  );
  return [
    ...names.map((one) => ({
      name: `${name}: JWK ${one}`,
      sample: `${jwk[one]}`,
      ask: (/** @type {string} */ text) => read({ ...jwk, [one]: text }),
    })),
    {
      name: `${name}: all numbers of a JWK`,
      ask: (text) => {
        const number = text.slice(0, text.length / names.length);
        return read({ ...jwk, ...Object.fromEntries(names.map((one) => [one, number])) });
      },
    },
    { name: `${name}: JWK kty`, sample: `${jwk.kty}`, ask: (kty) => read({ ...jwk, kty }) },
    ...(jwk.crv
      ? [
          {
            name: `${name}: JWK crv`,
            sample: jwk.crv,
            ask: (/** @type {string} */ crv) => read({ ...jwk, crv }),
          },
        ]
      : []),
  ];
};

/** @type {Read} */
const readPrivate = (content) => importCloudFrontPrivateKey({ keyPairId, content });
/** @type {Read} */
const readPublic = (content) => importCloudFrontPublicKey({ content });
/** @type {Read} */
const makeSigner = (content) => createCloudFrontSigner({ keyPairId, privateKey: content });
/** @type {Read} */
const makeVerifier = (content) => createCloudFrontVerifier({ publicKeys: { [keyPairId]: content } });

/** @type {Input[]} */
export const keyInputs = [
  ...contents("importCloudFrontPrivateKey", readPrivate, privateKey),
  ...numbers("importCloudFrontPrivateKey EC", readPrivate, privateJwk),
  ...numbers("importCloudFrontPrivateKey RSA", readPrivate, rsaPrivateJwk),
  ...contents("importCloudFrontPublicKey", readPublic, publicKey),
  ...numbers("importCloudFrontPublicKey", readPublic, publicJwk),
  ...contents("createCloudFrontSigner", makeSigner, rsaPrivateKey),
  ...contents("createCloudFrontVerifier", makeVerifier, publicKey),
  {
    name: "importCloudFrontPrivateKey: passphrase",
    sample: passphrase,
    ask: (text) => importCloudFrontPrivateKey({ keyPairId, content: encryptedKey, passphrase: text }),
  },
  {
    name: "importCloudFrontPrivateKey: format",
    sample: "pkcs8",
    ask: (format) => importCloudFrontPrivateKey({ keyPairId, content: privateKey, format }),
  },
  {
    name: "importCloudFrontPublicKey: keyPairId",
    sample: keyPairId,
    ask: (text) => importCloudFrontPublicKey({ keyPairId: text, content: publicKey }),
  },
];
