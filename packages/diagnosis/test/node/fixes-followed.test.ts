import { partOf, repeated, triesAll } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { expect, it } from "vitest";
import { artefacts } from "../support/denials.ts";
import { isAllowed } from "../support/edge-model.ts";
import { alternatives, type FollowedRequest, followers } from "../support/fix-followers.ts";
import { fixesForPeople } from "../support/fixes-for-people.ts";
import {
  address,
  certainFindings,
  damaged,
  file,
  flaw,
  folder,
  from,
  hour,
  inAnHour,
  inCookies,
  policy,
  policyText,
  requestFor,
  seconds,
  type Tried,
  tried,
  until,
  used,
  withDamage,
} from "../support/followed-requests.ts";
import { following } from "../support/following.ts";
import { cloudFrontBase64, signedAsItIs } from "../support/signed-again.ts";

/**
 * A program follows each certain fix literally; then both edges have to allow the request, for no longer than was
 * meant. A fix that it cannot follow has to stand in the list of those that only people can.
 */

/** Requests whose fix did not work when it was followed, each signed as it is. */
const made: readonly (readonly [
  name: string,
  parameters: string,
  change?: (signed: FollowedRequest) => FollowedRequest,
])[] = [
  ["a duration joined to a time", `Expires=${seconds}3600`],
  ["a duration of five minutes joined to a time", `Expires=${seconds - 5}300`],
  ["microseconds", `Expires=${seconds + 600}000000`],
  ["minutes since 1970", `Expires=${Math.floor(seconds / 60) + 61}`],
  ["a date", `Expires=2026-03-02T10:00:00Z`],
  ["a duration", "Expires=3600"],
  ["a word instead of a time", "Expires=tomorrow"],
  ["start and end exchanged", `Policy=${policy(file, `${until(seconds - 60)},${from(seconds + 3600)}`)}`],
  ["a Resource that is percent-encoded", `Policy=${policy(encodeURIComponent(file), until(hour))}`],
  ["milliseconds in a policy", `Policy=${policy(file, until(hour * 1000))}`],
  [
    "two question marks",
    `Expires=${seconds + 600}`,
    (signed) => ({ ...signed, url: signed.url.replace("?", "??") }),
  ],
  [
    "cookies with the policy of one signature and the signature of another",
    `Policy=${policy("https://cdn.example.com/*", until(seconds + 600))}`,
    (signed) => {
      const renewed = policy("https://cdn.example.com/*", until(seconds + 1200));
      return inCookies({ ...signed, url: signed.url.replace(/Policy=[^&]*/, `Policy=${renewed}`) });
    },
  ],
  [
    "a hash algorithm without the name of its cookie",
    `Policy=${policy("https://cdn.example.com/*", until(seconds + 600))}&Hash-Algorithm=SHA256`,
    (signed) => {
      const { cookies, ...rest } = inCookies(signed);
      return { ...rest, cookies: cookies?.replace("CloudFront-Hash", "Hash") };
    },
  ],
  [
    "HashAlgorithm without a hyphen",
    `Policy=${policy("https://cdn.example.com/*", until(seconds + 600))}&Hash-Algorithm=SHA256`,
    (signed) => ({ ...signed, url: signed.url.replace("Hash-Algorithm", "HashAlgorithm") }),
  ],
  [
    "an expiry time that was signed and has passed",
    `Expires=${seconds - 600}`,
    (signed) => ({ ...signed, url: signed.url.replace(/Expires=\d+/, `Expires=${seconds + 600}`) }),
  ],
  [
    "an empty parameter at the end",
    `Expires=${seconds + 600}`,
    (signed) => ({ ...signed, url: `${signed.url}&` }),
  ],
];

