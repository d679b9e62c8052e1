import type { CloudFrontFinding } from "cloudfront-sign-diagnosis";
import { isAllowed } from "./edge-model.ts";
import { type FollowedFix, type FollowedRequest, followers, isOfSigning } from "./fix-followers.ts";
import { type FixForPeople, fixesForPeople } from "./fixes-for-people.ts";

export interface Following {
  readonly next: FollowedRequest;
  readonly followed: readonly FollowedFix[];
  readonly people: readonly FixForPeople[];
  readonly unknown: readonly CloudFrontFinding[];
}

interface Step {
  readonly one: FollowedFix;
  readonly match: readonly string[];
}

/** The request after the program has followed all fixes that it can follow: texts first, since they are signed then. */
export function following(
  request: FollowedRequest,
  findings: readonly CloudFrontFinding[],
  isTextOnly = false,
): Following {
  const steps: Step[] = [];
  const people: FixForPeople[] = [];
  const unknown: CloudFrontFinding[] = [];
  for (const finding of findings) {
    // A fix has a sentence of its own for each parameter.
    const texts = [finding.fix, ...finding.fix.split(/(?<=\.) (?=[A-Z])/).slice(1)];
    const found = texts.flatMap((text) => {
      const one = followers.find(({ fix }) => fix.test(text));
      return one ? [{ one, match: one.fix.exec(text) ?? [] }] : [];
    });
    const forPeople = found.length > 0 ? undefined : fixesForPeople.find(({ fix }) => fix.test(finding.fix));
    steps.push(...found);
    if (forPeople) people.push(forPeople);
    else if (found.length === 0) unknown.push(finding);
  }
  let next = afterTexts(
    request,
    steps.filter(({ one }) => !isOfSigning(one)),
  );
  if (isTextOnly && (next.url !== request.url || next.cookies !== request.cookies))
    return { next, followed: [], people: [], unknown };
  for (const { one, match } of steps) if (isOfSigning(one)) next = one.follow(next, match);
  if (!isAllowed(next)) for (const { tried } of people) next = tried ? tried(next, []) : next;
  return { next, followed: steps.map(({ one }) => one), people, unknown };
}

/** A step that finds nothing to do may find it once another one is done. */
function afterTexts(request: FollowedRequest, steps: readonly Step[]): FollowedRequest {
  let next = request;
  const rest: Step[] = [];
  for (const step of steps) {
    const done = step.one.follow(next, step.match);
    if (done.url === next.url && done.cookies === next.cookies) rest.push(step);
    next = done;
  }
  return rest.length > 0 && rest.length < steps.length ? afterTexts(next, rest) : next;
}
