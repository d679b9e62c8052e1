import type { Evidence } from "../evidence/evidence.ts";
import { isKind } from "../evidence/evidence-kind.ts";
import { folderPattern } from "../folder-pattern.ts";
import type { FindingWords } from "./finding-entry.ts";

/** Fixes that have the right value in them. */
type Words = Partial<FindingWords> | undefined;

export function segmentWords(evidence: Evidence): Words {
  if (!isKind(evidence, "segment-without-parameters")) return undefined;
  return {
    fix: `Sign ${folderPattern(evidence.url)} once, as a grant or as cookies, and use it for every segment.`,
  };
}

export function millisecondsWords(evidence: Evidence): Words {
  const milliseconds = millisecondsOf(evidence);
  if (milliseconds === undefined) return undefined;
  return { fix: `Sign and send ${Math.floor(milliseconds / 1000)}: CloudFront counts seconds.` };
}

function millisecondsOf(evidence: Evidence): number | undefined {
  if (isKind(evidence, "expires-in-milliseconds")) return evidence.milliseconds;
  if (isKind(evidence, "policy") && evidence.problem.id === "milliseconds") return evidence.problem.value;
  return undefined;
}
