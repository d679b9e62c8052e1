import type { ComparedTexts } from "../comparison.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { isKind } from "../evidence/evidence-kind.ts";
import { addressOf } from "../folder-pattern.ts";
import { hostQuote, nameQuote } from "../quote.ts";
import { expiryChange } from "../values/other-expiry.ts";
import type { FindingWords } from "./finding-entry.ts";

type Words = Partial<FindingWords> | undefined;

export function keyIdWrongWords(evidence: Evidence): Words {
  if (!isKind(evidence, "other-key")) return undefined;
  const { keyPairId, sent } = evidence;
  return { fix: `Send Key-Pair-Id=${keyPairId}, or sign with the private key of ${sent}.` };
}

export function hashMismatchWords(evidence: Evidence): Words {
  if (!isKind(evidence, "other-hash")) return undefined;
  if (evidence.signed !== "SHA1" && evidence.signed !== "SHA256") {
    return {
      summary: "The signature was made with a hash that CloudFront does not take.",
      fix: "Sign with SHA-256 and send Hash-Algorithm=SHA256, or sign with SHA-1.",
    };
  }
  return {
    fix:
      evidence.signed === "SHA256"
        ? "Send Hash-Algorithm=SHA256 with the signature (in cookies, CloudFront-Hash-Algorithm=SHA256)."
        : "Leave out Hash-Algorithm, or send Hash-Algorithm=SHA1: without it, CloudFront assumes SHA1.",
  };
}

export function schemeWords(evidence: Evidence): Words {
  if (!isKind(evidence, "other-scheme")) return undefined;
  const { signed, requested } = evidence;
  return requested === "https"
    ? {
        summary: `The signature is for ${signed} and the request for https.`,
        fix: "Sign the URL with https://. Redirects from http change it, also those of CloudFront and of HSTS.",
      }
    : {
        summary: `The signature is for ${signed} and the request for http.`,
        fix: `Request the URL with ${signed}://, as it was signed. Look for what changes it to http: a player, a proxy or a setting.`,
      };
}

export function hostWords(evidence: Evidence): Words {
  if (!isKind(evidence, "other-host")) return undefined;
  const { signed } = evidence;
  const requested = hostQuote(evidence.requested);
  if (signed.toLowerCase() === evidence.requested)
    return { fix: `Sign the host name in small letters, ${requested}: clients send it so.` };
  if (signed.replace(/:\d+$/, "") === evidence.requested)
    return {
      fix: `Sign the host name without the port, ${requested}: clients leave out the port of the scheme.`,
    };
  if (/(^|\.)s3[.-]/.test(signed) && signed.endsWith("amazonaws.com"))
    return { fix: `Sign the host name that is requested, ${requested}, instead of the bucket's.` };
  return {
    fix: `Sign ${evidence.scheme}://${requested}/…, which is requested, or request the URL from ${hostQuote(signed)}.`,
  };
}

export function encodingWords(evidence: Evidence): Words {
  if (isKind(evidence, "rewritten-by-clients"))
    return { fix: "Sign the URL as clients send it: new URL(url).href in JavaScript, percent-encoded once." };
  if (isKind(evidence, "other-character-encoding"))
    return {
      fix: "Percent-encode file names as UTF-8 wherever URLs are made, as encodeURIComponent does, and sign that URL.",
    };
  if (isKind(evidence, "other-normal-form"))
    return {
      fix: 'Bring file names into one form, text.normalize("NFC"), before they are stored and before URLs are signed.',
    };
  return undefined;
}

