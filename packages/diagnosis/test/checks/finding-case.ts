import { type KnownAnswer, knownAnswers } from "@cloudfront-sign-webcrypto/testing/support/answers.ts";
import { cookieCases } from "@cloudfront-sign-webcrypto/testing/support/broken-cookies.ts";
import { escaped, stray, truncated } from "@cloudfront-sign-webcrypto/testing/support/broken-parameters.ts";
import { plainToSee, provenByKey } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { withOneFault } from "@cloudfront-sign-webcrypto/testing/support/broken-signatures.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { url as cookieUrl } from "@cloudfront-sign-webcrypto/testing/support/signed-cookie-lines.ts";
import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import type { CloudFrontDenialQuestion } from "cloudfront-sign-diagnosis";
import type { Proof } from "../support/proof-model.ts";

/** What the tests and the documentation have of a finding. */
export interface FindingCase {
  readonly example: FindingExample;
  /** When it may call itself proven: what has to be true of the request and of what was signed. */
  readonly proof?: Proof;
}

/** A broken request, the first finding of which is this one. `docs/explain.md` shows it. */
export interface FindingExample {
  readonly question: CloudFrontDenialQuestion;
  /** What of the question shows the fault, with `…` for the rest. */
  readonly shown: Shown;
}

type Shown = Partial<Record<keyof CloudFrontDenialQuestion, string>>;

const verifier = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });
const canned = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });

/** A request of the suite, by its name. */
export function ofRequest(name: string, shown: Shown): FindingExample {
  const byKey = [...provenByKey, ...withOneFault].find(([one]) => one === name);
  const broken = byKey ?? [...plainToSee, ...truncated, ...escaped, ...stray].find(([one]) => one === name);
  if (!broken) throw new Error(`no broken request is named ${name}`);
  return { question: { time: moment, ...broken[1], ...(byKey && { verifier }) }, shown };
}

/** A question about cookies, by its name. */
export function ofCookies(name: string, shown: Shown): FindingExample {
  const broken = cookieCases.find(([one]) => one === name);
  if (!broken) throw new Error(`no broken cookies are named ${name}`);
  return { question: { url: cookieUrl, time: moment, ...broken[1] }, shown };
}

/** An answer of `answers.ts`, by its name, to a request that is right. */
export function ofAnswer(
  name: KnownAnswer["name"],
  shown: Shown,
  request: CloudFrontDenialQuestion = { url: canned },
): FindingExample {
  const known = knownAnswers.find((one) => one.name === name);
  if (!known) throw new Error(`no answer is named ${name}`);
  return { question: { time: moment, verifier: verifierOf(), ...request, ...known.answer }, shown };
}
