import { limits } from "cloudfront-sign-webcrypto/internals";
import { urlDifferenceFindings } from "../differences/url-difference-findings.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { type Finding, likely, proven } from "../findings/finding.ts";
import type { ReadQuestion } from "../question/question.ts";
import { commonLength } from "../text-difference.ts";
import type { KeyReading } from "./key-readings.ts";
import type { SentPolicy, SignedStatement } from "./signed-statement.ts";
import type { SignedWith } from "./signed-with.ts";
import type { Match } from "./text-search.ts";

/** What a request says about its signature. */
export interface SentSignature {
  readonly keyPairId: string;
  readonly hashAlgorithm: string;
  readonly sent: SentPolicy;
  readonly question: ReadQuestion;
}

/** Every difference between what was signed and what the request says. */
export function matchFindings({ statement, signedWith }: Match, request: SentSignature): Finding[] {
  const findings = [
    ...signedWithFindings(signedWith, request),
    ...statementFindings(statement, request.sent),
  ];
  // The same text, key, hash and form: the verifier knows of a fault that is none of these.
  return findings.length > 0 ? findings : [proven("signature-mismatch", "valid-for-nothing-tried")];
}

/**
 * For a signature that a key of the group made of a text that is none of those that were tried, or whose hash
 * is one with which no text can be tried.
 */
export function unmatchedFindings(
  signedWith: SignedWith,
  isTried: boolean,
  request: SentSignature,
): Finding[] {
  const { hostnames } = request.question;
  if (!isTried) return signedWithFindings(signedWith, request);
  const { keyPairId } = signedWith;
  return [
    ...signedWithFindings(signedWith, request),
    proven("signature-mismatch", {
      kind: "other-text-signed",
      keyPairId,
      hasHostnames: hostnames.length > 0,
    }),
  ];
}

/** For a signature that no key of the group made, as far as that can be seen. */
export function otherKeyFindings(
  readings: readonly KeyReading[],
  signature: Uint8Array,
  { keyPairId, question }: SentSignature,
): Finding[] {
  const format =
    signature.length === limits.rawP256Signature
      ? [proven("signature-wrong-format", "size-of-raw-signature")]
      : [];
  const isUnsure = readings.some(({ kind }) => kind !== "not-opened") || readings.length === 0;
  // A key that was not tried may have made it.
  if (isUnsure || readings.length < (question.verifier?.keyPairIds.length ?? 0))
    return [...format, proven("signature-mismatch", "valid-for-nothing-tried")];
  const named = readings.find((reading) => reading.keyPairId === keyPairId);
  const otherKey = named?.kind === "not-opened" ? named.otherKey : undefined;
  if (otherKey === undefined) return [...format, proven("signature-mismatch", "no-key-opens")];
  const { length: bytes } = signature;
  const { name, signatureBytes } = otherKey;
  // Base64 that was cut off at a group has no padding, so that its bytes come in threes.
  if (bytes < signatureBytes && bytes % 3 === 0) {
    const evidence = { kind: "shorter-than-key", bytes, key: name, expected: signatureBytes } as const;
    return [likely("signature-truncated", evidence)];
  }
  return [...format, proven("signature-mismatch", { kind: "other-key-type", bytes, key: name })];
}

function signedWithFindings(
  { keyPairId, hash, form }: SignedWith,
  { keyPairId: named, hashAlgorithm }: SentSignature,
): Finding[] {
  const findings: Finding[] = [];
  if (keyPairId !== named)
    findings.push(proven("key-id-wrong", { kind: "other-key", keyPairId, sent: named }));
  const evidence = formEvidence(form);
  if (evidence) findings.push(proven("signature-wrong-format", evidence));
  if (hash !== undefined && hash !== hashAlgorithm)
    findings.push(proven("hash-mismatch", { kind: "other-hash", signed: hash, sent: hashAlgorithm }));
  return findings;
}

function formEvidence(form: SignedWith["form"]): Evidence | undefined {
  switch (form) {
    case "as-cloudfront-reads":
      return undefined;
    case "raw-ecdsa":
      return "valid-once-in-der";
    default:
      return { kind: "other-signature-form", form };
  }
}

function statementFindings(statement: SignedStatement, sent: SentPolicy): Finding[] {
  const { resource, expires, text, plainText, form, instead, isPlaceholder } = statement;
  if (instead !== undefined) return [proven("policy-json-differs", { kind: "no-policy-signed", instead })];
  const findings: Finding[] = [];
  if (isPlaceholder) findings.push(proven("placeholder-signed", placeholderEvidence(statement, sent)));
  else {
    if (resource !== sent.resource) findings.push(...resourceFindings(statement, sent));
    if (expires !== sent.expires) findings.push(expiryFinding(expires, sent.expires));
  }
  if (form !== undefined)
    findings.push(
      proven(isDigest(form) ? "signature-wrong-format" : "policy-json-differs", {
        kind: "signed-form",
        form,
      }),
    );
  else if (text !== plainText) findings.push(policyTextFinding(text, plainText));
  return findings;
}

function isDigest(form: string): boolean {
  return form.startsWith("sha");
}

function resourceFindings({ resource, plainText }: SignedStatement, sent: SentPolicy): Finding[] {
  if (sent.kind === "custom") return [policyTextFinding(plainText, sent.text)];
  return urlDifferenceFindings(resource, sent.resource);
}

function placeholderEvidence({ resource, expires }: SignedStatement, sent: SentPolicy): Evidence {
  return {
    kind: "placeholder",
    placeholder: resource === sent.resource ? expires : resource,
    member: resource === sent.resource ? "AWS:EpochTime" : "Resource",
  };
}

function expiryFinding(signed: string, sent: string): Finding {
  const evidence: Evidence = /^\d+$/.test(signed)
    ? { kind: "other-expiry", signed: Number(signed), sent: Number(sent) }
    : { kind: "expiry-with-fraction", signed, sent: Number(sent) };
  const compared = { signed: `Expires=${signed}`, requested: `Expires=${sent}` };
  return { ...proven("expires-changed", evidence), compared };
}

function policyTextFinding(signed: string, sent: string): Finding {
  const at = commonLength(signed, sent);
  const evidence: Evidence = {
    kind: "other-policy-text",
    position: at + 1,
    signed: signed.slice(at),
    sent: sent.slice(at),
  };
  return { ...proven("policy-json-differs", evidence), compared: { signed, requested: sent } };
}
