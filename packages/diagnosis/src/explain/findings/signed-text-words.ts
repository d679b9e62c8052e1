import type { Evidence } from "../evidence/evidence.ts";
import type { FindingWords } from "./finding-entry.ts";

/** Words for a signature in a wrong format that fit what was seen. */
export function formatWords(evidence: Evidence): Partial<FindingWords> | undefined {
  if (evidence === "valid-once-in-der" || evidence === "size-of-raw-signature") {
    return {
      fix: "Encode the ECDSA signature in DER before base64: a SEQUENCE of the two INTEGERs r and s, not their 64 bytes.",
    };
  }
  if (typeof evidence === "string") return undefined;
  switch (evidence.kind) {
    case "other-signature-form":
      return {
        fix:
          evidence.form === "pss"
            ? "Sign with RSASSA-PKCS1-v1_5 (in OpenSSL the default of dgst -sign), not with RSA-PSS."
            : "Let the library hash and pad: RSASSA-PKCS1-v1_5 of the policy (openssl dgst -sign), not rsautl, pkeyutl or privateEncrypt.",
      };
    case "signed-form":
      return {
        fix: "Pass the text of the policy to the signing function, not its digest: signing hashes it.",
      };
    case "digest-size":
      return {
        summary: "The signature is a digest: no private key signed it.",
        fix: "Sign the policy with the private key (openssl dgst -sign private_key.pem): a digest is no signature.",
      };
    case "other-curve":
      return {
        summary: "The signature was made with a key that CloudFront does not take.",
        fix: "Make a key pair on P-256 (or RSA 2048), add its public key to the key group, and sign with it.",
      };
    case "signature-as-text":
      return {
        summary: "The signature was encoded twice.",
        fix: "Encode the bytes of the signature as base64 once, and not the text of another encoding.",
      };
    default:
      return undefined;
  }
}

/** Words for a signature of other text, by whether the key is known to be right. */
export function mismatchWords(evidence: Evidence): Partial<FindingWords> | undefined {
  if (evidence === "no-key-opens") {
    return {
      summary: "The signature was made with another private key, or changed on the way.",
      fix: "Compare the public key of the ID with that of the signer (openssl pkey -in private_key.pem -pubout), and check that the signature was copied whole.",
    };
  }
  if (typeof evidence === "string") return undefined;
  if (evidence.kind === "other-key-type") {
    return {
      summary: "The signature was made with another private key.",
      fix: "Sign with the private key of the ID (openssl pkey -in private_key.pem -pubout shows its public key), or send the ID of the key that signs.",
    };
  }
  if (evidence.kind !== "other-text-signed") return undefined;
  return {
    summary: "The key is right, and the signature is for another URL or policy.",
    fix: evidence.hasHostnames
      ? "Check whether the URL or the policy was altered after it was signed. If not, log the exact policy text where it is signed, and compare its URL and its time with the request."
      : "Check whether the URL or the policy was altered after it was signed: compare both with the request. Pass the distribution's other host names as hostnames to try them, too.",
  };
}

/** Words for what was signed instead of a policy. */
export function policyTextWords(evidence: Evidence): Partial<FindingWords> | undefined {
  if (typeof evidence === "string") return undefined;
  if (evidence.kind === "no-policy-signed") {
    return {
      summary: "What was signed is not a policy.",
      fix: "Sign the text of the policy, which has the URL and the expiry time in it.",
    };
  }
  if (evidence.kind !== "signed-form") return undefined;
  return {
    summary: "The policy was signed in another encoding than the one that CloudFront checks.",
    fix: "Sign the bytes of the policy in UTF-8, without a byte order mark. Encode it as base64 only to send it.",
  };
}

/** Words for HTML escapes in the signed URL: the parameters are not lost then. */
export function htmlEscapedWords(evidence: Evidence): Partial<FindingWords> | undefined {
  if (typeof evidence === "string" || evidence.kind !== "signed-html-escaped") return undefined;
  return {
    summary: "The URL was escaped for HTML before it was signed.",
    fix: "Sign the URL as clients send it, and escape the signed URL for HTML afterwards.",
  };
}
