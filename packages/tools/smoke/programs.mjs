// What users write: a program that signs a URL and verifies it.
import { generateKeyPairSync } from "node:crypto";

export const packageName = "cloudfront-sign-webcrypto";

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const privateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" });
const publicKey = pair.publicKey.export({ type: "spki", format: "pem" });

/**
 * @param {string} lib an expression for the library
 * @param {string} verifying an expression for its entry point `verify`
 */
export const signing = (lib, verifying) => `
(async () => {
  const { createCloudFrontSigner, isCloudFrontSignError } = ${lib};
  const { createCloudFrontVerifier } = ${verifying};
  const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: ${JSON.stringify(privateKey)} });
  const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/a b.mp4", { expiresIn: "1h" });
  if (!/^https:\\/\\/d111111abcdef8\\.cloudfront\\.net\\/a%20b\\.mp4\\?Expires=\\d+&Signature=[\\w~-]+&Key-Pair-Id=K2JCJMDEHXQW5F$/.test(url)) throw new Error(url);
  const verifier = createCloudFrontVerifier({ keyGroup: { K2JCJMDEHXQW5F: ${JSON.stringify(publicKey)} } });
  const [right, wrong] = await Promise.all([url, url.replace("a%20b", "b")].map((one) => verifier.verifyUrl(one)));
  if (!right.allowed || wrong.allowed) throw new Error("verified: " + JSON.stringify([right, wrong]));
  const error = await signer.signUrl("nothing", { expiresIn: "1h" }).catch((reason) => reason);
  if (!isCloudFrontSignError(error)) throw new Error("no CloudFrontSignError: " + error);
})();
`;
