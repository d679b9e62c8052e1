// What users write: a program that signs a URL, verifies it, explains why one is denied, and signs a playlist.
import { generateKeyPairSync } from "node:crypto";

export const packageNames = {
  core: "cloudfront-sign-webcrypto",
  media: "cloudfront-sign-media",
  diagnosis: "cloudfront-sign-diagnosis",
  command: "cloudfront-sign-cli",
};

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const privateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" });
const publicKey = pair.publicKey.export({ type: "spki", format: "pem" });

const { core, media, diagnosis } = packageNames;
const used = [core, `${core}/verify`, diagnosis, `${media}/hls`];

/** A program that works with the exports of an entry point. @param {(specifier: string) => string} exportsOf an expression */
export const signing = (exportsOf) => `
(async () => {
  const [signing, verifying, diagnosing, playlists] = [${used.map(exportsOf).join(", ")}];
  const { createCloudFrontSigner, isCloudFrontSignError } = signing;
  const { createCloudFrontVerifier } = verifying;
  const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: ${JSON.stringify(privateKey)} });
  const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/a b.mp4", { expiresIn: "1h" });
  if (!/^https:\\/\\/d111111abcdef8\\.cloudfront\\.net\\/a%20b\\.mp4\\?Expires=\\d+&Signature=[\\w~-]+&Key-Pair-Id=K2JCJMDEHXQW5F$/.test(url)) throw new Error(url);
  const verifier = createCloudFrontVerifier({ publicKeys: { K2JCJMDEHXQW5F: ${JSON.stringify(publicKey)} } });
  const [right, wrong] = await Promise.all([url, url.replace("a%20b", "b")].map((one) => verifier.verifyUrl(one)));
  if (!right.allowed || wrong.allowed) throw new Error("verified: " + JSON.stringify([right, wrong]));
  const error = await signer.signUrl("nothing", { expiresIn: "1h" }).catch((reason) => reason);
  if (!isCloudFrontSignError(error)) throw new Error("no CloudFrontSignError: " + error);

  const [finding] = await diagnosing.explainCloudFrontDenial({ url: url.replace("a%20b", "b"), verifier });
  if (!finding || !finding.summary.includes("signature")) throw new Error("explained: " + JSON.stringify(finding));

  const grant = await signer.grant({ resource: "https://d111111abcdef8.cloudfront.net/v/*", expiresIn: "1h" });
  const playlist = await playlists.signHlsPlaylist("#EXTM3U\\n#EXTINF:4,\\n1.ts\\n", grant, { playlistUrl: "https://d111111abcdef8.cloudfront.net/v/a.m3u8" });
  const segment = playlist.split("\\n").find((line) => line.includes(".ts?"));
  const seen = await verifier.verifyUrl(new URL(segment, "https://d111111abcdef8.cloudfront.net/v/").href);
  if (!seen.allowed) throw new Error("signed playlist: " + playlist + JSON.stringify(seen));
})();
`;

/** The same as a module. */
export const importing = `${used.map((specifier, i) => `import * as entry${i} from "${specifier}";`).join("\n")}
${signing((specifier) => `entry${used.indexOf(specifier)}`)}`;
