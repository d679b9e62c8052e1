// A thread of sign-lines.mjs, with a signer of its own.
import { createPrivateKey, sign } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";

/** @typedef {{ text: string, rejected: { line: number, message: string }[], lines: number }} Signed */

const { keyPairId, privateKey, terms } = workerData;
const key = createPrivateKey(privateKey);
/** @type {import("cloudfront-sign-webcrypto").RemoteSigner} */
const keyInThread = {
  keyType: key.asymmetricKeyType === "ec" ? "EC" : "RSA",
  hashAlgorithm: key.asymmetricKeyType === "ec" ? "SHA256" : "SHA1",
  // Signs in this thread, which may block. WebCrypto would pass each signature to one of its own threads.
  sign: async (bytes) => sign(keyInThread.hashAlgorithm, bytes, key),
};
const signer = createCloudFrontSigner({ keyPairId, privateKey: keyInThread, maxLifetime: "7d" });

parentPort?.on("message", async (/** @type {string} */ block) => {
  const lines = block.split(/\r?\n/);
  // After the last line end comes no line.
  if (lines.at(-1) === "") lines.pop();
  let text = "";
  const rejected = [];
  let line = 0;
  for await (const result of signer.signUrls(lines, terms, { onError: "yield" })) {
    line++;
    if (typeof result === "string") text += `${result}\n`;
    else rejected.push({ line, message: result.message });
  }
  parentPort?.postMessage({ text, rejected, lines: lines.length });
});
