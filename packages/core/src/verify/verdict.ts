import type { HashAlgorithm } from "../key/algorithm.ts";
import type { PolicyTerms } from "../policy/policy.ts";
import type { CloudFrontDenial } from "./denial.ts";

/** Allowed by a policy. */
export interface CloudFrontPermission {
  /** Always `true`. */
  readonly allowed: true;
  /** `true`: the path needs a signature. */
  readonly restricted: true;
  /** Where the signature was. */
  readonly source: "url" | "cookies";
  /** A canned policy is rebuilt from the request, a custom policy was sent. */
  readonly kind: "canned" | "custom";
  /** The terms of the policy; times in epoch seconds. */
  readonly policy: PolicyTerms;
  /** ID of the key that signed. */
  readonly keyPairId: string;
  /** Hash of the signature. */
  readonly hashAlgorithm: HashAlgorithm;
  /** The URL to request from the origin: as it came, without the signing parameters. */
  readonly url: string;
}

/** Allowed because viewer access is not restricted for this path. Nothing was verified. */
export interface CloudFrontOpenAccess {
  /** Always `true`. */
  readonly allowed: true;
  /** `false`: the path needs no signature. */
  readonly restricted: false;
  /** The requested URL. Signing parameters stay in it: here they are parameters like others. */
  readonly url: string;
}

/** What CloudFront would do with a request. */
export type CloudFrontVerdict = CloudFrontPermission | CloudFrontOpenAccess | CloudFrontDenial;
