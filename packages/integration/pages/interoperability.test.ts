import { readFileSync } from "node:fs";
import { join } from "node:path";
import { peerCases } from "@cloudfront-sign-webcrypto/testing/support/peer-signing.ts";
import { comparedSigners, peerSigners } from "@cloudfront-sign-webcrypto/testing/vectors/peer-signers.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { withSection } from "../support/generated-tables.ts";
import { liveCases } from "../support/interoperability/live-cases.ts";
import { allResults, type CaseResult, type GroupResult } from "../support/interoperability/results.ts";
import {
  changedSection,
  matrixSection,
  riskSection,
  signerSection,
} from "../support/interoperability/sections.ts";

/**
 * The tables of `packages/integration/signers/README.md` are made from `peers.json`, and from what this package makes of the same
 * cases. This test writes them there when Vitest updates its snapshots:
 * `npx vitest run --project node pages/interoperability -u`.
 */

const page = join(import.meta.dirname, "../signers/README.md");
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));

describe("packages/integration/signers/README.md", () => {
  let groups: GroupResult[];
  let results: CaseResult[];
  beforeAll(async () => {
    groups = await allResults();
    results = groups.flatMap(({ kinds }) => kinds.flatMap(({ cases }) => cases));
  });

  it("shows what each signer makes of each kind of input", async () => {
    const sections: Record<string, string> = {
      "Inputs at risk": riskSection(groups),
      "What is changed": changedSection(groups),
      "The signers": signerSection(groups),
      "Every kind of input": matrixSection(groups),
    };
    const text = Object.entries(sections).reduce(
      (written, [heading, content]) => withSection(written, heading, content),
      readFileSync(page, "utf8"),
    );
    await expect(text).toMatchFileSnapshot(page);
  });

  it("has every case of peers.json once, and every signer", () => {
    const ids = [...peerCases, ...liveCases].map(({ id }) => id);
    expect(results.map(({ one }) => one.id).sort()).toEqual(ids.sort());
    const names = new Set(peerCases.flatMap(({ peers }) => Object.keys(peers)));
    expect(peerSigners.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it.each([
    ["js-v3", "@aws-sdk/cloudfront-signer"],
    ["aws-cloudfront-sign", "aws-cloudfront-sign"],
  ])("names the version of %s that is tried with more URLs", (name, dependency) => {
    const signer = peerSigners.find((one) => one.name === name);
    expect(signer?.version).toBe(manifest.devDependencies[dependency]);
  });

  it("calls no request answered that the vectors call denied", () => {
    const answered = results.flatMap(({ one, peers }) =>
      peers.flatMap(({ outcome }, i) => {
        const name = comparedSigners[i]?.name ?? "";
        const denied = one.peers[name]?.acceptedOnTheWire === false;
        return denied && outcome !== "403" ? [`${one.id} ${name}`] : [];
      }),
    );
    expect(answered).toEqual([]);
  });

  it("shows that no URL or cookie of this package is denied", () => {
    expect(results.filter(({ ours }) => ours.outcome === "403").map(({ one }) => one.id)).toEqual([]);
  });
});
