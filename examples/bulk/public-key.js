// The public key of a run, in its output. The first worker writes it; every other one must have the same key. Put
// the one of CloudFront there first, and a worker with a wrong private key does not start.
import { createPublicKey } from "node:crypto";
import { refuse } from "./fault.js";
import { publicKeyName } from "./names.js";
import { writeOrRead } from "./output.js";

/**
 * @param {import("./output.js").Output} output
 * @param {{ variable: string, text: string }} privateKey
 * @param {string} keyPairId
 */
export async function checkPublicKey(output, privateKey, keyPairId) {
  const own = publicKeyOf(privateKey);
  const pem = String(own.export({ type: "spki", format: "pem" }));
  const first = (await output.read(publicKeyName)) ?? (await writeOrRead(output, publicKeyName, pem));
  if (!isSameKey(first, own))
    refuse(
      privateKey.variable,
      `is not the private key of ${publicKeyName} in ${output.location}; give this worker the key of ${keyPairId}`,
    );
}

/** @param {{ variable: string, text: string }} privateKey */
function publicKeyOf({ variable, text }) {
  try {
    // The settings of a hosting service may have one line with escaped line breaks.
    return createPublicKey(text.replaceAll("\\n", "\n"));
  } catch {
    refuse(variable, "is not in PEM format; convert it with openssl pkey -in KEY -out private.pem");
  }
}

/** @param {string} pem @param {import("node:crypto").KeyObject} own */
function isSameKey(pem, own) {
  try {
    return createPublicKey(pem).equals(own);
  } catch {
    return false;
  }
}
