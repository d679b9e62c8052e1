import type { SignedCookieName } from "cloudfront-sign-webcrypto";
import { base64, limits, percentDecoded, policyGrammar } from "cloudfront-sign-webcrypto/internals";
import { type Finding, found, likely, possible, proven, type Seen } from "../../findings/finding.ts";
import { hostQuote, listed, quote, shortQuote } from "../../findings/quote.ts";
import {
  arrivedCookies,
  eitherPolicy,
  isSignedCookieName,
  namesLacking,
} from "../../request/arrived-cookies.ts";
import {
  areExchanged,
  base64FaultSeen,
  exchangedCaseSeen,
  letterCaseSeen,
  oneCase,
  withOtherCase,
} from "../../request/base64-fault.ts";
import { encryptionOf } from "../../request/encrypted-value.ts";
import { signerFailed } from "../../request/error-body.ts";
import { parseJson } from "../../request/json.ts";
import { type OtherIdentifier, otherIdentifier } from "../../request/key-pair-id-form.ts";
import { certaintyOfLost, lostValue, lostVariableSeen } from "../../request/lost-variable.ts";
import { describeUnit, type MeantTime, meantTime, timeFix } from "../../request/meant-time.ts";
import { mendedPolicy, mendedValue } from "../../request/mended-value.ts";
import { jsonHabit, policyBytesSeen } from "../../request/policy-text-faults.ts";
import { placeOf, type ReadQuestion } from "../../request/question.ts";
import { readSigningLines } from "../../request/set-cookie-line.ts";
import {
  isBracketedValue,
  isStrayText,
  strayCharacter,
  strayCharacterSeen,
} from "../../request/stray-character.ts";
import type { CheckEntry, Checks } from "../check.ts";

/** What is wrong with a request, with its key pair ID or with the other signing parameters. */
type RequestProblem = NonNullable<
  | ReadQuestion["request"]["problem"]
  | ReadQuestion["keyLookupProblem"]
  | ReadQuestion["credentials"]["problem"]
>;

/**
 * What keeps a request or its signing parameters from being read, before any signature is checked.
 *
 * @inline
 */
export type RequestFindingId =
  /**
   * The URL is longer than 8,192 characters, the cookies are longer than 20,480, or the status is 413 or 414.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
   */
  | "request-too-large"
  /**
   * The URL is relative, or has another scheme, a user name, or a byte that no client sends.
   *
   * @see https://github.com/jasonsims/aws-cloudfront-sign/issues/2
   */
  | "request-invalid"
  /**
   * The request has neither a signing parameter nor a `CloudFront-` cookie.
   *
   * @see https://github.com/awslabs/unicornflix/issues/15
   */
  | "no-credentials"
  /**
   * The request has signed cookies, and its URL has a parameter with a reserved name.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-choosing-signed-urls-cookies.html
   */
  | "cookies-shadowed-by-query"
  /**
   * `Key-Pair-Id`, or the cookie `CloudFront-Key-Pair-Id`, is missing or empty.
   *
   * @see https://github.com/jasonsims/aws-cloudfront-sign/issues/20
   */
  | "key-id-missing"
  /**
   * `Key-Pair-Id` is a UUID, a name or `undefined`; `likely` for the ID of a distribution, an access key or an account.
   *
   * @see https://github.com/jasonsims/aws-cloudfront-sign/issues/2
   */
  | "key-id-not-a-key-id"
  /**
   * A signing parameter occurs twice.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html
   */
  | "parameter-repeated"
  /**
   * The request has no `Signature`, or no cookie `CloudFront-Signature`.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
   */
  | "signature-missing"
  /**
   * The signature is not in CloudFront's variant of base64: it is plain base64 or base64url, or its padding was cut off.
   *
   * @see https://github.com/jasonsims/aws-cloudfront-sign/pull/6
   */
  | "signature-undecodable"
  /**
   * The URL has neither `Expires` nor `Policy`, or the cookies include neither `CloudFront-Expires` nor `CloudFront-Policy`.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
   */
  | "policy-missing"
  /**
   * The policy is not in CloudFront's variant of base64.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html
   */
  | "policy-undecodable"
  /**
   * The decoded policy is not JSON: it was encoded twice or cut off, or has single quotes.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html
   */
  | "policy-not-json"
  /**
   * The policy breaks a rule of the policy grammar; the evidence names the rule.
   *
   * @see https://github.com/boto/boto/pull/825
   */
  | "policy-schema"
  /**
   * A time has twelve digits or more.
   *
   * @see https://github.com/aws/aws-sdk-js/issues/2236
   */
  | "milliseconds"
  /**
   * `Expires` is not a plain whole number.
   *
   * @see https://github.com/aws-samples/amazon-cloudfront-signed-urls-using-lambda-secretsmanager/issues/8
   */
  | "expires-invalid"
  /**
   * `Hash-Algorithm` is neither `SHA1` nor `SHA256`.
   *
   * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
   */
  | "hash-unknown";

