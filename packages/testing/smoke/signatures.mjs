// What the command signed, verified by node:crypto.
import assert from "node:assert/strict";
import { verify } from "node:crypto";

/** Decodes CloudFront's Base64. @param {string} text */
const decode = (text) =>
  Buffer.from(
    text.replace(/[-_~]/g, (c) => ({ "-": "+", _: "=" })[c] ?? "/"),
    "base64",
  );

/**
 * @param {string} signed
 * @param {string} url
 * @param {number} expires in seconds
 * @param {import("node:crypto").KeyObject} publicKey
 */
export function assertSignedUrl(signed, url, expires, publicKey) {
  const separator = url.includes("?") ? "&" : "?";
  assert.ok(signed.startsWith(`${url}${separator}Expires=${expires}&Signature=`), signed);
  const signature = new URL(signed).searchParams.get("Signature") ?? "";
  const policy = `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
  assert.ok(verify("sha1", Buffer.from(policy), publicKey, decode(signature)), signed);
}

/**
 * @param {string} policy
 * @param {string} signature
 * @param {string} resource
 * @param {import("node:crypto").KeyObject} publicKey
 */
export function assertSignedPolicy(policy, signature, resource, publicKey) {
  assert.equal(JSON.parse(decode(policy).toString()).Statement[0].Resource, resource);
  assert.ok(verify("sha1", decode(policy), publicKey, decode(signature)));
}
