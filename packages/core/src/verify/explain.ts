import type { UrlInput } from "../url/wire-form.ts";
import { alphabetProblem } from "./alphabet.ts";
import { type Credentials, decodeCredentials, keyProblem } from "./credentials.ts";
import type { CloudFrontDenialReason } from "./denial.ts";
import { type CloudFrontFinding, type CloudFrontFindingId, fixes } from "./fixes.ts";
import { brokenPolicyRule } from "./policy-rules.ts";
import { type CookieInput, type Presented, readRequest } from "./request.ts";
import { codeOf, notAboutSigning } from "./response-body.ts";
import { type SearchedWith, searchCause } from "./search-cause.ts";
import { cookieProblems } from "./set-cookie.ts";
import { describeTerms, termsProblem } from "./terms-problem.ts";
import { clip, urlDifference } from "./url-difference.ts";
import type { CloudFrontVerifier } from "./verifier.ts";

/** A denied request, as far as it is known. The more is given, the more is proven. */
export interface CloudFrontDenialQuestion {
  /** The URL as it came from the signer, or as it was requested. */
  readonly url?: UrlInput | undefined;
  /** The cookies of the request: the value of the `Cookie` header, or names and values. */
  readonly cookies?: CookieInput | undefined;
  /** `Set-Cookie` lines with which the cookies were set. */
  readonly setCookie?: readonly string[] | undefined;
  /** The body of the answer. */
  readonly responseBody?: string | undefined;
  /** The status of the answer. */
  readonly status?: number | undefined;
  /** Has the public keys, with which a cause can be proven. */
  readonly verifier?: CloudFrontVerifier | undefined;
  /** When the request came. Default: the system's clock. */
  readonly now?: Date | undefined;
  /** The viewer's address. */
  readonly ipAddress?: string | undefined;
  /** Other host names of the distribution, one of which may have been signed instead. */
  readonly hostnames?: readonly string[] | undefined;
}

/**
 * Why a request is denied: findings with evidence and fix, the cause first. Empty when nothing is wrong.
 *
 * With a verifier it searches what else the signature fits (another scheme, host or encoding, a parameter fewer, a pattern, other JSON,
 * another hash or key; some hundred checks of a signature), so that a hit is proof. Never throws for what it is asked about.
 *
 * Source: CloudFront Developer Guide, "Use signed URLs"; AWS re:Post, "How do I troubleshoot issues related to a signed URL or signed
 * cookies in CloudFront?".
 *
 * @example
 * ```ts
 * import { explainCloudFrontDenial } from "cloudfront-sign-webcrypto/verify";
 *
 * const [cause] = await explainCloudFrontDenial({ url: "https://d111111abcdef8.cloudfront.net/course/segment-1.ts", status: 403 });
 * console.log(cause?.certainty, cause?.id); // likely segment-not-signed
 * ```
 */
export async function explainCloudFrontDenial(question: CloudFrontDenialQuestion): Promise<CloudFrontFinding[]> {
  const { url, cookies, verifier, status, setCookie = [], responseBody = "", now = new Date(), ipAddress } = question;
  const findings: CloudFrontFinding[] = [];
  const add = (id: CloudFrontFindingId, certainty: CloudFrontFinding["certainty"], evidence: string): void => {
    if (!findings.some((finding) => finding.id === id)) findings.push({ id, certainty, evidence, fix: fixes[id] });
  };
  const given = `${typeof url === "string" ? url : (Object(url).href ?? "")}`;
  // What people paste is often not yet what their client made of it.
  const raw = readRequest(url && given, cookies);
  const presented = raw.problem === "request-too-large" ? raw : readRequest(url && clientForm(given), cookies);
  const credentials = decodeCredentials(presented);
  const code = codeOf(responseBody.slice(0, 5000));

  const elsewhere = notAboutSigning(responseBody.slice(0, 5000), status);
  if (elsewhere) add(elsewhere[0], "proven", elsewhere[1]);
  else if (code === "MissingKey" && !presented.problem && !keyProblem(presented))
    add("parameters-lost", "proven", "the answer says MissingKey, and here is a Key-Pair-Id");
  for (const [id, evidence] of cookieProblems(setCookie, presented.url)) add(id, "proven", evidence);
  for (const [id, certainty, evidence] of misplaced(presented, given, cookies)) add(id, certainty, evidence);

  const problem = presented.problem ?? keyProblem(presented);
  if (problem) add(problem, "proven", describe(problem, presented, credentials));
  const keyPairId = presented.values.get("Key-Pair-Id") ?? "";
  const unknown = verifier && !problem && !verifier.keyPairIds.includes(keyPairId);
  if (!problem) {
    const search: SearchedWith = { presented, credentials, keyPairId, raw: raw.url, given, hostnames: question.hostnames ?? [] };
    // Without its URL a canned policy cannot be rebuilt.
    const isKnown = presented.url !== "" || credentials.kind === "custom";
    // The ID may be wrong while the key is known: that says more than that the ID is unknown.
    const cause = verifier && isKnown && !credentials.problem ? await searchCause(verifier, search) : undefined;
    if (cause && !(unknown && cause[0] === "signature-mismatch")) add(cause[0], "proven", cause[1]);
    if (unknown || code === "InvalidKey") {
      const evidence =
        code === "InvalidKey" ? "the answer says InvalidKey: the ID is in no key group of this behavior" : "the ID is not in the key group";
      add("key-not-trusted", "proven", evidence);
    }
    const broken = credentials.problem;
    if (broken) add(...malformed(broken, presented, credentials));
  }
  // The pattern is nobody's as long as no signature was checked: a long one against a long URL is not worth the time.
  const size = (credentials.policy?.resource.length ?? 0) * presented.url.length;
  if (!presented.problem && presented.source && credentials.policy && !credentials.problem && size < 4e6) {
    const isCustom = credentials.kind === "custom";
    const terms = termsProblem(isCustom, credentials.policy, presented.url || undefined, now, ipAddress);
    // Nobody has to say the address.
    if (terms && terms !== "ip-unknown") add(terms, "proven", describeTerms(terms, credentials.policy, presented.url, now));
    if (!verifier && !isCustom && raw.url !== presented.url && !problem)
      add("url-encoding-changed", "likely", `clients rewrite it ${urlDifference(raw.url, presented.url)[1]}`);
    if (terms === "ip-unknown" && code === "AccessDenied") add(terms, "possible", "the policy is for one address only");
  }
  if (findings.length === 0 && (code || status)) {
    if (verifier) add("nothing-wrong-here", "likely", "signature, resource and times are right for this key group");
    else add("signature-mismatch", "possible", "without the public key it cannot be told whether the signature fits");
  }
  return findings;
}

