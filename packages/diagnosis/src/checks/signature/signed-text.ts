import { keyPairIdProblem, limits } from "cloudfront-sign-webcrypto/internals";
import type { UrlDifferenceId } from "../../differences/url-difference.ts";
import { urlDifferenceFindings } from "../../differences/url-differences.ts";
import { type Finding, found, likely, proven, type Seen } from "../../findings/finding.ts";
import { listed, nameQuote, policyQuote, quote } from "../../findings/quote.ts";
import { readGivenUrl } from "../../request/given-url.ts";
import { otherIdentifier } from "../../request/key-pair-id-form.ts";
import { meantName } from "../../request/meant-name.ts";
import { placeOf, type ReadQuestion } from "../../request/question.ts";
import { streamFile } from "../../request/stream-file.ts";
import { commonLength } from "../../request/text-difference.ts";
import type { KeyReading } from "../../signature/key-readings.ts";
import type { SignedForm } from "../../signature/signed-forms.ts";
import type { SentPolicy, SignedInstead, SignedStatement } from "../../signature/signed-statement.ts";
import type { SignatureForm, SignedWith } from "../../signature/signed-with.ts";
import type { Match } from "../../signature/text-search.ts";
import type { Checks } from "../check.ts";
import {
  encodeInDer,
  longestUsual,
  rawSignatureFinding,
  type SignatureFormFindingId,
} from "./signature-form.ts";
import { type ExpiryFindingId, expiryFinding } from "./signed-expiry.ts";

/**
 * What was signed, and with which key, if not what the request says.
 *
 * @inline
 */
export type SignedTextFindingId =
  /**
   * The signature is valid for another key of the group.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html
   */
  | "key-id-wrong"
  /**
   * The signature was made with a different hash: SHA-1, SHA-256, or one that CloudFront rejects.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
   */
  | "hash-mismatch"
  /**
   * The policy was signed before its placeholders were filled in, or with example values.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
   */
  | "placeholder-signed"
  /**
   * The signed text differs from the policy that CloudFront checks: other JSON (white space, escapes), other bytes (UTF-16), or no policy at all.
   *
   * @see https://github.com/aws/aws-sdk-java/pull/2930
   */
  | "policy-json-differs"
  /**
   * Another private key made the signature, or the right key signed another text.
   *
   * @see https://github.com/boto/boto3/issues/2048
   */
  | "signature-mismatch";

export const signedTexts: Checks<SignedTextFindingId> = {
  "key-id-wrong": {
    rank: 410,
    kind: "wrong-value",
    explains: ["key-id-not-a-key-id"],
    summary: "The signature fits a different public key from the one that the request names.",
    fix: "Send the ID of the public key that belongs to the signer's private key.",
  },
  "hash-mismatch": {
    rank: 530,
    summary: "The signature uses another hash than the request says.",
    fix: "Send the Hash-Algorithm that the signer used. Without it, CloudFront assumes SHA1.",
  },
  "placeholder-signed": {
    rank: 540,
    summary: "The policy was signed before its placeholders were filled in.",
    fix: "Put the real URL and the real time into the policy first, and then sign the policy.",
  },
  "policy-json-differs": {
    rank: 640,
    summary: "The JSON that was signed is not the JSON that CloudFront checks.",
    fix: "Sign exactly the documented bytes: no white space, no escapes such as \\/ or \\u0026, the documented order, numbers without quotes.",
    hasComparison: true,
  },
  "signature-mismatch": {
    rank: 660,
    kind: "wrong-value",
    summary: "The signature does not fit this request.",
    fix: "Check which private key signs, and that the URL, policy and parameters are sent as they were signed.",
  },
};

export type SignedTextFinding = Finding<
  SignedTextFindingId | ExpiryFindingId | SignatureFormFindingId | UrlDifferenceId
>;

/** What a request says about its signature. */
export interface SentSignature {
  readonly keyPairId: string;
  readonly hashAlgorithm: string;
  readonly sent: SentPolicy;
  readonly question: ReadQuestion;
}