type RequestFinding = Finding<RequestFindingId | "stray-characters">;

/** A problem that the reader of requests finds: its entry says what is seen of it. */
interface ProblemEntry {
  readonly seen: (question: ReadQuestion) => string | Seen | RequestFinding;
}

const problems: Readonly<Record<RequestProblem, CheckEntry & ProblemEntry>> = {
  "request-too-large": {
    rank: 160,
    isAnsweredElsewhere: true,
    summary: "The request is larger than CloudFront accepts.",
    fix: "Keep the URL below 8,192 and the headers below 20,480 bytes: use shorter names, a P-256 key, or cookies.",
    seen: () => "the URL or the cookies are longer than CloudFront accepts",
  },
  "request-invalid": {
    rank: 810,
    summary: "This is not a URL that clients can request.",
    fix: "Request an absolute http or https URL, and percent-encode every character that needs it.",
    seen: ({ givenUrl }) => invalidUrlFinding(givenUrl),
  },
  "no-credentials": {
    rank: 820,
    kind: "missing",
    summary: "This request is not signed.",
    fix: "Send a signed URL, or check that the cookies reach the host: Domain, Path, Secure, SameSite, and the credentials option of fetch.",
    seen: unsignedSeen,
  },
  "cookies-shadowed-by-query": {
    rank: 830,
    summary: "A parameter in the URL makes CloudFront ignore the cookies.",
    fix: "Take the parameter out of the URL, or rename it. CloudFront ignores the cookies if the URL has a parameter with a reserved name.",
    seen: ({ request: { parameters } }) =>
      `there are signed cookies, and the URL has the reserved name ${[...parameters.keys()].join(", ")}`,
  },
  "key-id-missing": {
    rank: 840,
    kind: "missing",
    parameter: "Key-Pair-Id",
    summary: "The key pair ID is missing.",
    fix: "Add Key-Pair-Id, or find out what drops it on the way.",
    seen: (question) =>
      absent(
        question,
        question.request.parameters.has("Key-Pair-Id") ? "Key-Pair-Id is empty" : "there is no Key-Pair-Id",
      ),
  },
  "key-id-not-a-key-id": {
    rank: 850,
    kind: "wrong-value",
    explains: ["key-not-trusted"],
    parameter: "Key-Pair-Id",
    summary: "The key pair ID is not the ID of a public key.",
    fix: "Use the ID of the public key (K…), not the key group's ID or a name.",
    seen: (question) => {
      const { keyPairId } = question;
      const fault = /^[\da-f]{8}-/i.test(keyPairId)
        ? "is a UUID, as key groups have"
        : `has ${keyPairId.length} characters, not all of them capital letters and digits`;
      return faultOfValue(
        "key-id-not-a-key-id",
        "Key-Pair-Id",
        withMeant(question, "Key-Pair-Id", fault),
        question,
      );
    },
  },
  "parameter-repeated": {
    rank: 860,
    summary: "A signing parameter occurs twice.",
    fix: "Send each parameter once. Do not sign a URL that is already signed.",
    seen: (question) =>
      question.request.source === "cookies"
        ? {
            evidence: `${repeatedName(question)} arrived more than once`,
            summary: "A signed cookie arrived twice.",
            fix: "Remove the cookie that is left from before: browsers send both if Domain or Path differ. Set each cookie with one Domain and one Path.",
          }
        : "the URL has a signing parameter more than once",
  },
  "signature-missing": {
    rank: 870,
    kind: "missing",
    parameter: "Signature",
    summary: "The signature is missing.",
    fix: "Add Signature, or find out what drops it on the way.",
    seen: (question) => absent(question, "there is no Signature"),
  },
  "signature-undecodable": {
    rank: 880,
    kind: "wrong-value",
    // A word such as null is base64, too.
    explains: ["signature-truncated"],
    parameter: "Signature",
    summary: "The signature cannot be decoded.",
    fix: "Encode the signature as base64 with padding, replace + = / with - _ ~, and send the whole signature.",
    seen: (question) => undecodable("signature-undecodable", "Signature", limits.longestSignature, question),
  },
  "policy-missing": {
    rank: 890,
    kind: "missing",
    parameter: "Expires",
    summary: "The request has neither Expires nor Policy.",
    fix: "Send Expires for a canned policy, or Policy for a custom policy.",
    seen: (question) => absent(question, "there is neither Expires nor Policy"),
  },
  "policy-undecodable": {
    rank: 900,
    kind: "wrong-value",
    parameter: "Policy",
    summary: "The policy cannot be decoded.",
    fix: "Encode the policy as base64 with padding, replace + = / with - _ ~, and send the whole policy.",
    seen: (question) => undecodable("policy-undecodable", "Policy", Number.POSITIVE_INFINITY, question),
  },
  "policy-not-json": {
    rank: 910,
    kind: "wrong-value",
    parameter: "Policy",
    summary: "The policy is not JSON.",
    fix: "Sign the JSON text of the policy, and encode it as base64 once.",
    seen: (question) => policyFinding("policy-not-json", question),
  },
  "policy-schema": {
    rank: 920,
    parameter: "Policy",
    summary: "The policy breaks a rule of CloudFront's grammar.",
    fix: "Write a list of one statement with Resource and Condition, spelled as in the developer guide.",
    seen: (question) => policyFinding("policy-schema", question),
  },
  "expires-invalid": {
    rank: 940,
    kind: "wrong-value",
    parameter: "Expires",
    summary: "Expires is not a number of seconds.",
    fix: "Sign and send whole epoch seconds as plain digits.",
    seen: (question) => {
      const value = sentValue(question, "Expires");
      const meant = meantTime(percentDecoded(value), question.time);
      if (isMilliseconds(value))
        return proven("milliseconds", {
          evidence: `Expires is ${value}, which has 12 digits or more: ${describeUnit(meant?.unit ?? "milliseconds")}`,
          ...timeWords(meant ?? { seconds: Math.floor(Number(value) / 1000), unit: "milliseconds" }),
        });
      const fault = value === "" ? "Expires is empty" : `Expires is "${quote(value, longestTime)}"`;
      if (meant && isDecimal(value))
        return likely("expires-invalid", { evidence: `${fault}: ${onlyWhole}`, ...timeWords(meant) });
      return faultOfValue(
        "expires-invalid",
        "Expires",
        meant ? { evidence: fault, ...timeWords(meant) } : fault,
        question,
      );
    },
  },
  "hash-unknown": {
    rank: 950,
    kind: "wrong-value",
    parameter: "Hash-Algorithm",
    summary: "CloudFront does not know the hash algorithm.",
    fix: "Send Hash-Algorithm=SHA1 or Hash-Algorithm=SHA256, in capital letters.",
    seen: (question) => {
      const fault = `is "${shortQuote(question.credentials.hashAlgorithm)}"`;
      return faultOfValue(
        "hash-unknown",
        "Hash-Algorithm",
        withMeant(question, "Hash-Algorithm", fault),
        question,
      );
    },
  },
};