/** Policies that are signed as they are, and sent. */
const policies: readonly (readonly [name: string, text: string])[] = [
  ["both times in milliseconds", policyText(folder, `${until(hour * 1000)},${from((seconds - 60) * 1000)}`)],
  ["the start in milliseconds", policyText(folder, `${until(hour)},${from((seconds - 60) * 1000)}`)],
  ["a duration", policyText(folder, until(3600))],
  ["a duration joined to a time", policyText(folder, until(`${seconds - 5}300`))],
  ["a time as text", policyText(folder, until(`"${hour}"`))],
  ["a time with a fraction", policyText(folder, until(`${hour}.5`))],
  ["a time below zero", policyText(folder, until(-1))],
  ["no end", policyText(folder, from(seconds - 60))],
  ["no condition", `{"Statement":[{"Resource":"${folder}"}]}`],
  ["a start that has not come", policyText(folder, `${until(hour)},${from(seconds + 300)}`)],
  ["a start that has just not come", policyText(folder, `${until(hour)},${from(seconds + 5)}`)],
  ["another address", policyText(folder, `${until(hour)},${address("203.0.113.0/24")}`)],
  ["a private address", policyText(folder, `${until(hour)},${address("10.0.0.7")}`)],
  ["an address with a port", policyText(folder, `${until(hour)},${address("198.51.100.7:443")}`)],
  ["a Resource without a scheme", policyText("cdn.example.com/v/*", until(hour))],
  ["a Resource that is a path", policyText("/v/*", until(hour))],
  ["a Resource for http", policyText("http://cdn.example.com/v/*", until(hour))],
  ["a Resource for another host", policyText("https://www.example.com/v/*", until(hour))],
  ["a Resource for another folder", policyText("https://cdn.example.com/w/*", until(hour))],
  ["a Resource that is a folder", policyText("https://cdn.example.com/v", until(hour))],
  ["a Resource that is a folder with a slash", policyText("https://cdn.example.com/v/", until(hour))],
  ["a Resource that is the beginning", policyText("https://cdn.example.com/v/a", until(hour))],
  ["a Resource with a query", policyText(`${file}?size=1`, until(hour))],
  ["a Resource with a * and a query", policyText(`${folder}?size=1`, until(hour))],
  ["a Resource in S3", policyText("s3://bucket/v/a.mp4", until(hour))],
  ["a Resource with a backslash", policyText("https://cdn.example.com/v\\\\*", until(hour))],
  ["a placeholder as Resource", policyText("{{url}}", until(hour))],
  ["a placeholder as time", policyText(folder, until('"EXPIRES"'))],
  ["single quotes", policyText(folder, until(hour)).replaceAll('"', "'")],
  ["JSON of JSON", JSON.stringify(policyText(folder, until(hour)))],
  ["base64 twice", Buffer.from(policyText(folder, until(hour))).toString("base64")],
  ["a byte order mark", `\ufeff${policyText(folder, until(hour))}`],
  ["a comma too much", policyText(folder, until(hour)).replace("}]}", "},]}")],
  ["an end that is cut off", policyText(folder, until(hour)).slice(0, -9)],
  ["a query string", "Resource=x&Expires=1"],
  ["names in small letters", policyText(folder, until(hour)).toLowerCase()],
  ["a bare statement", `{"Resource":"${folder}","Condition":{${until(hour)}}}`],
  ["an expired end and another folder", policyText("https://cdn.example.com/w/*", until(seconds - 60))],
];

it.each(made.map(([name, ...rest]) => [name, rest] as const))(
  "the fix works for %s",
  async (name, [parameters, change = (signed: FollowedRequest) => signed]) => {
    const bare = requestFor(parameters);
    const request = change(signedAsItIs(bare));
    expect(isAllowed(request)).toBe(false);
    const findings = await certainFindings(request);
    expect(findings).not.toEqual([]);
    expect(await tried(name, request, findings, inAnHour)).toEqual({ kind: "followed", wrong: undefined });
  },
);

