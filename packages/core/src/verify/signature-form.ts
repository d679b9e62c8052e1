import { isDerSequence } from "../encoding/der.ts";
import { longestP256Der, rawP256Signature } from "./limits.ts";

/** What kind of signature some bytes can be. */
export type SignatureForm =
  | { readonly keyType: "RSA"; readonly bits: number }
  | { readonly keyType: "EC"; readonly encoding: "DER" | "raw" };

/** The form of a signature by its size and its first bytes; `undefined` when no key makes it. */
export function signatureForm(signature: Uint8Array): SignatureForm | undefined {
  const { length } = signature;
  if (length === rawP256Signature) return { keyType: "EC", encoding: "raw" };
  if (length <= longestP256Der)
    return isDerSequence(signature) ? { keyType: "EC", encoding: "DER" } : undefined;
  return length % 64 === 0 ? { keyType: "RSA", bits: length * 8 } : undefined;
}

/** The form in words, for {@link CloudFrontInspection}. */
export function describeSignatureForm(form: SignatureForm | undefined): string {
  if (!form) return "unknown";
  if (form.keyType === "RSA") return `RSA ${form.bits}`;
  return form.encoding === "DER" ? "P-256" : "P-256 raw, not DER";
}