export const requestProblems: Checks<RequestFindingId> = {
  ...problems,
  milliseconds: {
    rank: 930,
    summary: "A time is in milliseconds instead of seconds.",
    fix: "Divide the time by 1000 and round down: CloudFront counts seconds.",
  },
};

/** The finding for what is wrong with a request or its signing parameters. */
export function requestFinding(problem: RequestProblem, question: ReadQuestion): RequestFinding {
  const seen = problems[problem].seen(question);
  return typeof seen === "object" && "id" in seen ? seen : proven(problem, seen);
}

/** Nothing is signed, as far as the question shows: cookies that were set may have been sent, and an answer tells, too. */
function unsignedSeen(question: ReadQuestion): string | Seen | RequestFinding {
  const { areCookiesGiven, code, setCookie, time, answer, cookies } = question;
  if (answer.body === signerFailed) return likely("expires-invalid", signerSeen);
  const [[name = "", value = ""] = []] = cookies.pairs;
  const hidden = areCookiesGiven ? lostValue(value || name) : undefined;
  if (hidden?.id === "mask") return possible("no-credentials", lostVariableSeen(hidden, "the Cookie header"));
  const areSet = readSigningLines(setCookie, time).lines.length >= 3;
  const isKnown = areCookiesGiven || code === "MissingKey";
  if (!isKnown && areSet)
    return possible("no-credentials", {
      evidence: "the URL has no signing parameter, and it is not known whether the cookies were sent",
      summary: "The URL is not signed, and the cookies that were set may not have been sent.",
    });
  if (code !== undefined && code !== "MissingKey")
    return possible("no-credentials", {
      evidence: `the URL has no signing parameter, but the response is ${code}, which is for a signed request`,
      summary: "The URL is not signed, so it is perhaps not the one that was denied.",
      fix: "Pass the URL that was denied, with its parameters, or its cookies.",
    });
  if (areSet)
    return {
      evidence: "the URL has no signing parameter, and none of the cookies that were set arrived",
      summary: "The browser did not send the cookies.",
      fix: "Send a signed URL, or check in the developer tools that the browser stores the cookies and sends them with this request.",
    };
  if (areCookiesGiven) return "the URL has no signing parameter, and there is no CloudFront- cookie";
  return likely("no-credentials", "the URL has no signing parameter, and no cookies were passed");
}

