import { type NotRestrictedFindingId, notRestricted } from "./answer/answer.ts";
import { type CloudFrontAnswerFindingId, cloudFrontAnswers } from "./answer/cloudfront-answers.ts";
import { type MethodFindingId, methods } from "./answer/method.ts";
import { type OriginAnswerFindingId, originAnswers } from "./answer/origin-answers.ts";
import { type S3AnswerFindingId, s3Answers } from "./answer/s3-answers.ts";
import type { CheckEntry, Checks } from "./check.ts";
import { type ConditionFindingId, conditions } from "./conditions/conditions.ts";
import { type CookieValueFindingId, cookieValues } from "./cookies/cookie-values.ts";
import { type CookieHeaderFindingId, cookieHeaders } from "./cookies/cookies.ts";
import { type MissingCookieFindingId, missingCookies } from "./cookies/missing-cookies.ts";
import { type ThirdPartyFindingId, thirdPartyCookies } from "./cookies/page-cookies.ts";
import { type SetCookieFindingId, setCookieLines } from "./cookies/set-cookie-lines.ts";
import { type OtherServiceFindingId, otherServices } from "./parameters/other-services.ts";
import { type ParameterNameFindingId, parameterNames } from "./parameters/parameter-names.ts";
import { type RequestFindingId, requestProblems } from "./parameters/request-problems.ts";
import { type StrayCharacterFindingId, strayCharacters } from "./parameters/stray-characters.ts";
import { type TruncatedUrlFindingId, truncatedUrl } from "./parameters/truncated-url.ts";
import { type UrlDamageFindingId, urlDamageEntries } from "./parameters/url-damages.ts";
import { type StreamFindingId, streamFiles } from "./parameters/without-key.ts";
import { type KeyFindingId, keys } from "./signature/signature.ts";
import { type SignatureFormFindingId, signatureForms } from "./signature/signature-form.ts";
import { type ExpiryFindingId, signedExpiry } from "./signature/signed-expiry.ts";
import { type SignedTextFindingId, signedTexts } from "./signature/signed-text.ts";
import { type UrlChangeFindingId, urlChanges } from "./signature/url-changes.ts";
import { type UndecidedFindingId, undecided } from "./undecided/undecided.ts";

/** The names of all findings. `docs/findings.md` shows what each one is about. */
export type CloudFrontFindingId =
  | CloudFrontAnswerFindingId
  | MethodFindingId
  | NotRestrictedFindingId
  | OriginAnswerFindingId
  | S3AnswerFindingId
  | ConditionFindingId
  | CookieValueFindingId
  | CookieHeaderFindingId
  | MissingCookieFindingId
  | ThirdPartyFindingId
  | SetCookieFindingId
  | OtherServiceFindingId
  | ParameterNameFindingId
  | RequestFindingId
  | StrayCharacterFindingId
  | StreamFindingId
  | TruncatedUrlFindingId
  | UrlDamageFindingId
  | KeyFindingId
  | SignatureFormFindingId
  | ExpiryFindingId
  | SignedTextFindingId
  | UrlChangeFindingId
  | UndecidedFindingId;

let entries: Checks<CloudFrontFindingId> | undefined;

/** The entry of a finding. `docs/findings.md` shows them all. */
export function findingEntry(id: CloudFrontFindingId): CheckEntry {
  entries ??= {
    ...cloudFrontAnswers,
    ...methods,
    ...notRestricted,
    ...originAnswers,
    ...s3Answers,
    ...conditions,
    ...cookieValues,
    ...cookieHeaders,
    ...missingCookies,
    ...thirdPartyCookies,
    ...setCookieLines,
    ...otherServices,
    ...parameterNames,
    ...requestProblems,
    ...strayCharacters,
    ...streamFiles,
    ...truncatedUrl,
    ...urlDamageEntries,
    ...keys,
    ...signatureForms,
    ...signedExpiry,
    ...signedTexts,
    ...urlChanges,
    ...undecided,
  };
  return entries[id];
}

/** The cause in one sentence, where nothing is known but the name of the finding. */
export function summaryOf(id: CloudFrontFindingId): string {
  return findingEntry(id).summary;
}
