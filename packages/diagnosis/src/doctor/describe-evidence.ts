import type { DetailedEvidence, Evidence, PlainEvidence, ProtocolPolicy } from "./evidence.ts";
import { describeIdKind } from "./id-kind.ts";
import { longestQuote, mostNames } from "./limits.ts";
import type { RequestPolicy } from "./request-policy.ts";

const plainSentences: Record<PlainEvidence, string> = {
  "distribution-not-enabled": "Enabled is false",
  "deployment-in-progress": "Status is InProgress",
  "no-restricted-behavior": "TrustedKeyGroups and TrustedSigners are turned off in every cache behavior",
  "key-groups-not-enabled": "TrustedKeyGroups has key groups, and its Enabled is false",
  "other-behaviors-restricted": "no signature is checked here, and other cache behaviors are restricted",
  "key-groups-lack-key": "none of the trusted key groups has the public key",
  "only-trusted-signers": "no key group is trusted, only key pairs of AWS accounts",
  "no-public-key-fits": "the private key belongs to none of the public keys",
  "ipv6-enabled": "IsIPV6Enabled is true",
};

/** Evidence in words. What comes from the documents is cut to a few characters, all of them printable. */
export function describeEvidence(evidence: Evidence): string {
  return typeof evidence === "string" ? plainSentences[evidence] : describeDetails(evidence);
}

function describeDetails(evidence: DetailedEvidence): string {
  switch (evidence.kind) {
    case "covered-by-pattern":
      return `${quote(evidence.pattern)} comes first, matches the same paths and is ${evidence.isRestricted ? "restricted" : "open"}`;
    case "path-pattern":
      return `the path pattern ${printable(evidence.problem)}`;
    case "urls-in-open-behavior":
      return `this cache behavior is open and answers ${urlList(evidence.urls)}`;
    case "unknown-host":
      return `${quote(evidence.host)} is the host of ${urlList(evidence.urls)}`;
    case "http-urls":
      return `http stands in ${urlList(evidence.urls)}, and this cache behavior ${describeProtocolPolicy(evidence.policy)}`;
    case "key-pair-id-shape":
      return `the key pair ID looks like ${describeIdKind(evidence.idKind)}`;
    case "key-pair-id-of-key-group":
      return `the key pair ID is the ID of the key group ${quote(evidence.name ?? "of the documents")}`;
    case "key-pair-id-of-distribution":
      return "the key pair ID is the ID of a distribution in the documents";
    case "key-pair-id-is-name":
      return `the key pair ID is the name of the public key ${quote(evidence.publicKeyId)}`;
    case "with-fitting-key":
      return `${describeEvidence(evidence.evidence)}; the private key belongs to the public key ${quote(evidence.publicKeyId)}`;
    case "trusted-id-shape":
      return `TrustedKeyGroups has ${quote(evidence.id)}, which looks like ${describeIdKind(evidence.idKind)}`;
    case "group-item-shape":
      return `the key group ${quote(evidence.group)} has ${quote(evidence.id)}, which looks like ${describeIdKind(evidence.idKind)}`;
    case "unknown-key-group":
      return `the list of key groups has no ${quote(evidence.group)}`;
    case "empty-key-group":
      return `the key group ${quote(evidence.group)} has no public key`;
    case "unknown-public-key":
      return `the list of public keys has no ${quote(evidence.publicKeyId)}, which the key group ${quote(evidence.group)} names`;
    case "other-public-key":
      return evidence.fitting === undefined
        ? `the private key does not belong to the public key ${quote(evidence.publicKeyId)}`
        : `the private key belongs to the public key ${quote(evidence.fitting)}, not to ${quote(evidence.publicKeyId)}`;
    case "unreadable-key":
      return `the public key ${quote(evidence.publicKey)}: ${printable(evidence.problem)}`;
    case "key-size":
      return `the public key ${quote(evidence.publicKey)} is RSA with ${evidence.bits} bits`;
    case "no-final-newline":
      return `EncodedKey of the public key ${quote(evidence.publicKey)} ends without a newline`;
    case "accounts":
      return `TrustedSigners is turned on for ${quoteList(evidence.accounts)}`;
    case "listed-parameters":
      return `the ${policyName(evidence)} lists ${quoteList(evidence.parameters)}`;
    case "parameters-not-forwarded":
      return `no policy of this cache behavior forwards ${quoteList(evidence.names)} of ${urlList(evidence.urls)}`;
    case "host-forwarded":
      return `the ${policyName(evidence)} forwards Host to the origin ${quote(evidence.origin)}`;
    case "preflight-policy":
      return `the response headers policy is ${evidence.name}, and OPTIONS is not among the allowed methods`;
    case "error-page":
      return `the page for 403 is ${quote(evidence.path)}`;
    case "private-address":
      return `the IP address is in ${evidence.network}`;
    case "origin-without-control":
      return `the origin ${quote(evidence.origin)} has neither an origin access control nor an identity`;
    case "website-endpoint":
      return `the origin is ${quote(evidence.origin)}`;
    case "control-missing":
      return `the list of origin access controls has no ${quote(evidence.control)}, which the origin ${quote(evidence.origin)} names`;
    case "control-never-signs":
      return `the origin ${quote(evidence.origin)} has the origin access control ${quote(evidence.control)}, whose SigningBehavior is never`;
    case "control-of-other-type":
      return `the origin ${quote(evidence.origin)} has the origin access control ${quote(evidence.control)}, which is for origins of the type ${quote(evidence.originType)}`;
    case "access-identity":
      return `the origin ${quote(evidence.origin)} has an OriginAccessIdentity`;
  }
}

function describeProtocolPolicy(policy: ProtocolPolicy): string {
  switch (policy) {
    case "allow-all":
      return "accepts http, where others can read the signature";
    case "https-only":
      return "answers http with 403";
    case "redirect-to-https":
      return "redirects to https, for which the URL is not signed";
  }
}

function policyName({
  policy,
  name,
}: {
  readonly policy: RequestPolicy["kind"];
  readonly name: string | undefined;
}): string {
  return name === undefined ? policy : `${policy} ${quote(name)}`;
}

/** URLs by their number, from 1. */
function urlList(indexes: readonly number[]): string {
  return quoteList(indexes.map((index) => `URL ${index + 1}`));
}

function quoteList(texts: readonly string[]): string {
  const rest = texts.length - mostNames;
  const listed = texts.slice(0, mostNames).map(quote).join(", ");
  return rest > 0 ? `${listed} and ${rest} more` : listed;
}

/** The beginning of a text from a document, as it can be printed in a terminal. */
export function quote(text: string): string {
  const shown = printable(text.slice(0, longestQuote));
  return text.length > longestQuote ? `${shown}...` : shown;
}

/** What CloudFront gives out is ASCII: anything else may move the cursor of a terminal. */
function printable(text: string): string {
  return text.replace(/[^ -~]/g, "?");
}
