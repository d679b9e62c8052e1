import { createCloudFrontSigner, isCloudFrontSignError, loadedKey } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";

/** A program that signs and verifies, and prints the outcomes as JSON. Its keys come through standard input. */

interface Input {
  readonly rsa: string;
  readonly rsaPublic: string;
  readonly ec: string;
  readonly encrypted: string;
  readonly passphrase: string;
  readonly sha1Url: string;
  readonly sha256Url: string;
}

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const input = JSON.parse(Buffer.concat(chunks).toString()) as Input;

const keyPairId = "K2JCJMDEHXQW5F";
const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
const terms = { dateLessThan: 1_900_000_000 };

const sign = (privateKey: string, options: object = {}) =>
  createCloudFrontSigner({ keyPairId, privateKey, ...options }).signUrl(url, terms);
const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: input.rsaPublic } });
const verify = async (signed: string) => {
  const verdict = await verifier.verifyUrl(signed);
  return verdict.allowed ? "allowed" : verdict.reason;
};
const load = async () => {
  const key = loadedKey({ load: () => ({ keyPairId, privateKey: input.rsa }), onError: () => {} });
  return createCloudFrontSigner({ key }).signUrl(url, terms);
};

async function outcomeOf(action: () => Promise<string>): Promise<string> {
  try {
    return await action();
  } catch (error) {
    return isCloudFrontSignError(error) ? `${error.code} ${error.option}` : `another error: ${error}`;
  }
}

const outcomes = {
  "sign with SHA-1": await outcomeOf(() => sign(input.rsa)),
  "sign with SHA-1 and P-256": await outcomeOf(() => sign(input.ec, { hashAlgorithm: "SHA1" })),
  "sign with SHA-256": await outcomeOf(() => sign(input.rsa, { hashAlgorithm: "SHA256" })),
  "sign with a loaded key": await outcomeOf(load),
  "sign with an encrypted key": await outcomeOf(() =>
    sign(input.encrypted, { passphrase: input.passphrase, hashAlgorithm: "SHA256" }),
  ),
  "verify SHA-1": await outcomeOf(() => verify(input.sha1Url)),
  "verify a wrong SHA-1": await outcomeOf(() => verify(input.sha1Url.replace("/a.jpg", "/b.jpg"))),
  "verify SHA-256": await outcomeOf(() => verify(input.sha256Url)),
  "verify a wrong SHA-256": await outcomeOf(() => verify(input.sha256Url.replace("/a.jpg", "/b.jpg"))),
};
process.stdout.write(JSON.stringify(outcomes));
