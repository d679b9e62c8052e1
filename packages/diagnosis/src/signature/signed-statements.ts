import { policyGrammar } from "cloudfront-sign-webcrypto/internals";
import { originOf, urlSections } from "../differences/url-sections.ts";
import { mostCommonResources } from "../request/limits.ts";
import { mendedPolicy } from "../request/mended-value.ts";
import type { ReadQuestion } from "../request/question.ts";
import { combined, firstOf, inTurns } from "./combinations.ts";
import { commonPairs, pairedStatements } from "./common-pairs.ts";
import { expiryVariants } from "./expiry-variants.ts";
import { type Placeholders, placeholderPairs, placeholderVariants } from "./placeholders.ts";
import { commonPolicyWriters, policyVariants, seldomPolicyVariants } from "./policy-variants.ts";
import { resourcePairs, resourceVariants, seldomResources } from "./resource-variants.ts";
import { signedForms } from "./signed-forms.ts";
import { type SentPolicy, type SignedStatement, statementOf } from "./signed-statement.ts";

/** What stands beside the request: the policy in the text, for what it says, and the URL that a redirect leads to. */
export function statementsBeside(
  sent: SentPolicy,
  { shownPolicy, time, answer, request }: ReadQuestion,
): SignedStatement[] {
  const shown = policyGrammar.read(mendedPolicy(`${shownPolicy}\n`, time, request.url) ?? "");
  const [location = ""] = answer.header("location").split(/[?&](?:Expires|Policy|Signature|Key-Pair-Id)=/, 1);
  const target = location ? [statementOf(sent, location)] : [];
  if ("id" in shown) return target;
  const { resource, dateLessThan } = shown;
  const statement = statementOf(sent, resource, `${dateLessThan}`);
  return [{ ...statement, text: shownPolicy }, statement, statementOf(sent, resource), ...target];
}

/** What people sign by one mistake, most frequent first. */
export function* statementsWithOneFault(sent: SentPolicy, question: ReadQuestion): Iterable<SignedStatement> {
  for (const resource of resourcesOf(sent, question)) yield statementOf(sent, resource);
  const statement = statementOf(sent);
  yield* inOtherJson(statement);
  for (const form of signedForms()) yield { ...statement, form };
  yield* instead(statement, question);
  if (sent.kind === "custom") yield cannedStatement(statement, question);
  for (const expires of expiryVariants(sent.end)) yield statementOf(sent, sent.resource, expires);
  for (const placeholders of placeholderVariants()) yield withPlaceholders(sent, placeholders);
}

/** What people sign so seldom that it is tried only where a text costs a hash alone. */
export function* seldomStatements(sent: SentPolicy): Iterable<SignedStatement> {
  for (const resource of seldomResources(sent.resource)) yield statementOf(sent, resource);
  const statement = statementOf(sent);
  for (const text of seldomPolicyVariants(statement.text)) yield { ...statement, text };
}

/** What people sign by two mistakes: the most frequent first, and then the kinds in turns. */
export function* statementsWithTwoFaults(
  sent: SentPolicy,
  question: ReadQuestion,
): Iterable<SignedStatement> {
  yield* commonPairs(sent, question.hostnames);
  const expiries = expiryVariants(sent.end);
  yield* inTurns([
    statementsForTwoSections(sent, question),
    expiriesInOtherJson(sent, expiries),
    withTwoPlaceholders(sent),
    ...pairedStatements(sent, [
      firstOf(mostCommonResources, resourcesOf(sent, question)).map((resource) => ({ resource })),
      commonPolicyWriters.map((write) => ({ write })),
      signedForms().map((form) => ({ form })),
      expiries.map((expires) => ({ expires })),
    ]),
  ]);
}

/** The resources that may have been signed instead of the requested URL. */
function* resourcesOf(
  sent: SentPolicy,
  { request, rawUrl, givenUrl, hostnames }: ReadQuestion,
): Iterable<string> {
  if (sent.kind === "custom") {
    yield* resourceVariants(sent.resource, hostnames);
    return;
  }
  const { url, requested } = request;
  yield rawUrl;
  const hash = givenUrl.indexOf("#");
  if (hash >= 0) yield url + givenUrl.slice(hash);
  yield* resourceVariants(url, hostnames);
  yield* signedUrlsOf(requested);
  if (rawUrl !== url) yield* resourceVariants(rawUrl, hostnames);
}

/** A URL that had its signing parameters before it was signed. */
function* signedUrlsOf(requested: string): Iterable<string> {
  for (const names of [
    "Signature",
    "Signature|Key-Pair-Id",
    "Signature|Expires",
    "Signature|Key-Pair-Id|Hash-Algorithm",
  ])
    yield requested.replace(new RegExp(`[?&](?:${names})=[^&]*`, "g"), "").replace(/^([^?&]*)&/, "$1?");
}

function* statementsForTwoSections(sent: SentPolicy, question: ReadQuestion): Iterable<SignedStatement> {
  for (const resource of resourcePairs(sent.resource, question.hostnames)) yield statementOf(sent, resource);
}

function* inOtherJson(statement: SignedStatement): Iterable<SignedStatement> {
  for (const text of policyVariants(statement.text)) yield { ...statement, text };
}

function* expiriesInOtherJson(sent: SentPolicy, expiries: readonly string[]): Iterable<SignedStatement> {
  const made = new Map<string, SignedStatement[]>();
  const inAllJson = (expires: string): SignedStatement[] => {
    const known = made.get(expires) ?? [...inOtherJson(statementOf(sent, sent.resource, expires))];
    made.set(expires, known);
    return known;
  };
  const ways = [...inAllJson(sent.expires).keys()];
  for (const statement of combined(expiries, ways, (expires, way) => inAllJson(expires)[way]))
    if (statement) yield statement;
}

function* withTwoPlaceholders(sent: SentPolicy): Iterable<SignedStatement> {
  for (const placeholders of placeholderPairs()) yield withPlaceholders(sent, placeholders);
}

function withPlaceholders(sent: SentPolicy, [resource, expires]: Placeholders): SignedStatement {
  // An example of AWS's documentation may be the host name of this very request, in tests for one.
  const isSameHost =
    resource !== undefined && originOf(urlSections(resource)) === originOf(urlSections(sent.resource));
  return { ...statementOf(sent, resource, expires), isPlaceholder: !isSameHost };
}

/** What is signed when there is no policy at all. */
function* instead(statement: SignedStatement, { request }: ReadQuestion): Iterable<SignedStatement> {
  for (const text of [request.url, statement.resource]) yield { ...statement, text, instead: "url" };
  yield { ...statement, text: "", instead: "nothing" };
  for (const text of ["undefined", "null", "[object Object]", "[object Promise]", "{}"])
    yield { ...statement, text, instead: "word" };
}

/** A canned policy was signed, and a custom one is sent. */
function cannedStatement(statement: SignedStatement, { request }: ReadQuestion): SignedStatement {
  const text = policyGrammar.write({
    resource: request.url,
    dateLessThan: Number(statement.expires),
    dateGreaterThan: undefined,
    ipAddress: undefined,
  });
  return { ...statement, text };
}
