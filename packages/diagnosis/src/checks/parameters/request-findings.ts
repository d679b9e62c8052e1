import type { SignedCookieName } from "cloudfront-sign-webcrypto";
import { base64, limits, percentDecoded, policyGrammar } from "cloudfront-sign-webcrypto/internals";
import { possible, proven, type Seen } from "../../findings/finding.ts";
import { listed, quote, shortQuote } from "../../findings/quote.ts";
import {
  arrivedCookies,
  eitherPolicy,
  isSignedCookieName,
  namesLacking,
} from "../../request/arrived-cookies.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { base64FaultSeen, letterCaseSeen, oneCase } from "../../request/base64-fault.ts";
import { encryptionOf } from "../../request/encrypted-value.ts";
import { parseJson } from "../../request/json.ts";
import { lostValue, lostVariable, lostVariableSeen } from "../../request/lost-variable.ts";
import { describeUnit, type MeantTime, meantTime, timeFix } from "../../request/meant-time.ts";
import { mendedPolicy, mendedValue } from "../../request/mended-value.ts";
import { jsonHabit, policyBytesSeen } from "../../request/policy-text-faults.ts";
import {
  isBracketedValue,
  isStrayText,
  strayCharacter,
  strayCharacterSeen,
} from "../../request/stray-character.ts";
import type { ParameterFinding, ParameterFindingId } from "./parameter-finding-table.ts";

/** The rule of the policy grammar that a policy breaks. */
type PolicyProblem = Parameters<typeof policyGrammar.describeProblem>[0];

/** What is wrong with a request, with its key pair ID or with the other signing parameters. */
type RequestProblem = NonNullable<
  | ReadQuestion["request"]["problem"]
  | ReadQuestion["keyLookupProblem"]
  | ReadQuestion["credentials"]["problem"]
>;