const signerSeen: Seen = {
  evidence: "the error of the signer says that it could not read a time",
  summary: "The signer could not read the expiry time, so it signed nothing.",
  fix: "Pass a time that new Date() can read as dateLessThan, such as 2030-01-01T00:00:00Z.",
};

function sentValue({ request }: ReadQuestion, name: string): string {
  return request.parameters.get(name) ?? "";
}

/** A parameter that is not there, or the signed cookies. */
function absent({ request, cookies }: ReadQuestion, fault: string): string | Seen {
  return request.source === "cookies" ? absentCookies(cookies) : fault;
}

/** What is wrong with a value: what it is instead, a character in it, or this fault. */
function faultOfValue(
  id: RequestProblem,
  name: string,
  fault: string | Seen,
  question: ReadQuestion,
): RequestFinding {
  const value = sentValue(question, name);
  const place = placeOf(question, name);
  const stray = strayCharacter(name, value);
  const lost = lostValue(value);
  const encryption = question.request.source === "cookies" ? undefined : encryptionOf(value);
  if (encryption && !stray)
    return proven(id, `${place} has the form of ${encryption.by}, which encrypted or signed it`);
  const variable = stray && isBracketedValue(name, value) ? undefined : lost;
  if (variable) return found(id, certaintyOfLost(variable), lostVariableSeen(variable, place));
  return stray ? proven("stray-characters", strayCharacterSeen(stray, place)) : proven(id, fault);
}

/** A value that is not CloudFront's base64. */
function undecodable(
  id: RequestProblem,
  name: "Policy" | "Signature",
  longest: number,
  question: ReadQuestion,
): RequestFinding {
  return faultOfValue(id, name, base64FaultSeen(name, sentValue(question, name), longest), question);
}

/** A fault of a parameter, with the value that was meant if it can be seen. */
function withMeant(question: ReadQuestion, name: string, fault: string): Seen {
  const evidence = `${name} ${fault}`;
  const meant = mendedValue(name, sentValue(question, name), question.time);
  return meant === undefined
    ? { evidence }
    : { evidence, fix: `Send ${placeOf(question, name)}=${meant}, in capital letters.` };
}

