import type { CloudFrontFinding } from "cloudfront-sign-diagnosis";
import { bytesOf, isSignature, policyOf, type Reading, type Request, read, reserved } from "./edge-model.ts";
import { termsOf } from "./policy-model.ts";

/** What is true of a mutated request, compared with the right one that it comes from. */

export interface Facts {
  /** The right request, from which the mutation came: what was signed, and by which key. */
  readonly signed: Reading;
  readonly asked: Request;
  readonly seen: Reading;
  readonly finding: CloudFrontFinding;
  /** Nothing else is proven, so this has to be all that differs. */
  readonly isAlone: boolean;
}

export type Proof = (facts: Facts) => boolean;

export function sentValue({ sent }: Reading, name: string): string {
  return sent.get(name) ?? "";
}

export function hashOf({ sent }: Reading): string {
  return sent.get("Hash-Algorithm") ?? "SHA1";
}

/** The signature that was sent is that of the right request. */
export function isIntact({ signed, seen }: Facts): boolean {
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

export function partsOf({ requested }: Reading): Parts {
  const [, scheme = "", host = "", path = "", query] =
    /^(\w*):\/\/([^/?]*)([^?]*)(?:\?(.*))?$/s.exec(requested) ?? [];
  // A question mark with nothing behind it is an empty parameter, as a trailing & is.
  return { scheme, host, path, pairs: query?.split("&") ?? [] };
}

/** All escapes decoded, those of escapes too. */
export function decoded(text: string): string {
  const once = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return once === text ? text : decoded(once);
}

function spelledOut(text: string): string {
  return decoded(text).replace(/\+/g, " ").replace(/=$/, "");
}

export function differs(facts: Facts, of: (parts: Parts) => string): boolean {
  return isIntact(facts) && of(partsOf(facts.seen)) !== of(partsOf(facts.signed));
}

/** The Resource of a custom policy is there to be read, and its path is not the one that was requested. */
export function isPathOfAnother({ seen }: Facts): boolean {
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
export function areAdded(facts: Facts): boolean {
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

export function isEncodingOf(facts: Facts): boolean {
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

export function textOf({ asked }: Facts): string {
  return `${asked.url}\n${asked.cookies ?? ""}`;
}

export function names({ asked }: Facts): string[] {
  const query = asked.url.split(/[?#]/).slice(1).join("&").split("&");
  return [...query, ...(asked.cookies ?? "").split(/; ?/)].map((pair) => pair.split("=")[0] ?? "");
}

export function bare(name: string): string {
  return name
    .replace(/^CloudFront-?/i, "")
    .replace(/[-_]/g, "")
    .toLowerCase();
}

export function termsSent({ seen }: Facts): ReturnType<typeof termsOf> {
  return termsOf(policyOf(seen) ?? "");
}

export function seconds({ asked }: Facts): number {
  return asked.now.getTime() / 1000;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Some signing parameter has a value with a character that none of CloudFront's values has. */
export function hasStrayCharacter({ seen }: Facts): boolean {
  return seen.pairs.some(([, value]) => /[^A-Za-z0-9\-_~]/.test(value));
}

export function lacks(name: string): Proof {
  return ({ seen }) => sentValue(seen, name) === "";
}

export function undecodable(name: string): Proof {
  // A word such as null has four letters of base64, and is none all the same.
  return ({ seen }) =>
    seen.pairs.some(
      ([sent, value]) => sent === name && (!bytesOf(value) || /^(null|None|true)$/.test(value)),
    );
}

/** The last of what the right request sent is not there any more, or only its beginning is. */
export function isCutOff({ signed, seen, asked }: Facts): boolean {
  const last = signed.pairs.at(-1) ?? ["", ""];
  const value = seen.sent.get(last[0]);
  return value === undefined || (value !== last[1] && last[1].startsWith(value)) || asked.url.endsWith("&");
}

/** An & stands where the query begins, or a ? between two of its parameters. */
export function isOtherSeparator({ asked }: Facts): boolean {
  const [base = "", query = "", ...more] = asked.url.split("?");
  const begins = (text: string): boolean => reserved.some((name) => text.startsWith(`${name}=`));
  if (more.length === 0) return base.split("&").slice(1).some(begins);
  return /^[^/?&]+=/.test(query) && more.some(begins);
}

/** What a finding is judged by: the right request, and the one that came from it. */
export function factsOf(right: Request, asked: Request, finding: CloudFrontFinding, isAlone: boolean): Facts {
  return { signed: read(right), asked, seen: read(asked), finding, isAlone };
}
