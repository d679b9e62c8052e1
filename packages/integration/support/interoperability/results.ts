import {
  type PeerCase,
  type PeerOutput,
  peerCases,
  signCase,
} from "@cloudfront-sign-webcrypto/testing/support/peer-signing.ts";
import { comparedSigners } from "@cloudfront-sign-webcrypto/testing/vectors/peer-signers.ts";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { type Kind, kindGroups } from "./kinds.ts";
import { liveCases } from "./live-cases.ts";
import { type Judgement, judge, type Outcome } from "./outcome.ts";

/** One case, judged for each signer that the pages compare, and then for this package. */
export interface CaseResult {
  readonly one: PeerCase;
  readonly peers: readonly Judgement[];
  readonly ours: Judgement;
}

export interface KindResult {
  readonly kind: Kind;
  readonly cases: readonly CaseResult[];
}

export interface GroupResult {
  readonly title: string;
  readonly note?: string | undefined;
  readonly kinds: readonly KindResult[];
}

/** Cookies are sent with a request for a file that the pattern covers. */
function visitCookies(url: string): string {
  return new URL(url.replace(/^http\*/, "https").replaceAll("*", "x")).href;
}

async function outputOf(one: PeerCase): Promise<PeerOutput> {
  try {
    return await signCase(one);
  } catch (error) {
    if (isCloudFrontSignError(error)) return { error: error.code };
    throw error;
  }
}

async function resultOf(id: string, { visit }: Kind): Promise<CaseResult> {
  const one = [...peerCases, ...liveCases].find((candidate) => candidate.id === id);
  if (!one) throw new Error(`there is no case ${id}`);
  const visited = visit ?? (one.kind === "cookies" ? visitCookies : (url: string) => url);
  const peers = await Promise.all(comparedSigners.map(({ name }) => judge(one, one.peers[name], visited)));
  return { one, peers, ours: await judge(one, await outputOf(one), visited) };
}

export function allResults(): Promise<GroupResult[]> {
  return Promise.all(
    kindGroups.map(async ({ title, note, kinds }) => ({
      title,
      note,
      kinds: await Promise.all(
        kinds.map(async (kind) => ({
          kind,
          cases: await Promise.all(kind.cases.map((id) => resultOf(id, kind))),
        })),
      ),
    })),
  );
}

/** The different outcomes of several cases; "–" only if there is nothing else. */
export function outcomesOf(judgements: readonly Judgement[]): Outcome[] {
  const outcomes = [...new Set(judgements.map(({ outcome }) => outcome))];
  const tried = outcomes.filter((outcome) => outcome !== "–");
  return tried.length > 0 ? tried : outcomes;
}
