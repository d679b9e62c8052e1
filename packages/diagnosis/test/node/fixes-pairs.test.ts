import { expect, it } from "vitest";
import { isAllowed } from "../support/edge-model.ts";
import type { FollowedRequest } from "../support/fix-followers.ts";
import {
  certainFindings,
  damaged,
  flaw,
  inAnHour,
  type Tried,
  tried,
  withDamage,
} from "../support/followed-requests.ts";
import { following } from "../support/following.ts";

/** All 8,712 pairs take 100 seconds. The number of damages is no multiple of this one, so every damage comes first and second. */
const oneIn = 11;

/** Of what is told at once, one step may hide another: then the program mends the text first and asks again. */
const mostQuestions = 5;

async function triedAgain(name: string, request: FollowedRequest, isAnyHost: boolean): Promise<Tried> {
  let findings = await certainFindings(request);
  const first = await tried(name, request, findings, inAnHour, isAnyHost);
  if (!first.wrong) return first;
  let { next, people } = following(request, findings, true);
  for (let i = 1; i < mostQuestions; i++) {
    if (!(await flaw(next, inAnHour, isAnyHost))) return { ...first, wrong: undefined };
    findings = await certainFindings(next);
    const { kind, wrong } = await tried(name, next, findings, inAnHour, isAnyHost);
    if (!wrong && kind !== "not tried") return { kind, wrong };
    const step = following(next, findings, true);
    if (step.unknown.length > 0) return { kind, wrong };
    next = step.next;
    people = [...people, ...step.people];
  }
  return people.some(({ tried: then }) => !then) ? { kind: "not tried", wrong: undefined } : first;
}

it("the fixes work for two damages upon each other", async () => {
  const wrong: string[] = [];
  const counts = { followed: 0, "with people": 0, "only people": 0, "not tried": 0 };
  for (const one of damaged) {
    const pairs = one.damages.flatMap((first) =>
      one.damages.filter((second) => second !== first).map((second) => [first, second] as const),
    );
    for (const [first, second] of pairs.filter((_, i) => i % oneIn === 0)) {
      const once = withDamage(one, one.whole, first);
      const request = withDamage(one, once, second);
      // The second one has to be there, and not to undo the first one.
      if (request[one.key] === once[one.key] || isAllowed(request)) continue;
      // With a damage of its own, nothing shows that a URL is a redirect page: the fix may be for this page.
      const isAnyHost = [first, second].some(([name]) => /^(?:Safe Links|a redirect page)$/.test(name));
      const outcome = await triedAgain(`${first[0]}, and then ${second[0]}`, request, isAnyHost);
      counts[outcome.kind]++;
      if (outcome.wrong) wrong.push(outcome.wrong);
    }
  }
  expect(wrong).toEqual([]);
  expect(counts.followed).toBeGreaterThan(450);
  expect(counts["not tried"]).toBeLessThan(30);
});
