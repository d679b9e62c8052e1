import type { Check } from "../check.ts";
import { type AddressFindingId, addressChecks } from "./address.ts";
import { type DistributionStateFindingId, distributionChecks } from "./distribution.ts";
import { type KeyGroupFindingId, keyGroupChecks } from "./key-group.ts";
import { type KeyPairFindingId, keyPairChecks } from "./key-pair.ts";
import { type OriginFindingId, originChecks } from "./origin.ts";
import { type PublicKeyFindingId, publicKeyChecks } from "./public-key.ts";
import { type RequestFindingId, requestChecks } from "./request.ts";
import { type RestrictionFindingId, restrictionChecks } from "./restriction.ts";
import { type TenantFindingId, tenantChecks } from "./tenant.ts";
import { type UploadFindingId, uploadChecks } from "./upload.ts";
import { type UrlFindingId, urlChecks } from "./url.ts";

/** The names of all findings about distributions; `docs/doctor.md` shows what each one is about. */
export type CloudFrontDistributionFindingId =
  | AddressFindingId
  | DistributionStateFindingId
  | KeyGroupFindingId
  | KeyPairFindingId
  | OriginFindingId
  | PublicKeyFindingId
  | RequestFindingId
  | RestrictionFindingId
  | TenantFindingId
  | UploadFindingId
  | UrlFindingId;

/** The checks of all topics. */
export function allChecks(): Readonly<Record<CloudFrontDistributionFindingId, Check>> {
  return {
    ...addressChecks,
    ...distributionChecks,
    ...keyGroupChecks,
    ...keyPairChecks,
    ...originChecks,
    ...publicKeyChecks,
    ...requestChecks,
    ...restrictionChecks,
    ...tenantChecks,
    ...uploadChecks,
    ...urlChecks,
  };
}