/** A policy that is not JSON, or not one of CloudFront's grammar. */
function policyFinding(id: "policy-not-json" | "policy-schema", question: ReadQuestion): RequestFinding {
  const { credentials, cookies, request, time } = question;
  const value = sentValue(question, "Policy");
  if (value === "")
    return proven(id, request.source === "cookies" ? absentCookies(cookies) : "Policy is empty");
  if (areExchanged(value, sentValue(question, "Signature")))
    return proven("policy-not-json", {
      evidence: "Policy has the form of a signature, and Signature is the base64 of JSON",
      summary: "The policy and the signature stand under each other's names.",
      fix: `Exchange the values of ${placeOf(question, "Policy")} and ${placeOf(question, "Signature")}.`,
    });
  const letters = oneCase(value);
  if (letters) return proven("policy-not-json", letterCaseSeen("Policy", letters));
  const exchanged = base64.decodeCloudFront(withOtherCase(value));
  if (exchanged && /^\{".*\}$/s.test(new TextDecoder().decode(exchanged)))
    return proven("policy-not-json", exchangedCaseSeen("Policy"));
  // Words of four letters are base64, so that they can be decoded.
  const lost = lostValue(value);
  if (lost)
    return found(
      "policy-not-json",
      certaintyOfLost(lost),
      lostVariableSeen(lost, placeOf(question, "Policy")),
    );
  const bytes = policyBytesSeen(base64.decodeCloudFront(value) ?? new Uint8Array());
  if (bytes) return proven("policy-not-json", bytes);
  const problem = credentials.problem && credentials.policyProblem;
  const decimal = problem?.id === "not-seconds" && decimalSeen(problem.member, credentials.policyText, time);
  if (decimal) return likely("policy-schema", decimal);
  return problem
    ? proven(policyFindingId(problem), policyProblemSeen(problem, credentials.policyText ?? "", time))
    : proven(id, "the policy is not UTF-8");
}

/** The rule of the policy grammar that a policy breaks. */
type PolicyProblem = Parameters<typeof policyGrammar.describeProblem>[0];

/** The signed cookies that did not arrive with the others, or arrived without a value. */
function absentCookies(cookies: ReadQuestion["cookies"]): Seen {
  const { values } = arrivedCookies(cookies);
  const isEmpty = (name: SignedCookieName): boolean =>
    values.get(name)?.every((value) => value === "") === true;
  const lacking = namesLacking((name) => values.has(name) && !isEmpty(name));
  const present = [...values.keys()].filter((name) => !isEmpty(name));
  const absent = lacking
    .filter((name) => !isEmpty(name))
    .map((name) => eitherPolicy(name, "CloudFront-Policy (or CloudFront-Expires)"));
  const empty = lacking.filter(isEmpty);
  const flaws = listed([...absent.map((name) => `no ${name}`), ...empty.map((name) => `an empty ${name}`)]);
  return {
    evidence:
      present.length === 0 ? `the request has ${flaws}` : `the request has ${listed(present)}, but ${flaws}`,
    summary:
      absent.length > 0 ? `${listed(absent)} did not arrive.` : `${listed(empty)} arrived without a value.`,
    fix: "Look at the cookies in the developer tools of the browser. Set a cookie that is not there, in at most 4,096 bytes. Give all of them the same Domain, Path, SameSite and Secure. If the browser sends all of them, find the proxy that drops one.",
  };
}

/** A number of seconds that is not written as a whole one: whether CloudFront reads it is not documented. */
function isDecimal(text: string): boolean {
  return /^\d+(?:\.\d+)?(?:e\+?\d+)?$/i.test(text);
}

const onlyWhole = "AWS documents whole seconds alone";

/** Such a time of a policy. */
function decimalSeen(member: string, text = "", time: number): Seen | undefined {
  const [, value = ""] = new RegExp(`"${member}"[\\s:{]+"AWS:EpochTime"[\\s:]+([-+.\\w]+)`).exec(text) ?? [];
  const meant = isDecimal(value) ? meantTime(value, time) : undefined;
  return (
    meant && {
      evidence: `AWS:EpochTime of ${member} is ${quote(value, longestTime)}: ${onlyWhole}`,
      ...timeWords(meant, ` as ${member}`),
    }
  );
}

/** The rule that a policy breaks, and the step that mends it. */
function policyProblemSeen(problem: PolicyProblem, text: string, time: number): Seen {
  const isNoJson = problem.id === "not-json";
  const fault = isNoJson ? parseJson(text) : undefined;
  const habit = fault && "position" in fault ? jsonHabit(text, fault.position) : undefined;
  if (habit) return habit;
  const { problem: evidence, remedy } = policyGrammar.describeProblem(problem);
  if (problem.id === "milliseconds") {
    const meant = meantTime(`${problem.value}`, time);
    return {
      evidence,
      ...timeWords(
        meant ?? { seconds: Math.floor(problem.value / 1000), unit: "milliseconds" },
        ` as ${problem.member}${alsoInMilliseconds(problem.member, text, time)}`,
      ),
    };
  }
  const isCut = fault && "position" in fault && fault.position >= text.trimEnd().length;
  if (isCut && /^\s*\{/.test(text))
    return {
      evidence,
      summary: "The policy ends too early.",
      fix: "Send the whole policy, as it was signed. Check for database columns, logs and length limits that cut it off. If it was written like this, close its brackets and sign the policy again.",
    };
  const isJsonTwice = problem.id === "shape" && text.trimStart().startsWith('"');
  const unknown =
    problem.id === "shape" && remedy.includes("{") ? unknownCondition(problem.name, text) : undefined;
  const step =
    isNoJson || isJsonTwice
      ? "Write the policy with a JSON library, once."
      : unknown !== undefined
        ? unknown
        : problem.id === "shape" && remedy.includes("{")
          ? /"Resource"[\s\S]*"Resource"/.test(text)
            ? "Keep the statement that is for this URL, and write each of the others as a policy of its own: CloudFront takes one."
            : writtenLike(text, time)
          : `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`;
  return { evidence, fix: `${step}${/[.?]$/.test(step) ? "" : "."} Then sign the policy again.` };
}

/** What a policy may restrict that CloudFront does not read: only its author knows what may be left out. */
function unknownCondition(name: string, text: string): string | undefined {
  if (
    !/^(?:Not\w+|String\w+|(?:AWS|aws):(?!EpochTime|SourceIp$)\w+|Ip\w*NotIn\w*)$/.test(name) ||
    !text.includes(`"${name}"`)
  )
    return undefined;
  if (/^aws:currenttime$/i.test(name))
    return "Write AWS:EpochTime with the time in seconds since 1970: CloudFront does not read AWS:CurrentTime.";
  return `CloudFront cannot check ${quote(name)}: take this restriction into your own code, before you sign, and write only DateLessThan, DateGreaterThan and IpAddress as conditions.`;
}

/** The form of a policy with the times and the address of the one that was sent. */
function writtenLike(text: string, time: number): string {
  const mended = mendedPolicy(text, time);
  const terms = mended === undefined ? undefined : policyGrammar.read(mended);
  if (terms === undefined || "id" in terms)
    return "Write a list of one statement, with Resource, and in Condition the documented names of every restriction that was meant.";
  return `Write the policy like ${policyGrammar.write({ ...terms, resource: "https://…" })}, with the Resource and every other restriction that was meant.`;
}

/** The other time of a policy, if it is in milliseconds, too: the grammar stops at the first one. */
function alsoInMilliseconds(member: string, text: string, time: number): string {
  const other = member === "DateLessThan" ? "DateGreaterThan" : "DateLessThan";
  const [, value = ""] = new RegExp(`"${other}"[\\s:{]+"AWS:EpochTime"[\\s:]+(\\d{12,})`).exec(text) ?? [];
  const meant = meantTime(value, time);
  return meant ? ` and ${meant.seconds} as ${other}` : "";
}

/** The characters of a time that are shown: all of a number, for its length may be the fault. Our own limit. */
const longestTime = 24;

function timeWords(meant: MeantTime, place = ""): Partial<Seen> {
  const isJoined = meant.unit === "duration-appended";
  return {
    fix: timeFix(meant, place),
    ...(isJoined && { summary: "A time and a duration were joined as text." }),
  };
}

/** The first signed cookie that arrived twice. */
function repeatedName({ cookies }: ReadQuestion): string {
  const names = cookies.pairs.map(([name]) => name).filter(isSignedCookieName);
  return names.find((name, i) => names.indexOf(name) < i) ?? "a signed cookie";
}

/** Text around the URL, or what else keeps it from being one. */
function invalidUrlFinding(givenUrl: string): RequestFinding {
  const text = givenUrl.slice(0, longestAround + 1);
  const start = text.search(/https?:\/\//i);
  const character = text.charAt(0);
  const isAround = start > 0 && isStrayText(text.slice(0, start));
  if (isAround)
    return proven("stray-characters", strayCharacterSeen({ character, place: "start" }, "the URL"));
  // Words or lines around a path: a text that was not understood, and no URL.
  if (start !== 0 && /\s/.test(givenUrl.trim()))
    return possible("request-invalid", {
      evidence: "it is a text in which no absolute http or https URL was found; nothing else of it was read",
      summary: "No URL was found, so the request was not checked.",
      fix: "Pass the whole URL that was requested, with https:// and the host name, and the cookies if it was signed with them.",
    });
  const [, written, host] =
    /^([htps]{1,7}:\/{0,3}|[htps]{0,7}\/\/|)((?:[a-z\d-]{1,63}\.)+[a-z]{2,24})(?=[:/])/i.exec(givenUrl) ?? [];
  if (host !== undefined && start !== 0)
    return proven(
      "request-invalid",
      `it has ${written ? `"${written}"` : "nothing"} where https:// belongs`,
      {
        summary: "The URL does not start with https://.",
        fix: `Write https:// before the host name, ${hostQuote(host)}.`,
      },
    );
  return /^\/[^/]/.test(text)
    ? proven("request-invalid", "it is a path, without https:// and the host name", {
        fix: "Pass the whole URL. request.url of Node.js and req.originalUrl of Express contain only the path: put https:// and the distribution's host name before it.",
      })
    : proven(
        "request-invalid",
        "it is not an absolute http or https URL, or has a character that no client sends",
      );
}

/** The characters in front of a URL that are looked at. Our own limit. */
const longestAround = 20;

/** The finding for a rule of the policy grammar that a policy breaks. */
function policyFindingId({ id }: PolicyProblem): RequestFindingId {
  if (id === "not-json") return "policy-not-json";
  return id === "milliseconds" ? id : "policy-schema";
}

function isMilliseconds(expires: string): boolean {
  return /^[1-9]\d{11,14}$/.test(expires);
}

/** Before that the key is not trusted, which follows from it. */
const rankOfOtherIdentifier = 405;

/** An ID that AWS gives to something else. CloudFront knows the key if it answers with another code. */
export function otherIdentifierFindings({
  verifier,
  code,
  keyLookupProblem,
  keyPairId,
}: ReadQuestion): RequestFinding[] {
  const identifier = otherIdentifier(keyPairId);
  const isKnown = verifier?.keyPairIds.includes(keyPairId) || (code !== undefined && code !== "InvalidKey");
  if (identifier === undefined || keyLookupProblem || isKnown) return [];
  return [
    likely("key-id-not-a-key-id", `Key-Pair-Id has the form of ${otherKinds[identifier]}`, {
      fix: "Use the ID of the public key (K…): CloudFront console, Key management, Public keys; or aws cloudfront list-public-keys.",
      rank: rankOfOtherIdentifier,
    }),
  ];
}

const otherKinds: Readonly<Record<OtherIdentifier, string>> = {
  distribution: "the ID of a distribution (E…)",
  "access-key": "the ID of an access key (AKIA…, ASIA…)",
  account: "the number of an AWS account",
};
