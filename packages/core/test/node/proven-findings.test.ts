import { createCloudFrontVerifier, explainCloudFrontDenial } from "cloudfront-sign-webcrypto/verify";
import { expect, it } from "vitest";
import { artefacts } from "../suite/support/denials.ts";
import { isAllowed, keyGroup, type Request } from "./support/edge-model.ts";
import { createDice } from "./support/hostile-references.ts";
import { doubt } from "./support/proof-model.ts";
import { mutated, rightRequests } from "./support/request-mutations.ts";

/** What is called proven is true, of 5,000 requests that nobody has seen before. */

const verifier = createCloudFrontVerifier({ keyGroup });

async function doubtsOf(right: Request, asked: Request): Promise<string[]> {
  const findings = await explainCloudFrontDenial({ ...asked, status: 403, verifier });
  const proven = findings.filter(({ certainty }) => certainty === "proven");
  if (isAllowed(asked))
    return proven.map(({ id, evidence }) => `${id}, and the request is right (${evidence})`);
  return proven.map((finding) => doubt(right, asked, finding, proven.length === 1)).filter(Boolean);
}

it("the model agrees with the edge of the set, which is written in Python", () => {
  const judged = artefacts.filter(({ question }) => !question.setCookie && question.url);
  expect(judged.length).toBeGreaterThan(400);
  for (const { name, edge, question } of judged) {
    const { url, cookies, now, ipAddress } = question;
    const asked = { url: String(url), cookies: cookies as string | undefined, now: new Date(now), ipAddress };
    expect(isAllowed(asked), name).toBe(edge.denied === "allowed");
  }
});

it("the model allows every right request, and nothing is proven against one", async () => {
  expect(rightRequests.length).toBeGreaterThan(30);
  for (const right of rightRequests) {
    expect(isAllowed(right), right.url).toBe(true);
    expect(await doubtsOf(right, right), right.url).toEqual([]);
  }
});

it("every proven finding of 5,000 mutated requests is true", { timeout: 120_000 }, async () => {
  const dice = createDice(14);
  const doubts: string[] = [];
  let denied = 0;
  for (let i = 0; i < 5000; i++) {
    const right = dice.of(rightRequests);
    const asked = mutated(right, dice);
    if (!isAllowed(asked)) denied++;
    for (const found of await doubtsOf(right, asked)) doubts.push(`${found}: ${JSON.stringify(asked)}`);
  }
  expect(denied).toBeGreaterThan(3000);
  expect(doubts).toEqual([]);
});