/** The finding for what is wrong with a request or its signing parameters before any signature is checked. */
export function requestFinding(problem: RequestProblem, question: ReadQuestion): ParameterFinding {
  const { request, credentials, keyPairId } = question;
  const { parameters, source } = request;
  const policyProblem = credentials.problem && credentials.policyProblem;
  const valueOfParameter = (name: string): string => parameters.get(name) ?? "";
  const found = (seen: string | Seen): ParameterFinding => proven(problem, seen);
  const placeOf = (name: string): string => (source === "cookies" ? `CloudFront-${name}` : name);
  const faultOfValue = (name: string, fault: string | Seen): ParameterFinding => {
    const value = valueOfParameter(name);
    const place = placeOf(name);
    const stray = strayCharacter(name, value);
    const lost = lostValue(value);
    const encryption = source === "cookies" ? undefined : encryptionOf(value);
    if (encryption && !stray)
      return found(`${place} has the form of ${encryption.by}, which encrypted or signed it`);
    const variable = stray && lost?.id !== "mask" && isBracketedValue(name, value) ? undefined : lost;
    if (variable) return found(lostVariableSeen(variable, place));
    return stray ? proven("stray-characters", strayCharacterSeen(stray, place)) : found(fault);
  };
  /** A fault of a parameter, with the value that was meant if it can be seen. */
  const withMeant = (name: string, fault: string): Seen => {
    const evidence = `${name} ${fault}`;
    const meant = mendedValue(name, valueOfParameter(name), question.time);
    return meant === undefined
      ? { evidence }
      : { evidence, fix: `Send ${placeOf(name)}=${meant}, in capital letters.` };
  };
  switch (problem) {
    case "request-too-large":
      return found("the URL or the cookies are longer than CloudFront accepts");
    case "request-invalid":
      return invalidUrlFinding(question.givenUrl);
    case "no-credentials":
      return found("the URL has no signing parameter, and there is no CloudFront- cookie");
    case "cookies-shadowed-by-query":
      return found(
        `there are signed cookies, and the URL has the reserved name ${[...parameters.keys()].join(", ")}`,
      );
    case "key-id-missing":
      if (source === "cookies") return found(absentCookies(question.cookies));
      return found(parameters.has("Key-Pair-Id") ? "Key-Pair-Id is empty" : "there is no Key-Pair-Id");
    case "key-id-not-a-key-id":
      return faultOfValue(
        "Key-Pair-Id",
        withMeant(
          "Key-Pair-Id",
          /^[\da-f]{8}-/i.test(keyPairId)
            ? "is a UUID, as key groups have"
            : `has ${keyPairId.length} characters, not all of them capital letters and digits`,
        ),
      );
    case "parameter-repeated":
      return found(
        source === "cookies"
          ? {
              evidence: `${repeatedName(question)} arrived more than once`,
              summary: "A signed cookie arrived twice.",
              fix: "Remove the cookie that is left from before: browsers send both if Domain or Path differ. Set each cookie with one Domain and one Path.",
            }
          : "the URL has a signing parameter more than once",
      );
    case "signature-missing":
      return found(source === "cookies" ? absentCookies(question.cookies) : "there is no Signature");
    case "signature-undecodable":
      return faultOfValue(
        "Signature",
        base64FaultSeen("Signature", valueOfParameter("Signature"), limits.longestSignature),
      );
    case "policy-missing":
      return found(
        source === "cookies" ? absentCookies(question.cookies) : "there is neither Expires nor Policy",
      );
    case "policy-undecodable":
      return faultOfValue(
        "Policy",
        base64FaultSeen("Policy", valueOfParameter("Policy"), Number.POSITIVE_INFINITY),
      );
    case "policy-not-json":
    case "policy-schema": {
      if (valueOfParameter("Policy") === "")
        return found(source === "cookies" ? absentCookies(question.cookies) : "Policy is empty");
      const letters = oneCase(valueOfParameter("Policy"));
      if (letters) return proven("policy-not-json", letterCaseSeen("Policy", letters));
      // Words of four letters are base64, so that they can be decoded.
      const lost = lostVariable(valueOfParameter("Policy"));
      if (lost) return proven("policy-not-json", lostVariableSeen(lost, placeOf("Policy")));
      const bytes = policyBytesSeen(base64.decodeCloudFront(valueOfParameter("Policy")) ?? new Uint8Array());
      if (bytes) return proven("policy-not-json", bytes);
      return policyProblem
        ? proven(
            policyFindingId(policyProblem),
            policyProblemSeen(policyProblem, credentials.policyText ?? "", question.time),
          )
        : found("the policy is not UTF-8");
    }
    case "expires-invalid": {
      const value = valueOfParameter("Expires");
      const meant = meantTime(percentDecoded(value), question.time);
      if (isMilliseconds(value))
        return proven("milliseconds", {
          evidence: `Expires is ${value}, which has 12 digits or more: ${describeUnit(meant?.unit ?? "milliseconds")}`,
          ...timeWords(meant ?? { seconds: Math.floor(Number(value) / 1000), unit: "milliseconds" }),
        });
      const fault = value === "" ? "Expires is empty" : `Expires is "${quote(value, longestTime)}"`;
      return faultOfValue("Expires", meant ? { evidence: fault, ...timeWords(meant) } : fault);
    }
    case "hash-unknown":
      return faultOfValue(
        "Hash-Algorithm",
        withMeant("Hash-Algorithm", `is "${shortQuote(credentials.hashAlgorithm)}"`),
      );
  }
}

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
  const isJsonTwice = problem.id === "shape" && text.trimStart().startsWith('"');
  const unknown =
    problem.id === "shape" && remedy.includes("{") ? unknownCondition(problem.name, text) : undefined;
  const step =
    isNoJson || isJsonTwice
      ? "Write the policy with a JSON library, once."
      : unknown !== undefined
        ? unknown
        : problem.id === "shape" && remedy.includes("{")
          ? writtenLike(text, time)
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
  return `CloudFront cannot check ${quote(name)}: take this restriction into your own code, before you sign, and write only DateLessThan, DateGreaterThan and IpAddress as conditions.`;
}

/** The form of a policy with the times and the address of the one that was sent. */
function writtenLike(text: string, time: number): string {
  const mended = mendedPolicy(text, time);
  const terms = mended === undefined ? undefined : policyGrammar.read(mended);
  if (terms === undefined || "id" in terms)
    return "Write a list of one statement, with Resource, and in Condition the documented names of every restriction that was meant.";
  return `Write the policy like ${policyGrammar.write({ ...terms, resource: "https://…" })}, with the Resource that was meant.`;
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
function invalidUrlFinding(givenUrl: string): ParameterFinding {
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
function policyFindingId({ id }: PolicyProblem): ParameterFindingId {
  if (id === "not-json") return "policy-not-json";
  return id === "milliseconds" ? id : "policy-schema";
}

function isMilliseconds(expires: string): boolean {
  return /^[1-9]\d{11,14}$/.test(expires);
}
