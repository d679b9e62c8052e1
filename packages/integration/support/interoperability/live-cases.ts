import * as aws from "@aws-sdk/cloudfront-signer";
import { type KeyFile, keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  type PeerCase,
  type PeerOutput,
  peerCases,
} from "@cloudfront-sign-webcrypto/testing/support/peer-signing.ts";
import prior from "aws-cloudfront-sign";

/** URLs that `peers.json` does not have. The signers that are npm packages are tried with them in this run. */
const urls: Readonly<Record<string, string>> = {
  "live-dot-segment": "https://d111111abcdef8.cloudfront.net/videos/../private/a.jpg",
  "live-dot-segment-escaped": "https://d111111abcdef8.cloudfront.net/videos/%2E%2E/private/a.jpg",
  "live-latin-1": "https://d111111abcdef8.cloudfront.net/caf%E9.jpg",
  "live-host-idn": "https://bücher.example/a.jpg",
  "live-backslash": "https://d111111abcdef8.cloudfront.net/videos\\a.jpg",
  "live-brackets": "https://d111111abcdef8.cloudfront.net/a[1].jpg?filter[name]=x",
  "live-quotes": 'https://d111111abcdef8.cloudfront.net/a.jpg?q="x"',
  "live-braces": "https://d111111abcdef8.cloudfront.net/{id}.jpg",
  "live-tilde-escaped": "https://d111111abcdef8.cloudfront.net/%7Euser/a.jpg",
  "live-empty-pair": "https://d111111abcdef8.cloudfront.net/a.jpg?a=1&&b=2",
};

function outputOf(sign: () => string): PeerOutput {
  try {
    return { url: sign() };
  } catch (error) {
    return { error: String(error) };
  }
}

const [plain] = peerCases;
if (!plain) throw new Error("peers.json has no case");
const { keyPairId } = plain;
const privateKey = keyText(plain.key as KeyFile);
const dateLessThan = plain.input.dateLessThan ?? 0;

export const liveCases: readonly PeerCase[] = Object.entries(urls).map(([id, url]) => {
  const expiry = new Date(dateLessThan * 1000);
  return {
    ...plain,
    id,
    input: { url, dateLessThan },
    peers: {
      "js-v3": outputOf(() => aws.getSignedUrl({ url, keyPairId, privateKey, dateLessThan: expiry })),
      "aws-cloudfront-sign": outputOf(() =>
        prior.getSignedUrl(url, {
          keypairId: keyPairId,
          privateKeyString: privateKey,
          expireTime: expiry.getTime(),
        }),
      ),
    },
  };
});
