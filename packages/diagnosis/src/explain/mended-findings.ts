import { type CloudFrontFindingId, findingEntry } from "../checks/entries.ts";
import { listed } from "../findings/quote.ts";
import { type ReadQuestion, withPart } from "../request/question.ts";
import { withoutExplained } from "./explained.ts";
import type { DenialFinding } from "./finding.ts";
import { type Mending, mendings, ofUrl, withCookiesAlone } from "./mended-request.ts";

/** How often a request is mended: each of five parameters, their names and the URL. Our own limit. */
const mostMendings = 8;

/** What a request has besides its faults of form; of its cookies, too, if they did not count before. */
type FindAll = (question: ReadQuestion, areCookiesNew: boolean) => Promise<DenialFinding[]>;

/**
 * The findings of a request, and what is found once its faults of form are mended: in thought, one after the other, until
 * nothing keeps the rest of it from being read. Last come the cookies that a signed URL hides.
 */
export async function withMendedFindings(
  question: ReadQuestion,
  findings: readonly DenialFinding[],
  find: FindAll,
): Promise<DenialFinding[]> {
  const all = [...findings];
  const subjects: string[] = [];
  let latest = findings;
  let current = question;
  const areCookiesHidden = findings.some(({ id }) => id === "cookies-shadowed-by-query");
  for (let i = 0; i < mostMendings; i++) {
    const ids = latest.map(({ id }) => id);
    const ways = mendings(current, ids);
    const isUrlDone = ways.length === 0 && areCookiesHidden && current.request.source === "url";
    const best = await bestMending(isUrlDone ? [withCookiesAlone(current)] : ways, (read) =>
      find(read, isUrlDone),
    );
    if (!best) break;
    current = best.mending.question;
    latest = best.findings;
    if (isUrlDone) subjects.length = 0;
    subjects.push(best.mending.subject);
    addNew(all, latest, subjects);
  }
  return all;
}

interface Mended {
  readonly mending: Mending;
  readonly findings: readonly DenialFinding[];
}

/** Of several ways to mend a request, that which leaves the fewest findings, the first of these. Each may search as long. */
async function bestMending(
  several: readonly Mending[],
  find: (question: ReadQuestion) => Promise<DenialFinding[]>,
): Promise<Mended | undefined> {
  let best: Mended | undefined;
  for (const [i, mending] of several.entries()) {
    const { budget } = mending.question;
    const findings = await withPart(budget, 1 / (several.length - i), () => find(mending.question));
    if (!best || findings.length < best.findings.length) best = { mending, findings };
  }
  return best;
}

/** Adds what was not found before. Of what rests on an assumption, nothing is proven. */
function addNew(all: DenialFinding[], findings: readonly DenialFinding[], subjects: readonly string[]): void {
  const assumption = `(with ${listed([...new Set(subjects)])} repaired)`;
  const left = findings.filter(({ id }) => !followsFromMending(id, all, subjects));
  for (const finding of withoutExplained(left)) {
    const { id, certainty, evidence, rank = findingEntry(id).rank } = finding;
    if (certainty === "possible") continue;
    const at = all.findIndex((known) => known.id === id);
    const known = all[at];
    if (known === undefined)
      all.push({
        ...finding,
        certainty: "likely",
        evidence: `${evidence} ${assumption}`,
        rank: Math.max(rank, rankOfMended),
      });
    // The same fault in another parameter has one cause, and a step of its own.
    else if (
      known.summary === finding.summary &&
      !known.evidence.includes(evidence.slice(evidence.indexOf(" ")))
    )
      all[at] = {
        ...known,
        evidence: `${known.evidence}; ${evidence}`,
        ...(id !== "parameter-names" &&
          known.fix &&
          finding.fix && { fix: [...new Set([known.fix, finding.fix])].join(" ") }),
      };
  }
}

/** After all faults of form, which have to be mended first. */
const rankOfMended = 960;

const ofCut: readonly CloudFrontFindingId[] = [
  "signature-truncated",
  "signature-undecodable",
  "signature-wrong-format",
];

/**
 * Of a mended text nothing is cut off, and a signature that ends where the URL was cut is the same cut. Where parameters
 * are missing, this was seen before anything was mended.
 */
function followsFromMending(
  id: CloudFrontFindingId,
  all: readonly DenialFinding[],
  subjects: readonly string[],
): boolean {
  // The text of a URL alone may have been damaged and cut off.
  if (id === "url-truncated") return subjects.some((subject) => subject !== ofUrl);
  if (id === "no-credentials") return true;
  if (ofCut.includes(id)) return all.some((known) => known.id === "url-truncated");

  const isKnown = (known: DenialFinding): boolean =>
    known.id.endsWith("-missing") || known.id === "url-truncated" || known.id === "no-credentials";
  return id.endsWith("-missing") && all.some(isKnown);
}
