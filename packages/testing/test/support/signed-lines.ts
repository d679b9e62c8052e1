import { createSign, generateKeyPairSync } from "node:crypto";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** What every line of these tests is signed with. */
export const terms = {
  publicKey: String(publicKey.export({ type: "spki", format: "pem" })),
  keyPairId: "K2JCJMDEHXQW5F",
  dateLessThan: 1893456000,
  hash: "SHA1",
} as const;

/** A signed URL with a canned policy. */
export function signed(url: string, expires: number = terms.dateLessThan): string {
  const condition = `"Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}`;
  const signature = createSign(terms.hash)
    .update(`{"Statement":[{"Resource":"${url}",${condition}}]}`)
    .sign(privateKey, "base64")
    .replaceAll("+", "-")
    .replaceAll("=", "_")
    .replaceAll("/", "~");
  return `${url}?Expires=${expires}&Signature=${signature}&Key-Pair-Id=${terms.keyPairId}`;
}

/** The line with more behind the padding of its signature, as when another line was written into it. */
export const torn = (line: string): string => line.replace("&Key-Pair-Id=", "https~--&Key-Pair-Id=");
