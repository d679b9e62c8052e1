import type { CloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { type Finding, possible, proven } from "../../findings/finding.ts";
import { costOfCheck, mostKeys } from "../../request/limits.ts";
import { type DecodedCredentials, type ReadQuestion, withPart } from "../../request/question.ts";
import { textsOf } from "../../request/texts-of.ts";
import { frequentStatements } from "../../signature/common-pairs.ts";
import { type KeyReading, readWithKey } from "../../signature/key-readings.ts";
import { type SentPolicy, sentPolicy, statementOf } from "../../signature/signed-statement.ts";
import {
  seldomStatements,
  statementsBeside,
  statementsWithOneFault,
  statementsWithTwoFaults,
} from "../../signature/signed-statements.ts";
import type { SignedBytesCheck } from "../../signature/signed-with.ts";
import { type Match, type SearchedChecks, searchText } from "../../signature/text-search.ts";

import { matchFindings, otherKeyFindings, type SignedTextFinding, unmatchedFindings } from "./signed-text.ts";

type SearchFinding = SignedTextFinding | Finding<"signature-not-checked" | "signature-wrong-format">;

/**
 * What the signature was made with and made of, if not with what the request says and of its policy: every
 * difference is a finding. Empty for a valid signature.
 */
export async function searchSignature(
  verifier: CloudFrontVerifier,
  credentials: DecodedCredentials,
  question: ReadQuestion,
): Promise<SearchFinding[]> {
  const { signature, hashAlgorithm } = credentials;
  const { keyPairId } = question;
  question.budget.left -= costOfCheck;
  const isValid = await isSignatureValid(verifier, credentials, keyPairId);
  if (isValid === undefined) return [unverifiableFinding()];
  if (isValid) return [];
  const request = { keyPairId, hashAlgorithm, sent: sentPolicy(credentials), question };
  const named = verifier.keyPairIds.includes(keyPairId) ? [keyPairId] : [];
  const keyPairIds = new Set([...named, ...textsOf(verifier.keyPairIds, mostKeys)]);
  const readings: KeyReading[] = [];
  for (const id of keyPairIds) readings.push(await readWithKey(verifier, id, signature, hashAlgorithm));
  const opened = readings.find((reading) => reading.kind === "opened");
  if (opened) {
    const { checks, signedWith } = opened.opened;
    const match = await search({ main: checks, others: [], rare: [], isDigest: true });
    if (match) return matchFindings(match, request);
    // Padding that looks like PSS by accident shows nothing.
    if (signedWith) return unmatchedFindings(signedWith, checks.length > 0, request);
  }
  const checks = readings.flatMap((reading) => (reading.kind === "checks" ? reading.checks : []));
  const [main, ...more] = inOrder(checks, keyPairId, hashAlgorithm);
  if (!main) return (await reversedFindings()) ?? otherKeyFindings(readings, signature, request);
  const match = await search({
    main: [main],
    others: more.filter(isCommonHash),
    rare: more.filter((check) => !isCommonHash(check)),
    isDigest: false,
  });
  if (match) return matchFindings(match, request);
  return (await reversedFindings()) ?? otherKeyFindings(readings, signature, request);

  /** That the signature was reversed, and what else is wrong, if the named key made it. */
  async function reversedFindings(): Promise<SearchFinding[] | undefined> {
    if (named.length === 0) return undefined;
    const reversed = { ...credentials, signature: signature.slice().reverse() };
    const reading = await readWithKey(verifier, keyPairId, reversed.signature, hashAlgorithm);
    question.budget.left -= costOfCheck;
    const isMade =
      reading.kind === "opened"
        ? reading.opened.signedWith !== undefined
        : await isSignatureValid(verifier, reversed, keyPairId);
    if (!isMade) return undefined;
    const seen = {
      evidence: "the key of the ID made the signature, but its bytes are in reverse order",
      summary: "The bytes of the signature were reversed after it was made.",
      fix: "Reverse the bytes of the signature before base64: the CryptoAPI of Windows writes the last one first.",
    };
    return [proven("signature-wrong-format", seen), ...(await searchSignature(verifier, reversed, question))];
  }

  async function search(searched: SearchedChecks): Promise<Match | undefined> {
    // As it was sent, an expiry time that was mended may have been signed, too.
    const expires = question.mended.get("Expires")?.sent;
    if (expires === undefined) return searchFor(request.sent, searched);
    const { budget } = question;
    const find = () => searchFor(sentPolicy(credentials, expires), searched);
    return (await withPart(budget, 1 / 2, find)) ?? searchFor(request.sent, searched);
  }

  function searchFor(sent: SentPolicy, searched: SearchedChecks): Promise<Match | undefined> {
    const source = {
      sent: statementOf(sent),
      frequent: [...statementsBeside(sent, question), ...frequentStatements(sent, question.hostnames)],
      oneFault: statementsWithOneFault(sent, question),
      twoFaults: statementsWithTwoFaults(sent, question),
      seldom: searched.isDigest ? seldomStatements(sent) : [],
    };
    return searchText(searched, source, question.budget);
  }
}

function unverifiableFinding(): SearchFinding {
  return possible(
    "signature-not-checked",
    "the signature is one with SHA-1, which this runtime refuses to verify (FIPS mode or a crypto policy)",
    {
      fix: "Check it in a runtime that verifies SHA-1, and sign with SHA-256: its signatures are also verified here.",
    },
  );
}

/** Whether the signature is valid; `undefined` in a runtime that refuses to verify SHA-1. */
async function isSignatureValid(
  verifier: CloudFrontVerifier,
  { signature, bytes, hashAlgorithm }: DecodedCredentials,
  keyPairId: string,
): Promise<boolean | undefined> {
  try {
    return await verifier.isSignatureValid(keyPairId, hashAlgorithm, signature, bytes);
  } catch (error) {
    if (hashAlgorithm !== "SHA1") throw error;
    // A key that verifies SHA-256 is in order, so the runtime refuses SHA-1. Any other key is an error here, too.
    const isMadeWithSha256 = await verifier.isSignatureValid(keyPairId, "SHA256", signature, bytes);
    return isMadeWithSha256 ? false : undefined;
  }
}

/** The key and the hash that the request names first, then the other hash of this key, then the other keys. */
function inOrder(checks: readonly SignedBytesCheck[], keyPairId: string, hash: string): SignedBytesCheck[] {
  const weight = (check: SignedBytesCheck): number =>
    (check.keyPairId === keyPairId ? 0 : 2) + (check.hash === hash ? 0 : 1) + (isCommonHash(check) ? 0 : 4);
  return [...checks].sort((one, other) => weight(one) - weight(other));
}

function isCommonHash({ hash }: SignedBytesCheck): boolean {
  return hash === "SHA1" || hash === "SHA256";
}