it.each(policies)("the fix works for a policy with %s", async (name, text) => {
  const request = signedAsItIs(requestFor(`Policy=${cloudFrontBase64(Buffer.from(text))}`));
  for (const sent of [request, inCookies(request)]) {
    expect(isAllowed(sent)).toBe(false);
    const findings = await certainFindings(sent);
    expect(findings).not.toEqual([]);
    expect(await tried(name, sent, findings, inAnHour)).toMatchObject({ wrong: undefined });
  }
});

it.each(damaged.flatMap((one) => one.damages.map((damage) => [one.key, damage[0], one, damage] as const)))(
  "the fix works for %s: %s",
  async (_, name, one, damage) => {
    const request = withDamage(one, one.whole, damage);
    expect(isAllowed(one.whole)).toBe(true);
    expect(isAllowed(request)).toBe(false);
    const findings = await certainFindings(request);
    expect(findings).not.toEqual([]);
    expect(await tried(name, request, findings, inAnHour)).toMatchObject({ wrong: undefined });
  },
);

/** The latest time that an artefact means: a day behind the one that most of them have. */
const latestEnd = 1_900_086_400;

const requestOf = ({ question }: (typeof artefacts)[number]): FollowedRequest => ({
  ...question,
  url: String(question.url ?? ""),
  cookies: question.cookies as string | undefined,
  now: new Date(question.now),
  ipAddress: question.ipAddress,
  setCookie: question.setCookie as readonly string[] | undefined,
  pageOrigin: question.pageOrigin,
});

it("a program that follows the fixes of an artefact is allowed by both edges, for no longer than was meant", async () => {
  const wrong: string[] = [];
  const counts = { followed: 0, "with people": 0, "only people": 0, "not tried": 0 };
  const fixes = { followed: new Set<string>(), people: new Set<string>() };
  for (const artefact of partOf(artefacts)) {
    const { name, question, withKeys } = artefact;
    const request = requestOf(artefact);
    const findings = await certainFindings(question.url ? request : { ...request, url: undefined as never });
    // Without a URL, or without the viewer's address, nothing is certain.
    if (findings.length === 0) {
      if (withKeys.decidable) wrong.push(`${name}: nothing is certain`);
      continue;
    }
    const outcome = await tried(name, request, findings, latestEnd);
    counts[outcome.kind]++;
    if (outcome.wrong) wrong.push(outcome.wrong);
    for (const { id, fix } of findings)
      fixes[followers.some((one) => one.fix.test(fix)) ? "followed" : "people"].add(`${id}: ${fix}`);
    for (const { fix } of findings)
      for (const other of alternatives) {
        const match = other.fix.exec(fix);
        if (!match) continue;
        used.add(other.fix);
        const rest = findings.filter((one) => one.fix !== fix);
        // What is signed comes after the texts.
        const orders = [
          following(other.follow(request, match), rest).next,
          other.follow(following(request, rest).next, match),
        ];
        const reasons = await Promise.all(orders.map((next) => flaw(next, latestEnd)));
        const [reason] = reasons;
        if (reason && reasons.every(Boolean)) wrong.push(`${name} (${reason}), the other way: ${fix}`);
      }
  }
  expect(wrong).toEqual([]);
  if (!triesAll()) return;
  expect({
    ...counts,
    "fixes that are followed": fixes.followed.size,
    "fixes for people": fixes.people.size,
  }).toEqual({
    followed: 480,
    "with people": 16,
    "only people": 107,
    "not tried": 25,
    "fixes that are followed": 189,
    "fixes for people": 47,
  });
});

/** All 9,778 pairs take 100 seconds. The number of damages is no multiple of this one, so every damage comes first and second. */
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
    for (const [first, second] of partOf(pairs.filter((_, i) => i % oneIn === 0))) {
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
  expect(counts.followed).toBeGreaterThan(repeated(450));
  expect(counts["not tried"]).toBeLessThan(30);
});

it.runIf(triesAll())("each follower and each fix for people is of use", () => {
  const stale = [...followers, ...alternatives, ...fixesForPeople].filter(({ fix }) => !used.has(fix));
  expect(stale.map(({ fix }) => `${fix}`)).toEqual([]);
});