/** Every difference between what was signed and what the request says. */
export function matchFindings({ statement, signedWith }: Match, request: SentSignature): SignedTextFinding[] {
  const findings = [
    ...signedWithFindings(signedWith, request),
    ...statementFindings(statement, request),
  ].filter(({ id }) => !ofMended[id]?.some((name) => request.question.mended.has(name)));
  // The same text, key, hash and form: the verifier knows of a fault that is none of these.
  return findings.length > 0 || request.question.mended.size > 0 ? findings : [nothingTriedFinding()];
}

/** Findings that say nothing else than that a parameter was mended in thought. */
const ofMended: Readonly<Partial<Record<SignedTextFinding["id"], readonly string[]>>> = {
  "expires-changed": ["Expires"],
  "hash-mismatch": ["Hash-Algorithm"],
  "key-id-wrong": ["Key-Pair-Id"],
  "url-host-changed": ["host"],
};

function nothingTriedFinding(): SignedTextFinding {
  return proven(
    "signature-mismatch",
    "the signature is valid neither for this request nor for what is often signed instead",
    {
      fix: "Check which private key signs (openssl pkey -in private.pem -pubout shows its public key), and that the URL, policy and parameters are sent as they were signed. If the URL was signed for another host name of the distribution, pass that name, too: hostnames, or --hostname in the command.",
    },
  );
}

/**
 * For a signature that a key of the group made of a text that is none of those that were tried, or whose hash
 * is one with which no text can be tried.
 */
export function unmatchedFindings(
  signedWith: SignedWith,
  isTried: boolean,
  request: SentSignature,
): SignedTextFinding[] {
  const { hostnames } = request.question;
  // What was meant may have been another value than the one that was tried.
  const isTextMended = ["Expires", "Policy", "host"].some((name) => request.question.mended.has(name));
  if (!isTried || isTextMended) return signedWithFindings(signedWith, request);
  const { keyPairId } = signedWith;
  const isOneCookie = request.sent.kind === "canned" && request.question.request.source === "cookies";
  const isOfStream = request.sent.kind === "canned" && streamFile(request.sent.resource) !== undefined;
  const seen = {
    evidence: `the key ${quote(keyPairId)} made the signature, but neither for this request nor for a change of it that was tried`,
    summary: "The key is right, but the signature is for another URL or policy.",
    fix: isOneCookie
      ? "The cookies have a canned policy, which is for one URL. Sign a custom policy whose Resource covers all files that the cookies are for, and set its cookies instead."
      : isOfStream
        ? "Check whether these are the parameters of the playlist, or of another host name of the distribution: a canned policy is for one URL. A stream needs a custom policy for its folder."
        : hostnames.length > 0
          ? "Check whether the URL or the policy was altered after it was signed. If not, pass any other host name that may have been signed, such as an old domain, or log the exact policy text where it is signed, and compare its URL and its time with the request."
          : "Check whether the URL or the policy was altered after it was signed: compare both with the request. If it was signed for another host name of the distribution, such as the one at cloudfront.net, pass that name, too: hostnames, or --hostname in the command.",
  };
  // A text may show the URL otherwise than it was sent.
  const certainty = request.question.isRequestUncertain ? "likely" : "proven";
  return [...signedWithFindings(signedWith, request), found("signature-mismatch", certainty, seen)];
}