export function pathWords(evidence: Evidence, compared?: ComparedTexts): Words {
  if (isFolderChange(evidence) && !/^[./]+$/.test(evidence.folder)) {
    return {
      summary: "The path has another beginning than the one that was signed.",
      fix: "Sign the path that the viewer requests: proxies, image services and API stages put folders in front or take them away.",
    };
  }
  if (!compared) return undefined;
  const { signed, requested } = compared;
  const isFolder = !signed.includes("?") && signed.endsWith("/") && requested.startsWith(signed);
  if (isFolder && requested.length > signed.length)
    return {
      summary: "The signature is for a folder without *, so it covers no file in it.",
      fix: `Add a * at the end, ${addressOf(signed)}*, and send a custom policy: a canned policy has no wildcards.`,
    };
  if (/\/\.{1,2}\//.test(pathOf(signed)))
    return { fix: "Sign the URL as clients send it, new URL(url).href: they resolve . and .. segments." };
  const [signedPath, requestedPath] = [pathOf(signed), pathOf(requested)];
  if (`${signedPath}index.html` === requestedPath || `${requestedPath}index.html` === signedPath)
    return {
      fix: "Sign the path that is requested: CloudFront adds index.html (the default root object) later.",
    };
  return undefined;
}

function isFolderChange(evidence: Evidence): evidence is Evidence & { readonly folder: string } {
  return isKind(evidence, "folder-added") || isKind(evidence, "folder-removed");
}

function pathOf(url: string): string {
  return url.replace(/[?#].*/s, "");
}

export function wildcardWords(_: Evidence, compared?: ComparedTexts): Words {
  if (!compared) return undefined;
  return {
    fix: `Send the custom policy for ${addressOf(compared.signed)} as Policy instead of Expires: a canned policy has no wildcards.`,
  };
}

export function parameterAddedWords(evidence: Evidence): Words {
  if (isKind(evidence, "empty-parameter-added"))
    return {
      summary: "An empty query parameter was added after signing.",
      fix: `Take the ${evidence.separator} off: nothing comes behind it, and CloudFront compares it with what was signed.`,
    };
  if (!isKind(evidence, "parameters-added")) return undefined;
  return {
    fix: `Add ${nameList(evidence.names)} before signing, or sign a custom policy whose Resource ends in *.`,
  };
}

export function parameterRemovedWords(evidence: Evidence): Words {
  if (isKind(evidence, "parameters-changed")) {
    return {
      summary: "A query parameter got another value after signing.",
      fix: `Send ${nameList(evidence.names)} with the value that was signed, or sign a custom policy whose Resource ends in *.`,
    };
  }
  if (isKind(evidence, "signing-parameters")) {
    return {
      summary: "The signed URL already had signing parameters.",
      fix: "Sign the URL before Expires, Signature and Key-Pair-Id are added: CloudFront takes them out before it checks.",
    };
  }
  if (isKind(evidence, "empty-parameter-removed"))
    return {
      summary: "The signed URL has an empty query parameter, which the request does not have.",
      fix: `Take the ${evidence.separator} off before you sign: nothing comes behind it, and clients may drop it.`,
    };
  if (!isKind(evidence, "parameters-removed")) return undefined;
  return { fix: `Send ${nameList(evidence.names)} as it was signed, or sign without it.` };
}

export function expiresChangedWords(evidence: Evidence): Words {
  if (isKind(evidence, "expiry-with-fraction"))
    return {
      fix: `Sign the whole number that is sent, ${evidence.sent}: round it before it is put into the policy.`,
    };
  if (!isKind(evidence, "other-expiry")) return undefined;
  const { signed, sent } = evidence;
  switch (expiryChange(signed, sent)) {
    case "milliseconds":
    case "thousandth":
      return { fix: `Sign the number that is sent, ${sent}: CloudFront counts seconds.` };
    case "time-zone":
    case "moved":
      return { fix: `Send Expires=${signed}, which was signed, or sign ${sent}.` };
  }
}

/** `a`, `a and b`, `a, b and 3 more`. */
function nameList(names: readonly string[]): string {
  const [first = "", second, ...others] = names.map(nameQuote);
  if (second === undefined) return first;
  return others.length > 0 ? `${first}, ${second} and ${others.length} more` : `${first} and ${second}`;
}
