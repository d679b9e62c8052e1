import type { IdKind } from "./id-kind.ts";
import type { RequestPolicy } from "./request-policy.ts";

/** What was seen, where there is nothing to add to its name. */
export type PlainEvidence =
  | "distribution-not-enabled"
  | "deployment-in-progress"
  | "no-restricted-behavior"
  | "key-groups-not-enabled"
  | "other-behaviors-restricted"
  | "key-groups-lack-key"
  | "only-trusted-signers"
  | "no-public-key-fits"
  | "ipv6-enabled";

/** What was seen, with its parts. */
export type DetailedEvidence =
  | { readonly kind: "covered-by-pattern"; readonly pattern: string; readonly isRestricted: boolean }
  | { readonly kind: "path-pattern"; readonly problem: string }
  // `urls` are places in the option of this name.
  | { readonly kind: "urls-in-open-behavior"; readonly urls: readonly number[] }
  | { readonly kind: "unknown-host"; readonly urls: readonly number[]; readonly host: string }
  | { readonly kind: "http-urls"; readonly urls: readonly number[]; readonly policy: ProtocolPolicy }
  | { readonly kind: "key-pair-id-shape"; readonly idKind: IdKind }
  | { readonly kind: "key-pair-id-of-key-group"; readonly name: string | undefined }
  | { readonly kind: "key-pair-id-of-distribution" }
  | { readonly kind: "key-pair-id-is-name"; readonly publicKeyId: string }
  | { readonly kind: "with-fitting-key"; readonly evidence: Evidence; readonly publicKeyId: string }
  | { readonly kind: "trusted-id-shape"; readonly id: string; readonly idKind: IdKind }
  | {
      readonly kind: "group-item-shape";
      readonly group: string;
      readonly id: string;
      readonly idKind: IdKind;
    }
  | { readonly kind: "unknown-key-group"; readonly group: string }
  | { readonly kind: "empty-key-group"; readonly group: string }
  | { readonly kind: "unknown-public-key"; readonly group: string; readonly publicKeyId: string }
  | { readonly kind: "other-public-key"; readonly publicKeyId: string; readonly fitting: string | undefined }
  | { readonly kind: "unreadable-key"; readonly publicKey: string; readonly problem: string }
  | { readonly kind: "key-size"; readonly publicKey: string; readonly bits: number }
  | { readonly kind: "no-final-newline"; readonly publicKey: string }
  | { readonly kind: "accounts"; readonly accounts: readonly string[] }
  | {
      readonly kind: "listed-parameters";
      readonly policy: RequestPolicy["kind"];
      readonly name: string | undefined;
      readonly parameters: readonly string[];
    }
  | {
      readonly kind: "parameters-not-forwarded";
      readonly urls: readonly number[];
      readonly names: readonly string[];
    }
  | {
      readonly kind: "host-forwarded";
      readonly policy: RequestPolicy["kind"];
      readonly name: string | undefined;
      readonly origin: string;
    }
  | { readonly kind: "preflight-policy"; readonly name: string }
  | { readonly kind: "error-page"; readonly path: string }
  | { readonly kind: "private-address"; readonly network: string }
  | { readonly kind: "origin-without-control"; readonly origin: string }
  | { readonly kind: "website-endpoint"; readonly origin: string }
  | { readonly kind: "control-missing"; readonly origin: string; readonly control: string }
  | { readonly kind: "control-never-signs"; readonly origin: string; readonly control: string }
  | {
      readonly kind: "control-of-other-type";
      readonly origin: string;
      readonly control: string;
      readonly originType: string;
    }
  | { readonly kind: "access-identity"; readonly origin: string };

/** How a cache behavior treats http. */
export type ProtocolPolicy = "allow-all" | "https-only" | "redirect-to-https";

/** What was seen, as a value: `describe-evidence.ts` has the sentences. */
export type Evidence = PlainEvidence | DetailedEvidence;