/** For a signature that no key of the group made, as far as that can be seen. */
export function otherKeyFindings(
  readings: readonly KeyReading[],
  signature: Uint8Array,
  { keyPairId, question }: SentSignature,
): SignedTextFinding[] {
  const format = signature.length === limits.rawP256Signature ? [rawSignatureFinding()] : [];
  const isUnsure = readings.some(({ kind }) => kind !== "not-opened") || readings.length === 0;
  // A key that was not tried may have made it.
  if (isUnsure || readings.length < (question.verifier?.keyPairIds.length ?? 0))
    return question.mended.size > 0 ? format : [...format, nothingTriedFinding()];
  const named = readings.find((reading) => reading.keyPairId === keyPairId);
  const otherKey = named?.kind === "not-opened" ? named.otherKey : undefined;
  if (otherKey === undefined) return [...format, proven("signature-mismatch", noKeyOpens)];
  const { length: bytes } = signature;
  const { name, signatureBytes } = otherKey;
  // Base64 that was cut off at a group has no padding, so that its bytes come in threes.
  if (bytes < signatureBytes && bytes % 3 === 0) {
    const evidence = `the signature has ${bytes} bytes, and those of the key of this ID (${name}) have ${signatureBytes}`;
    return [likely("signature-truncated", evidence)];
  }
  // CloudFront takes keys of RSA 2048 and of P-256.
  const isOfKnownSize = bytes <= longestUsual;
  const seen = {
    evidence: `the signature has ${bytes} bytes, and the public key of this ID is ${name}: another private key made it`,
    summary: "The signature was made with another private key.",
    fix: `Sign with the private key of the ID (openssl pkey -in private.pem -pubout shows its public key)${isOfKnownSize ? ", or send the ID of the key that signs." : `. CloudFront does not take the key that signs: it makes ${bytes} bytes, as RSA ${8 * bytes} does, and CloudFront accepts RSA 2048 and P-256 only.`}`,
  };
  return [...format, proven("signature-mismatch", seen)];
}

const noKeyOpens: Seen = {
  evidence: "none of the public keys that you passed belongs to this signature",
  summary: "The signature was made with another private key, or changed on the way.",
  fix: "Check that you passed the public key that CloudFront has for this ID. Compare it with the signer's public key (openssl pkey -in private.pem -pubout). Check that the signature was copied whole.",
};

function signedWithFindings(
  { keyPairId, hash, form }: SignedWith,
  { keyPairId: named, hashAlgorithm, question }: SentSignature,
): SignedTextFinding[] {
  const findings: SignedTextFinding[] = [];
  const place = placeOf(question, "Key-Pair-Id");
  if (keyPairId !== named)
    findings.push(
      proven("key-id-wrong", `the signature fits the public key with the ID ${quote(keyPairId)}`, {
        fix: question.verifier?.keyPairIds.includes(named)
          ? `Send ${place}=${keyPairId}, if that signer may open this file, or sign with the private key of ${named}.`
          : keyPairIdProblem(named, false) !== undefined || otherIdentifier(named) !== undefined
            ? `Send ${place}=${keyPairId}.`
            : `Send ${place}=${keyPairId}, or if ${named} is right, correct the ID that you passed for the public key.`,
      }),
    );
  if (form !== "as-cloudfront-reads") findings.push(proven("signature-wrong-format", formSeen(form)));
  if (hash !== undefined && hash !== hashAlgorithm)
    findings.push(proven("hash-mismatch", otherHashSeen(hash, hashAlgorithm, question)));
  return findings;
}

function otherHashSeen(signed: string, sent: string, { request, cookies, givenUrl }: ReadQuestion): Seen {
  const isSaid = request.parameters.has("Hash-Algorithm");
  const said = isSaid
    ? `Hash-Algorithm is ${sent}`
    : "there is no Hash-Algorithm, so CloudFront assumes SHA1";
  const evidence = `the key made the signature with ${signed}, and ${said}`;
  if (signed !== "SHA1" && signed !== "SHA256")
    return {
      evidence,
      summary: "The signature was made with a hash that CloudFront does not accept.",
      fix: "Sign with SHA-256 and send Hash-Algorithm=SHA256, or sign with SHA-1 and send no Hash-Algorithm.",
    };
  const isFromUrl = request.source === "url";
  const name = isFromUrl ? "Hash-Algorithm" : "CloudFront-Hash-Algorithm";
  const pairs = isFromUrl
    ? readGivenUrl(givenUrl).pairs
    : cookies.pairs.map(([one, value]) => ({ name: one, value }));
  const misspelt = pairs.find(
    (pair) => meantName(pair.name, pair.value ?? "") === "Hash-Algorithm" && pair.name !== name,
  );
  if (misspelt && signed === "SHA256")
    return {
      evidence,
      fix: `Rename ${nameQuote(misspelt.name)} to ${name}: CloudFront does not know the other name.`,
    };
  return {
    evidence,
    summary: `The signature uses ${hashName(signed)}, but ${isSaid ? "the request says" : "a request without Hash-Algorithm means"} ${hashName(sent)}.`,
    fix:
      signed === "SHA1"
        ? `Leave out ${name}, or send ${name}=SHA1: without it, CloudFront assumes SHA1. Or sign with SHA-256.`
        : `Send ${name}=SHA256 with the signature, or sign with SHA-1.`,
  };
}

