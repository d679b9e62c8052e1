// The arguments of the functions: throw-away keys, a signer, a grant for every URL, a verifier.
import { createSign, generateKeyPairSync } from "node:crypto";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";

export const host = "https://d111111abcdef8.cloudfront.net";
export const keyPairId = "K2JCJMDEHXQW5F";
export const dateLessThan = 4_000_000_000;
export const passphrase = "correct horse";

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
/** @param {import("node:crypto").KeyObject} key */
const pem = (key) => key.export({ type: "pkcs8", format: "pem" }).toString();

export const privateKey = pem(ec.privateKey);
export const rsaPrivateKey = pem(rsa.privateKey);
export const encryptedKey = ec.privateKey
  .export({ type: "pkcs8", format: "pem", cipher: "aes-128-cbc", passphrase })
  .toString();
export const publicKey = rsa.publicKey.export({ type: "spki", format: "pem" }).toString();
export const privateJwk = ec.privateKey.export({ format: "jwk" });
export const rsaPrivateJwk = rsa.privateKey.export({ format: "jwk" });
export const publicJwk = rsa.publicKey.export({ format: "jwk" });

export const signer = createCloudFrontSigner({ keyPairId, privateKey });
/** Its signatures take no time, so that only the code around them is measured. */
export const quickSigner = createCloudFrontSigner({
  keyPairId,
  privateKey: { keyType: "RSA", hashAlgorithm: "SHA256", sign: async () => new Uint8Array(256) },
});
export const policyForEveryUrl = JSON.stringify({
  Statement: [{ Resource: "*", Condition: { DateLessThan: { "AWS:EpochTime": dateLessThan } } }],
});
/** For every URL. Its parameters are short, so that writing them takes no time. */
export const grant = await signer.grant({ policy: policyForEveryUrl });

/** For a whole host: no manifest is signed with a grant for every host. */
export const hostGrant = await signer.grant({ resource: `${host}/*`, dateLessThan });

/** For one folder, so that it does not cover most references. */
export const folderGrant = await signer.grant({ resource: `${host}/course/*`, dateLessThan });

export const publicKeys = { [keyPairId]: publicKey };
const restrict = [{ pathPattern: "/open/*a*a*a*a*a*b", restricted: false }, "*"];
export const verifier = createCloudFrontVerifier({ publicKeys });
export const restrictingVerifier = createCloudFrontVerifier({ publicKeys, restrict });

/** CloudFront's base64. @param {string | Uint8Array} content */
export const encoded = (content) =>
  Buffer.from(content).toString("base64").replace(/\+/g, "-").replace(/=/g, "_").replace(/\//g, "~");

/** The parameters of a policy with a valid signature. @param {string} policy */
export const signedParameters = (policy) => {
  const signature = createSign("RSA-SHA1").update(policy).sign(rsa.privateKey);
  return `Policy=${encoded(policy)}&Signature=${encoded(signature)}&Key-Pair-Id=${keyPairId}`;
};

/** A custom policy for a resource, as JSON text. @param {string} resource */
export const statement = (resource) =>
  JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": dateLessThan } } }],
  });

/** The parameters of a canned policy with an invalid signature. */
export const cannedParameters = [
  `Expires=${dateLessThan}`,
  `Signature=${encoded(new Uint8Array(256).fill(7))}`,
  `Key-Pair-Id=${keyPairId}`,
].join("&");
