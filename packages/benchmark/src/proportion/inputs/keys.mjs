// The functions that read keys.
import {
  createCloudFrontSigner,
  importCloudFrontPrivateKey,
  importCloudFrontPublicKey,
} from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { keyLimit, optionInputs } from "../input.mjs";
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
 * Each member of a JWK, and all its numbers at once.
 * @param {string} name
 * @param {Read} read
 * @param {any} jwk
 * @returns {Input[]}
 */
const members = (name, read, { kty, crv, ...numbers }) => {
  const kind = { kty, ...(crv && { crv }) };
  const names = Object.keys(numbers);
  return [
    ...optionInputs(`${name}: JWK`, (changed) => read({ ...kind, ...numbers, ...changed }), {
      ...kind,
      ...numbers,
    }),
    {
      name: `${name}: all numbers of a JWK`,
      ask: (text) => {
        const number = text.slice(0, text.length / names.length);
        return read({ ...kind, ...Object.fromEntries(names.map((one) => [one, number])) });
      },
    },
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
  ...members("importCloudFrontPrivateKey EC", readPrivate, privateJwk),
  ...members("importCloudFrontPrivateKey RSA", readPrivate, rsaPrivateJwk),
  ...contents("importCloudFrontPublicKey", readPublic, publicKey),
  ...members("importCloudFrontPublicKey", readPublic, publicJwk),
  ...contents("createCloudFrontSigner", makeSigner, rsaPrivateKey),
  ...contents("createCloudFrontVerifier", makeVerifier, publicKey),
  ...optionInputs(
    "importCloudFrontPrivateKey",
    (options) => importCloudFrontPrivateKey({ keyPairId, content: encryptedKey, passphrase, ...options }),
    { passphrase, format: "pkcs8" },
  ),
  ...optionInputs(
    "importCloudFrontPublicKey",
    (options) => importCloudFrontPublicKey({ content: publicKey, ...options }),
    { keyPairId },
  ),
];
