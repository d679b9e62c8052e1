import { partOf } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { type CloudFrontFinding, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";
import {
  type Artefact,
  artefacts,
  controls,
  type Decision,
  questionOf,
  textOf,
  verifierOfDenials,
} from "../support/denials.ts";

/** Artefacts whose cause is not found, and what is said instead. None may be added without a reason. */
const missesWithKeys: Readonly<Record<string, string>> = {};
const missesWithoutKeys: Readonly<Record<string, string>> = {};

/** What a finding calls an input that would decide it. */
const inputWords: Readonly<Record<string, string>> = {
  verifier: "public key",
  url: "requested URL",
  ipAddress: "viewer's address",
};

const verifier = verifierOfDenials();

/** What is wrong with these findings, in one line; nothing if they are right. */
function fault(
  { symptoms, ordered, says }: Artefact,
  decision: Decision,
  findings: CloudFrontFinding[],
): string {
  const ids = findings.map(({ id }) => id as string);
  const text = findings.map(textOf).join("\n");
  const seen = ids.join(", ") || "nothing";
  if (!decision.decidable) {
    const unnamed = decision.decidedBy.filter((input) => !text.includes(inputWords[input] ?? input));
    if (unnamed.length > 0) return `does not say that ${unnamed} decides it: ${seen}`;
    const known: readonly string[] = [...symptoms, ...(decision.causes ?? []).flat()];
    const proven = findings.filter(({ id, certainty }) => certainty === "proven" && !known.includes(id));
    return proven.length > 0 ? `claims to have proven ${proven.map(({ id }) => id)}` : "";
  }
  const { causes } = decision;
  const first = [...symptoms, ...(ordered ? (causes[0] ?? []) : causes.flat())];
  if (!first.includes(ids[0] ?? "")) return `expected ${first.join(" or ")} first: ${seen}`;
  const missing = causes.filter((cause) => !cause.some((id) => ids.includes(id)));
  if (missing.length > 0) return `does not name ${missing.map((cause) => cause.join(" or "))}: ${seen}`;
  const unsaid = says.filter((word) => !text.includes(word));
  return unsaid.length > 0 ? `does not say ${unsaid}: ${seen}` : "";
}

const families = [...new Set(artefacts.map(({ family }) => family))];

describe.each(families)("the cause comes first: %s", (family) => {
  const ofFamily = partOf(artefacts.filter((artefact) => artefact.family === family));

  it("with keys", async () => {
    for (const artefact of ofFamily) {
      const findings = await explainCloudFrontDenial(questionOf(artefact, verifier));
      const found = fault(artefact, artefact.withKeys, findings);
      expect(found, `${artefact.name}: ${found}`).toBe(missesWithKeys[artefact.name] ?? "");
    }
  });

  it("without keys", async () => {
    for (const artefact of ofFamily) {
      const findings = await explainCloudFrontDenial(questionOf(artefact));
      const found = fault(artefact, artefact.withoutKeys, findings);
      expect(found, `${artefact.name}: ${found}`).toBe(missesWithoutKeys[artefact.name] ?? "");
    }
  });
});

describe("a right request is not accused", () => {
  it.each(controls.map((control) => [control.name, control] as const))("%s", async (_name, control) => {
    for (const known of [verifier, undefined]) {
      const findings = await explainCloudFrontDenial(questionOf(control, known));
      // `not-a-signing-error` says that the request is right.
      const accusing = findings.filter(
        ({ id, certainty }) => certainty !== "possible" && id !== "not-a-signing-error",
      );
      expect(accusing).toEqual([]);
    }
  });
});

describe("the set", () => {
  it("has more than 150 artefacts and 30 controls, and its misses are less than 2 in 100", () => {
    const decidable = artefacts.filter(({ withoutKeys }) => withoutKeys.decidable);
    expect(artefacts.length).toBeGreaterThan(150);
    expect(controls.length).toBeGreaterThan(30);
    expect(Object.keys(missesWithKeys).length).toBeLessThanOrEqual(artefacts.length * 0.02);
    expect(Object.keys(missesWithoutKeys).length).toBeLessThanOrEqual(decidable.length * 0.02);
  });

  it("lists as misses only artefacts that there are", () => {
    const names = artefacts.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys({ ...missesWithKeys, ...missesWithoutKeys })));
  });
});
