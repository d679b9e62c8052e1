import type { CloudFrontFinding, CloudFrontFindingId } from "cloudfront-sign-diagnosis";
import { bytesOf, isSignature, policyOf, publicKeys, type Request, read, reserved } from "./edge-model.ts";
import { covers, isInGrammar, isViewer } from "./policy-model.ts";
import {
  areAdded,
  bare,
  decoded,
  differs,
  hashOf,
  hasStrayCharacter,
  isCutOff,
  isEncodingOf,
  isIntact,
  isJson,
  isOtherSeparator,
  isPathOfAnother,
  lacks,
  names,
  type Proof,
  partsOf,
  seconds,
  sentValue,
  termsSent,
  textOf,
  undecodable,
} from "./request-facts.ts";

/** When a finding may call itself proven: for each ID what has to be true of the request and of what was signed. */

const proofs: Readonly<Partial<Record<CloudFrontFindingId, Proof>>> = {
  expired: (facts) => seconds(facts) >= (termsSent(facts)?.end ?? Number.NaN),
  "not-yet-valid": (facts) => seconds(facts) <= (termsSent(facts)?.start ?? Number.NaN),
  "ip-mismatch": (facts) => !isViewer(facts.asked.ipAddress, termsSent(facts)?.range),
  "ipv6-viewer": ({ asked }) => asked.ipAddress?.includes(":") === true,
  "ip-unknown": ({ asked }) => asked.ipAddress === undefined,

  "url-scheme-changed": (facts) => differs(facts, ({ scheme }) => scheme),
  "url-host-changed": (facts) => differs(facts, ({ host }) => host),
  "url-path-changed": (facts) => differs(facts, ({ path }) => path) || isPathOfAnother(facts),
  "url-encoding-changed": isEncodingOf,
  "url-parameter-added": areAdded,
  "url-parameter-removed": (facts) =>
    partsOf(facts.signed).pairs.some((pair) => !partsOf(facts.seen).pairs.includes(pair)),
  "url-parameters-reordered": (facts) => differs(facts, ({ pairs }) => pairs.join("&")),
  "expires-changed": (facts) =>
    isIntact(facts) && sentValue(facts.seen, "Expires") !== sentValue(facts.signed, "Expires"),
  "policy-json-differs": (facts) => isIntact(facts) && policyOf(facts.seen) !== policyOf(facts.signed),
  "canned-with-wildcard": (facts) => isIntact(facts) && /[*]/.test(policyOf(facts.signed) ?? ""),
  "hash-mismatch": (facts) => isIntact(facts) && hashOf(facts.seen) !== hashOf(facts.signed),
  "key-id-wrong": (facts) =>
    isIntact(facts) && sentValue(facts.seen, "Key-Pair-Id") !== sentValue(facts.signed, "Key-Pair-Id"),
  "signature-mismatch": (facts) => {
    const signature = bytesOf(sentValue(facts.seen, "Signature"));
    const policy = policyOf(facts.seen) ?? "";
    const key = sentValue(facts.seen, "Key-Pair-Id");
    return signature !== undefined && !isSignature(key, hashOf(facts.seen), policy, signature);
  },
  "signature-wrong-format": (facts) =>
    !isIntact(facts) && bytesOf(sentValue(facts.seen, "Signature")) !== undefined,
  "signature-truncated": ({ signed, seen }) =>
    sentValue(seen, "Signature").length < sentValue(signed, "Signature").length,

  "key-not-trusted": ({ seen }) => !(sentValue(seen, "Key-Pair-Id") in publicKeys),
  "key-id-not-a-key-id": ({ seen }) => !/^K[0-9A-Z]{12,13}$/.test(sentValue(seen, "Key-Pair-Id")),
  "key-id-missing": lacks("Key-Pair-Id"),
  "signature-missing": lacks("Signature"),
  "policy-missing": ({ seen }) => sentValue(seen, "Policy") === "" && sentValue(seen, "Expires") === "",
  "cookie-missing": ({ seen }) =>
    seen.from === "cookies" &&
    ["Signature", "Key-Pair-Id"]
      .concat(seen.sent.has("Expires") ? [] : ["Policy"])
      .some((name) => !seen.sent.get(name)),
  "no-credentials": ({ seen }) => seen.pairs.length === 0,
  "signature-undecodable": undecodable("Signature"),
  "policy-undecodable": undecodable("Policy"),
  "policy-not-json": ({ seen }) => !isJson(policyOf(seen) ?? ""),
  "policy-schema": ({ seen }) => !isInGrammar(policyOf(seen) ?? ""),
  milliseconds: (facts) => (termsSent(facts)?.end ?? 0) >= 1e11,
  "expires-invalid": ({ seen }) => !/^(0|[1-9]\d{0,10})$/.test(sentValue(seen, "Expires")),
  "hash-unknown": ({ seen }) => !["SHA1", "SHA256"].includes(hashOf(seen)),
  "parameter-repeated": ({ seen }) => seen.pairs.length > seen.sent.size,
  "cookies-shadowed-by-query": ({ asked, seen }) =>
    seen.from === "url" && seen.pairs.length > 0 && /CloudFront-/.test(asked.cookies ?? ""),
  "resource-mismatch": (facts) => {
    const terms = termsSent(facts);
    return terms !== undefined && !covers(terms.resource, facts.seen.requested);
  },
  "dot-segment": ({ seen }) => /(^|\/)\.{1,2}(\/|$)/.test(decoded(partsOf(seen).path)),

  "html-escaped": (facts) => /amp;/.test(textOf(facts)),
  "quoted-printable": (facts) => /=3D/i.test(textOf(facts)),
  "parameters-escaped": (facts) => /%(26|3F|3D)|\\u00/i.test(textOf(facts)) || isOtherSeparator(facts),
  "parameters-in-fragment": ({ asked }) =>
    asked.url.includes("#") &&
    reserved.some((name) => asked.url.slice(asked.url.indexOf("#")).includes(`${name}=`)),
  "parameter-names": (facts) => {
    const spelt = reserved.flatMap((name) => [name, `CloudFront-${name}`]);
    return names(facts).some((name) => !spelt.includes(name) && reserved.map(bare).includes(bare(name)));
  },
  "stray-characters": hasStrayCharacter,
  "url-truncated": isCutOff,
  "cookie-encoded": ({ asked }) => /%[0-9A-F]{2}/i.test(asked.cookies ?? ""),
  "request-invalid": ({ asked }) => !/^https?:\/\/[^/?@\s\\]+(\/[!-~]*)?(\?[!-~]*)?$/.test(asked.url),
};

/** Why this finding may not call itself proven; nothing if it may. */
export function doubt(right: Request, asked: Request, finding: CloudFrontFinding, isAlone: boolean): string {
  const proof = proofs[finding.id];
  if (!proof) return `the model does not know ${finding.id}`;
  const facts = { signed: read(right), asked, seen: read(asked), finding, isAlone };
  return proof(facts) ? "" : `${finding.id} is not true (${finding.evidence})`;
}
