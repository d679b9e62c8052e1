import type { CloudFrontFinding, CloudFrontFindingId } from "cloudfront-sign-diagnosis";
import {
  bytesOf,
  isSignature,
  policyOf,
  publicKeys,
  type Reading,
  type Request,
  read,
  reserved,
} from "./edge-model.ts";
import { covers, isInGrammar, isViewer, termsOf } from "./policy-model.ts";

/** What is true of a mutated request, compared with the right one that it comes from. */

interface Facts {
  /** The right request, from which the mutation came: what was signed, and by which key. */
  readonly signed: Reading;
  readonly asked: Request;
  readonly seen: Reading;
  readonly finding: CloudFrontFinding;
  /** Nothing else is proven, so this has to be all that differs. */
  readonly isAlone: boolean;
}

type Proof = (facts: Facts) => boolean;

function sentValue({ sent }: Reading, name: string): string {
  return sent.get(name) ?? "";
}

function hashOf({ sent }: Reading): string {
  return sent.get("Hash-Algorithm") ?? "SHA1";
}

/** The signature that was sent is that of the right request. */
function isIntact({ signed, seen }: Facts): boolean {
  const signature = bytesOf(sentValue(seen, "Signature"));
  const policy = policyOf(signed) ?? "";
  return (
    signature !== undefined &&
    isSignature(sentValue(signed, "Key-Pair-Id"), hashOf(signed), policy, signature)
  );
}

interface Parts {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly pairs: readonly string[];
}

function partsOf({ requested }: Reading): Parts {
  const [, scheme = "", host = "", path = "", query] =
    /^(\w*):\/\/([^/?]*)([^?]*)(?:\?(.*))?$/s.exec(requested) ?? [];
  // A question mark with nothing behind it is an empty parameter, as a trailing & is.
  return { scheme, host, path, pairs: query?.split("&") ?? [] };
}

/** All escapes decoded, those of escapes too. */
function decoded(text: string): string {
  const once = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return once === text ? text : decoded(once);
}

function spelledOut(text: string): string {
  return decoded(text).replace(/\+/g, " ").replace(/=$/, "");
}

function differs(facts: Facts, of: (parts: Parts) => string): boolean {
  return isIntact(facts) && of(partsOf(facts.seen)) !== of(partsOf(facts.signed));
}

/** The Resource of a custom policy is there to be read, and its path is not the one that was requested. */
function isPathOfAnother({ seen }: Facts): boolean {
  const resource = seen.sent.has("Policy") ? termsOf(policyOf(seen) ?? "")?.resource : undefined;
  return resource !== undefined && partsOf({ ...seen, requested: resource }).path !== partsOf(seen).path;
}

function requestedOf({ path, pairs }: Parts): string {
  return `${path}?${pairs.join("&")}`;
}

/** What is in one list more often than in the other. */
function leftOver(some: readonly string[], others: readonly string[]): string[] {
  const unused = [...others];
  return some.filter((one) => {
    const at = unused.indexOf(one);
    if (at >= 0) unused.splice(at, 1);
    return at < 0;
  });
}

/** Without the parameters that the evidence names, the own parameters are those that were signed. */
function areAdded(facts: Facts): boolean {
  const { signed, seen, finding } = facts;
  const before = partsOf(signed).pairs;
  const named = partsOf(seen).pairs.filter((pair) => {
    // A raw space is shown as clients send it.
    const name = (pair.split("=")[0] ?? "").replaceAll(" ", "%20");
    return finding.evidence.includes(name);
  });
  const added = leftOver(named, before);
  const rest = leftOver(partsOf(seen).pairs, added);
  // Of equal pairs it cannot be said which one was added: then their order says nothing.
  const isTwin = added.some((pair) => before.includes(pair));
  const inOrder = (pairs: readonly string[]): string => (isTwin ? [...pairs].sort() : pairs).join("&");
  if (facts.isAlone && inOrder(rest) !== inOrder(before)) return false;
  return (isIntact(facts) || seen.sent.has("Policy")) && added.length > 0;
}

function isEncodingOf(facts: Facts): boolean {
  if (!isIntact(facts)) return false;
  const [before, after] = [partsOf(facts.signed), partsOf(facts.seen)];
  const isOther = (text: string, one: string): boolean =>
    text !== one && spelledOut(text) === spelledOut(one);
  const segmentIsOther = (segment: string): boolean =>
    !before.path.split("/").includes(segment) && before.path.split("/").some((one) => isOther(segment, one));
  // One mark of a query written as %3F makes two parts of a URL into one.
  if (isOther(requestedOf(before), requestedOf(after)) || after.path.split("/").some(segmentIsOther))
    return true;
  return after.pairs.some(
    (pair) => !before.pairs.includes(pair) && before.pairs.some((one) => isOther(pair, one)),
  );
}

function textOf({ asked }: Facts): string {
  return `${asked.url}\n${asked.cookies ?? ""}`;
}

function names({ asked }: Facts): string[] {
  const query = asked.url.split(/[?#]/).slice(1).join("&").split("&");
  return [...query, ...(asked.cookies ?? "").split(/; ?/)].map((pair) => pair.split("=")[0] ?? "");
}

function bare(name: string): string {
  return name
    .replace(/^CloudFront-?/i, "")
    .replace(/[-_]/g, "")
    .toLowerCase();
}

function termsSent({ seen }: Facts): ReturnType<typeof termsOf> {
  return termsOf(policyOf(seen) ?? "");
}

function seconds({ asked }: Facts): number {
  return asked.now.getTime() / 1000;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Some signing parameter has a value with a character that none of CloudFront's values has. */
function hasStrayCharacter({ seen }: Facts): boolean {
  return seen.pairs.some(([, value]) => /[^A-Za-z0-9\-_~]/.test(value));
}

function lacks(name: string): Proof {
  return ({ seen }) => sentValue(seen, name) === "";
}

function undecodable(name: string): Proof {
  // A word such as null has four letters of base64, and is none all the same.
  return ({ seen }) =>
    seen.pairs.some(
      ([sent, value]) => sent === name && (!bytesOf(value) || /^(null|None|true)$/.test(value)),
    );
}

/** The last of what the right request sent is not there any more, or only its beginning is. */
function isCutOff({ signed, seen, asked }: Facts): boolean {
  const last = signed.pairs.at(-1) ?? ["", ""];
  const value = seen.sent.get(last[0]);
  return value === undefined || (value !== last[1] && last[1].startsWith(value)) || asked.url.endsWith("&");
}

/** An & stands where the query begins, or a ? between two of its parameters. */
function isOtherSeparator({ asked }: Facts): boolean {
  const [base = "", query = "", ...more] = asked.url.split("?");
  const begins = (text: string): boolean => reserved.some((name) => text.startsWith(`${name}=`));
  if (more.length === 0) return base.split("&").slice(1).some(begins);
  return /^[^/?&]+=/.test(query) && more.some(begins);
}

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
