import { rankAfterConditions } from "../checks/check.ts";
import { type CloudFrontFindingId, findingEntry } from "../checks/entries.ts";
import type { ReadQuestion } from "../request/question.ts";
import { isAnsweredByCode, isOfOther, ofWriting } from "./certainty.ts";
import type { DenialFinding } from "./finding.ts";
import { ofUrl, withUrl } from "./mended-request.ts";

/** What an answer shows that is none to the request as it was read. */
const ofOtherRequest: readonly CloudFrontFindingId[] = [
  "parameters-lost",
  "key-not-trusted",
  "nothing-wrong-here",
];

/**
 * The findings, with what would be wrong if the URL was sent as it stands in the text that it was read from: likely if the
 * answer is to such a request, or a denial that nothing else explains.
 */
export async function withPastedFinding(
  question: ReadQuestion,
  findings: readonly DenialFinding[],
  find: (question: ReadQuestion) => Promise<DenialFinding[]>,
): Promise<DenialFinding[]> {
  const { urlAsPasted, cookies, code, status = 0, answer } = question;
  if (urlAsPasted === undefined || answer.isAllowed) return [...findings];
  // A mail program opens a link up to the end of its line.
  const [line = ""] = urlAsPasted.split(/[\r\n]/, 1);
  const url = code === "MissingKey" ? line : urlAsPasted;
  const { question: read } = withUrl(question, url, cookies.pairs, ofUrl);
  const isNew = ({ id }: DenialFinding): boolean =>
    ofWriting.includes(id) && findings.every((known) => known.id !== id);
  const [finding] = (await find(read)).filter(isNew);
  if (finding === undefined || isOfOther(read)) return [...findings];
  const isWrong = findings.some(
    ({ id, certainty }) => certainty !== "possible" && !ofOtherRequest.includes(id),
  );
  // Programs and people write punctuation behind a URL that nobody sends.
  const isOfDenial = status >= 400 && code === undefined && !isWrong && finding.id !== "stray-characters";
  const isLikely = isAnsweredByCode(read) || isOfDenial;
  const told: DenialFinding = {
    ...finding,
    certainty: isLikely ? "likely" : "possible",
    evidence: `as it stands in the text: ${finding.evidence}`,
    rank: isWrong && !isLikely ? rankAfterConditions : (finding.rank ?? findingEntry(finding.id).rank),
  };
  return [...findings.filter(({ id }) => !isLikely || !ofOtherRequest.includes(id)), told];
}
