// A program that uses every entry point of every package: all share one class of errors, and one memory of keys.
import { generateKeyPairSync } from "node:crypto";

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

/** A call of each entry point that throws an error of ours. @type {Record<string, string>} */
const faults = {
  "cloudfront-sign-webcrypto": "createCloudFrontSigner({})",
  "cloudfront-sign-webcrypto/verify": "createCloudFrontVerifier({})",
  "cloudfront-sign-webcrypto/node": "nodeHandler(1)",
  "cloudfront-sign-webcrypto/remote": "awsKmsKey({})",
  "cloudfront-sign-webcrypto/aws-sdk": "getSignedUrl({})",
  "cloudfront-sign-webcrypto/aws-cloudfront-sign": 'getSignedUrl("nothing", {})',
  "cloudfront-sign-media": 'signHlsPlaylist("", undefined, {})',
  "cloudfront-sign-media/hls": 'signHlsPlaylist("", undefined, {})',
  "cloudfront-sign-media/dash": 'signDashManifest("", undefined, {})',
  "cloudfront-sign-media/client": "renewingGrant({})",
  "cloudfront-sign-media/server": "grantHandler({})",
  "cloudfront-sign-diagnosis": "explainCloudFrontDenial({ verifier: 1 })",
  "cloudfront-sign-diagnosis/doctor": "diagnoseCloudFrontDistributions({})",
  "cloudfront-sign-diagnosis/logs": "diagnoseAccessLog([], { status: 1 })",
};

const specifiers = Object.keys(faults);

/** As a module that imports them. */
export const importing = `${specifiers.map((specifier, i) => `import * as entry${i} from "${specifier}";`).join("\n")}
export const done = ${program((specifier) => `entry${specifiers.indexOf(specifier)}`)}`;

/** As a script that requires them. */
export const requiring = program((specifier) => `require("${specifier}")`);

/** @param {(specifier: string) => string} expression for the exports of an entry point */
function program(expression) {
  return `
(async () => {
  const entries = { ${specifiers.map((specifier) => `"${specifier}": ${expression(specifier)}`).join(", ")} };
  const faults = { ${Object.entries(faults)
    .map(([specifier, call]) => `"${specifier}": (entry) => entry.${call}`)
    .join(", ")} };
  const { CloudFrontSignError, createCloudFrontSigner, isCloudFrontSignError } = entries["cloudfront-sign-webcrypto"];
  for (const [specifier, entry] of Object.entries(entries)) {
    let error;
    try {
      await faults[specifier](entry);
    } catch (reason) {
      error = reason;
    }
    if (!isCloudFrontSignError(error) || !(error instanceof CloudFrontSignError)) throw new Error(specifier + " threw " + error + ", of another class");
    const again = entry.CloudFrontSignError;
    if (again && again !== CloudFrontSignError) throw new Error(specifier + " exports another class");
  }

  const signers = {
    "cloudfront-sign-webcrypto": (privateKey) => createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey, hashAlgorithm: "SHA1" }).signUrl("https://d111111abcdef8.cloudfront.net/a", { expiresIn: "1h" }),
    "cloudfront-sign-webcrypto/aws-sdk": (privateKey) => entries["cloudfront-sign-webcrypto/aws-sdk"].getSignedUrl({ url: "https://d111111abcdef8.cloudfront.net/a", keyPairId: "K2JCJMDEHXQW5F", privateKey, dateLessThan: "2050-01-01" }),
  };
  let numImports = 0;
  const importKey = crypto.subtle.importKey;
  Object.defineProperty(crypto.subtle, "importKey", { configurable: true, value: (...args) => (numImports++, Reflect.apply(importKey, crypto.subtle, args)) });
  const importsOf = async (specifier) => {
    numImports = 0;
    await signers[specifier](${JSON.stringify(privateKey)});
    return numImports;
  };
  for (const forgetting of Object.keys(entries).filter((specifier) => entries[specifier].forgetImportedKeys)) {
    for (const first of Object.keys(signers)) {
      entries[forgetting].forgetImportedKeys();
      if ((await importsOf(first)) === 0) throw new Error("the memory of " + first + " is not that which " + forgetting + " forgets");
      for (const second of Object.keys(signers))
        if ((await importsOf(second)) !== 0) throw new Error(second + " imported the key of " + first + " again");
    }
  }
  return "one core";
})()`;
}