/** The usual name of a hash that CloudFront accepts. */
function hashName(parameter: string): string {
  return parameter.replace("SHA", "SHA-");
}

/** How a signature of a key of the group is made, if not as CloudFront reads it. */
const otherForms: Readonly<Record<Exclude<SignatureForm, "as-cloudfront-reads" | "raw-ecdsa">, string>> = {
  pss: "the key made the signature with RSA-PSS, and CloudFront reads PKCS#1 v1.5",
  "digest-info-without-null": "the DigestInfo in the signature has no NULL behind the name of the hash",
  "digest-without-digest-info": "the signature holds the bare digest, without the DigestInfo of PKCS#1 v1.5",
  "text-of-digest": "the signature holds a digest written as text, without the DigestInfo of PKCS#1 v1.5",
  "text-itself": "the signature holds a text that was not hashed, without the DigestInfo of PKCS#1 v1.5",
  "no-padding": "the signature was made without the padding of PKCS#1 v1.5",
};

function formSeen(form: Exclude<SignatureForm, "as-cloudfront-reads">): Seen {
  if (form === "raw-ecdsa")
    return { evidence: "the signature is valid once its raw r and s are encoded in DER", ...encodeInDer };
  return {
    evidence: otherForms[form],
    fix:
      form === "pss"
        ? "Sign with RSASSA-PKCS1-v1_5 (in OpenSSL the default of dgst -sign), not with RSA-PSS."
        : "Let the library hash and pad: RSASSA-PKCS1-v1_5 of the policy (openssl dgst -sign), not rsautl, pkeyutl or privateEncrypt.",
  };
}

function statementFindings(
  statement: SignedStatement,
  { sent, question }: SentSignature,
): SignedTextFinding[] {
  const { resource, expires, text, plainText, form, instead, isPlaceholder } = statement;
  if (instead !== undefined)
    return [
      proven("policy-json-differs", signedInstead[instead], {
        summary: "The signed text is not a policy.",
        fix: "Sign the text of the policy, which has the URL and the expiry time in it.",
      }),
    ];
  const findings: SignedTextFinding[] = [];
  if (isPlaceholder) findings.push(placeholderFinding(statement, sent));
  else {
    if (resource !== sent.resource) findings.push(...resourceFindings(statement, sent));
    if (expires !== sent.expires) findings.push(expiryFinding(expires, sent, question));
  }
  if (form !== undefined) findings.push(signedFormFinding(form));
  else if (text !== plainText) findings.push(policyTextFinding(text, { kind: sent.kind, text: plainText }));
  return findings;
}

const signedInstead: Readonly<Record<SignedInstead, string>> = {
  url: "only the URL was signed, not a policy with it",
  nothing: "nothing was signed: the text was empty",
  word: "a word such as undefined was signed, and not a policy",
};

