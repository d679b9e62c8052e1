/** Reads `{ "keyPairId": "K…", "privateKey": "-----BEGIN PRIVATE KEY-----\n…" }`. */
export function parseKey(secret = "") {
  try {
    const { keyPairId, privateKey } = JSON.parse(secret);
    return { keyPairId, privateKey };
  } catch {
    // The error of JSON.parse quotes its input, which is secret here.
    throw new Error("the secret is not JSON with keyPairId and privateKey");
  }
}