/** The URL as a WHATWG client sends it, or as it is when that is no URL. */
function clientForm(url: string): string {
  try {
    return url.length > 8192 ? url : new URL(url).href;
  } catch {
    return url;
  }
}

/** Signing parameters that are there and do not count. */
function* misplaced(
  { source, url, values }: Presented,
  given: string,
  cookies: CookieInput | undefined,
): Iterable<[CloudFrontFindingId, CloudFrontFinding["certainty"], evidence: string]> {
  const [address = "", ...fragments] = given.slice(0, 20000).split("#");
  const fragment = fragments.join("#");
  if (/^https?:\/\/([^/?]*\.)?s3[.-][^/?]*amazonaws\.com/i.test(address)) yield ["s3-host", "proven", "the host is S3's"];
  if (/[?&]X-Amz-Signature=/.test(address)) yield ["s3-presigned", "proven", "there is an X-Amz-Signature parameter"];
  if (/[?&](Signature|Key-Pair-Id)=/.test(fragment))
    yield ["parameters-in-fragment", "proven", "there are signing parameters behind the #"];
  if (/&amp;(Signature|Key-Pair-Id|Policy|Expires)=/.test(address)) yield ["html-escaped", "proven", "a parameter's name starts with amp;"];
  const names = [
    ...(address.split("?")[1] ?? "").split("&"),
    ...(typeof cookies === "string" ? cookies.slice(0, 20480).split(";") : Object.keys(Object(cookies))),
  ];
  const misspelt = names.find(
    (name) =>
      /^\s*(cloudfront-)?(key-?pair-?id|signature)(=|$)/i.test(name) && !/^\s*(CloudFront-)?(Key-Pair-Id|Signature)(=|$)/.test(name),
  );
  if (misspelt && !(values.has("Key-Pair-Id") && values.has("Signature")))
    yield ["parameter-names", "likely", `the name ${clip(misspelt.split("=", 1)[0] as string, 25)}`];
  if (!source && /\.(ts|m4s|m4a|m4v|aac|vtt|cmf[avt]|key)$/.test(url.split("?", 1)[0] as string))
    yield ["segment-not-signed", "likely", "a segment of a stream without signing parameters"];
  if (source === "cookies" && [...values.values()].some((value) => /%[2-7][\da-f]/i.test(value)))
    yield ["cookie-encoded", "proven", "a cookie's value is percent-encoded"];
}

function malformed(
  problem: CloudFrontDenialReason,
  presented: Presented,
  credentials: Credentials,
): [CloudFrontFindingId, "proven", evidence: string] {
  if (problem === "policy-schema" || problem === "policy-not-json") {
    const text = credentials.policyText;
    const [broken, milliseconds] = text === undefined ? ["its bytes are no UTF-8"] : brokenPolicyRule(text);
    return [milliseconds ? "milliseconds" : problem, "proven", broken as string];
  }
  if (problem === "expires-invalid" && /^\d{12,15}$/.test(presented.values.get("Expires") ?? ""))
    return ["milliseconds", "proven", "Expires has 12 digits or more"];
  return [problem, "proven", describe(problem, presented, credentials)];
}

function describe(problem: CloudFrontDenialReason, { values, url, shadowed }: Presented, { hashAlgorithm }: Credentials): string {
  const value = (name: string): string => values.get(name) ?? "";
  switch (problem) {
    case "request-too-large":
      return "the URL or the cookies are longer than CloudFront takes";
    case "request-invalid":
      return "it is no absolute http or https URL, or holds what cannot be sent";
    case "no-credentials":
      return "there is no signing parameter in the URL, and no CloudFront- cookie";
    case "cookies-shadowed-by-query":
      return `there are signed cookies, and a query parameter ${[...values.keys()].join(", ")}`;
    case "key-id-missing":
      return shadowed || values.has("Key-Pair-Id") ? "Key-Pair-Id is empty" : "there is no Key-Pair-Id";
    case "key-id-not-a-key-id":
      return /^[\da-f]{8}-/i.test(value("Key-Pair-Id"))
        ? "it is a UUID, as key groups have"
        : `it is ${value("Key-Pair-Id").length} characters, not all capital letters and digits`;
    case "signature-missing":
      return "there is no Signature";
    case "signature-undecodable":
      return alphabetProblem(value("Signature"));
    case "policy-undecodable":
      return alphabetProblem(value("Policy"));
    case "policy-missing":
      return "there is neither Expires nor Policy";
    case "expires-invalid":
      return `Expires is "${clip(value("Expires"), 12)}"`;
    case "hash-unknown":
      return `Hash-Algorithm is "${clip(hashAlgorithm, 12)}"`;
    default:
      return `a parameter is there more than once${url ? "" : " among the cookies"}`;
  }
}