/** What was handed to the signing function, if not the policy in UTF-8. */
const signedForms: Readonly<Record<SignedForm, string>> = {
  "byte-order-mark": "a byte order mark was signed in front of the policy",
  "utf-16-little-endian": "the policy was signed as UTF-16 (little endian), and CloudFront reads UTF-8",
  "utf-16-big-endian": "the policy was signed as UTF-16 (big endian), and CloudFront reads UTF-8",
  "utf-16-little-endian-with-mark":
    "the policy was signed as UTF-16 (little endian, with a byte order mark), and CloudFront reads UTF-8",
  "utf-16-big-endian-with-mark":
    "the policy was signed as UTF-16 (big endian, with a byte order mark), and CloudFront reads UTF-8",
  "latin-1": "the policy was signed as Latin-1, and CloudFront reads UTF-8",
  base64: "the base64 of the policy was signed, and not its text",
  "cloudfront-base64": "the base64 of the policy was signed as it is sent, and not its text",
  "percent-encoded": "the policy was percent-encoded before it was signed",
  "json-string": "the policy was signed as a JSON string, in quotes and with its own quotes escaped",
  "sha1-digest": "the SHA-1 digest of the policy was signed, and signing hashed it once more",
  "sha256-digest": "the SHA-256 digest of the policy was signed, and signing hashed it once more",
  "sha1-hex": "the hexadecimal SHA-1 digest of the policy was signed, and signing hashed it once more",
  "sha256-hex": "the hexadecimal SHA-256 digest of the policy was signed, and signing hashed it once more",
  "sha1-base64": "the base64 of the policy's SHA-1 digest was signed, and signing hashed it once more",
  "sha256-base64": "the base64 of the policy's SHA-256 digest was signed, and signing hashed it once more",
};

function signedFormFinding(form: SignedForm): SignedTextFinding {
  if (form.startsWith("sha"))
    return proven("signature-wrong-format", signedForms[form], {
      summary: "The hash of the policy was signed, not the policy.",
      fix: "Pass the text of the policy to the signing function, not its digest: signing hashes it.",
    });
  return proven("policy-json-differs", signedForms[form], {
    summary: "The policy was signed in an encoding that CloudFront does not check.",
    fix: "Sign the bytes of the policy in UTF-8, without a byte order mark. Encode it as base64 only to send it.",
  });
}

function resourceFindings({ resource, plainText }: SignedStatement, sent: SentPolicy): SignedTextFinding[] {
  if (sent.kind === "custom") return [policyTextFinding(plainText, sent)];
  return urlDifferenceFindings(resource, sent.resource);
}

function placeholderFinding({ resource, expires }: SignedStatement, sent: SentPolicy): SignedTextFinding {
  const [member, placeholder] =
    resource === sent.resource ? ["AWS:EpochTime", expires] : ["Resource", resource];
  return proven("placeholder-signed", `${member} was signed as ${JSON.stringify(quote(placeholder))}`);
}

/** CloudFront writes a canned policy itself, and takes a custom one as it is sent. */
function policyTextFinding(
  signed: string,
  { kind, text }: Pick<SentPolicy, "kind" | "text">,
): SignedTextFinding {
  const at = commonLength(signed, text);
  const isCustom = kind === "custom";
  const evidence = `from character ${at + 1}: signed ${policyQuote(signed.slice(at))}, ${isCustom ? "sent" : "expected"} ${policyQuote(text.slice(at))}`;
  return proven("policy-json-differs", evidence, {
    ...(isCustom
      ? {
          summary: "The policy that was signed is not the policy that was sent.",
          fix: "Send the policy that was signed, byte for byte: write it once, sign it, and encode the same text as base64.",
        }
      : writtenFix(signed, text)),
    compared: { signed, requested: text },
  });
}

/** The rules that a signed text breaks, if it is the JSON of the policy written in another way. */
function writtenFix(signed: string, text: string): Pick<Seen, "fix"> | undefined {
  const plain = signed.trim();
  const rules: readonly (readonly [isBroken: boolean, rule: string])[] = [
    [/\s/.test(plain), "without white space"],
    [/[\r\n]$/.test(signed) && !/\s/.test(plain), "without the line break at its end"],
    [plain.includes("\\/"), "with / instead of \\/"],
    [/\\u[\da-f]{4}/i.test(plain), "with each character instead of an escape such as \\u0026"],
  ];
  const broken = rules.filter(([isBroken]) => isBroken).map(([, rule]) => rule);
  const isNothingElse = compactJson(plain) === text;
  return broken.length > 0 && isNothingElse
    ? { fix: `Sign the JSON ${listed(broken)}: CloudFront rebuilds it from the URL and the expiry.` }
    : undefined;
}

/** JSON without white space and escapes, its members in their order; `undefined` for other text. */
function compactJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
