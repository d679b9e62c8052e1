import { type Finding, possible } from "../findings/finding.ts";
import { cloudFrontSuffix, domainMatches, isWithin } from "./cookie-scope.ts";
import type { CookieCircumstances } from "./set-cookie-faults.ts";
import type { JudgedLine } from "./set-cookie-findings.ts";
import { siteRelation } from "./site-relation.ts";

/** After what the lines prove, and before what says that nothing arrived. */
const rankOfSetter = 294;
const rankOfThirdParty = 295;

/** Lines that would be right if the requested host itself set them, which no line says. */
export function setterFindings(
  judged: readonly JudgedLine[],
  { target, page }: CookieCircumstances,
): Finding[] {
  const [first] = judged;
  const hasFault = judged.some(({ faults }) => faults.some(({ id }) => id !== "cookie-same-site"));
  if (!target || !first || hasFault) return [];
  const { domain, sameSite } = first.line;
  const { host } = target;
  if (page) {
    // Who sets SameSite=None expects that the host of the files sets cookies for pages of other sites.
    if (sameSite === "None" && siteRelation(page, target) === "cross-site") return [];
    const canSet = domain === "" ? page.host === host : domainMatches(page.host, domain);
    const evidence = { kind: "cookie-domain-of-page", domain, page: page.host } as const;
    const rank = sameSite === undefined ? {} : { rank: rankOfSetter };
    return canSet ? [] : [{ id: "cookie-domain", certainty: "likely", evidence, ...rank }];
  }
  if (domain !== "" && !isWithin(domain, cloudFrontSuffix)) return [];
  const evidence = { kind: "cookie-domain-of-setter", domain, host } as const;
  return [{ ...possible("cookie-domain", evidence), rank: rankOfSetter }];
}

/** Browsers can refuse all cookies of another site, whatever their attributes say. */
export function thirdPartyFindings(
  judged: readonly JudgedLine[],
  { target, page }: CookieCircumstances,
): Finding[] {
  if (!target || !page || siteRelation(page, target) !== "cross-site") return [];
  if (judged.length > 0 && judged.every(({ line }) => line.isPartitioned)) return [];
  const evidence = { kind: "page-of-another-site", page: page.host, host: target.host } as const;
  const rank = judged.length > 0 ? { rank: rankOfThirdParty } : {};
  return [{ id: "third-party-cookies", certainty: "possible", evidence, ...rank }];
}
