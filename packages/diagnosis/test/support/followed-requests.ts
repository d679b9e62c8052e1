import { type CloudFrontFinding, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { isAllowed, policyOf, publicKeys, read } from "./edge-model.ts";
import type { FollowedRequest } from "./fix-followers.ts";
import { type Following, following } from "./following.ts";
import { termsOf } from "./policy-model.ts";
import { cookieDamages, type Damage, urlDamages } from "./request-damages.ts";
import { cloudFrontBase64, signedAgain } from "./signed-again.ts";

/** Requests whose fixes are followed, and whether both edges then allow them. */

const verifier = createCloudFrontVerifier({ publicKeys });

export const used = new Set<RegExp>();

export async function certainFindings(request: FollowedRequest): Promise<CloudFrontFinding[]> {
  const { now: time, ...rest } = request;
  const findings = await explainCloudFrontDenial({ ...rest, time, verifier });
  return findings.filter(({ certainty }) => certainty !== "possible");
}

/** A fix must not lead to a redirect page, to undefined, or to the host name https. */
const isRealHost = (url: string): boolean =>
  /^https?:\/\/(?!www\.example\.org\/|[^/]*(?:undefined|null|safelinks))[\w.-]+\.\w+(?::443)?[/?]/i.test(url);

/** What is wrong with a request after its fixes: nothing if both edges allow it, and not after `latest`. */
export async function flaw(
  next: FollowedRequest,
  latest: number,
  isAnyHost = false,
): Promise<string | undefined> {
  const { from } = read(next);
  const viewer = { time: next.now, ipAddress: next.ipAddress };
  const verdict =
    from === "url"
      ? await verifier.verifyUrl(next.url, viewer)
      : await verifier.verifyCookies(next.url, next.cookies ?? "", viewer);
  if (!isAnyHost && !isRealHost(next.url)) return "another host";
  if (!isAllowed(next) || !verdict.allowed) return verdict.allowed ? "denied" : verdict.reason;
  const { end = 0 } = termsOf(policyOf(read(next)) ?? "") ?? {};
  return end > latest ? `until ${end}` : undefined;
}

type Kind = "followed" | "with people" | "only people" | "not tried";

export interface Tried {
  readonly kind: Kind;
  /** What went wrong. */
  readonly wrong: string | undefined;
}

export async function tried(
  name: string,
  request: FollowedRequest,
  findings: readonly CloudFrontFinding[],
  latest: number,
  isAnyHost = false,
): Promise<Tried> {
  const done = following(request, findings);
  for (const { fix } of [...done.followed, ...done.people]) used.add(fix);
  const shown = findings.map(({ id, fix }) => `${id}: ${fix}`).join("\n  ");
  const [unknown] = done.unknown;
  if (unknown)
    return { kind: "not tried", wrong: `${name}: nobody follows this fix of ${unknown.id}: ${unknown.fix}` };
  const reason = await flaw(done.next, latest, isAnyHost);
  const kind = kindOf(done, reason);
  return { kind, wrong: reason && kind !== "not tried" ? `${name} (${reason}):\n  ${shown}` : undefined };
}

function kindOf({ followed, people }: Following, reason: string | undefined): Kind {
  if (people.length === 0) return "followed";
  if (reason && people.some(({ tried }) => !tried)) return "not tried";
  return followed.length > 0 ? "with people" : "only people";
}

const now = new Date("2026-03-02T09:00:00Z");
export const seconds = now.getTime() / 1000;
/** Of the requests that are made here, none means more than an hour. */
export const inAnHour = seconds + 3660;
export const policyText = (resource: string, conditions: string): string =>
  `{"Statement":[{"Resource":"${resource}","Condition":{${conditions}}}]}`;
export const policy = (resource: string, conditions: string): string =>
  cloudFrontBase64(Buffer.from(policyText(resource, conditions)));
export const until = (end: number | string): string => `"DateLessThan":{"AWS:EpochTime":${end}}`;
export const from = (start: number | string): string => `"DateGreaterThan":{"AWS:EpochTime":${start}}`;
export const address = (cidr: string): string => `"IpAddress":{"AWS:SourceIp":"${cidr}"}`;
export const file = "https://cdn.example.com/v/a.mp4";
export const folder = "https://cdn.example.com/v/*";
export const hour = seconds + 600;

export const requestFor = (parameters: string): FollowedRequest => ({
  url: `${file}?${parameters}&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F`,
  cookies: undefined,
  now,
  ipAddress: "198.51.100.7",
});

export const inCookies = (signed: FollowedRequest): FollowedRequest => {
  const [, ...pairs] = signed.url.split(/[?&]/);
  return { ...signed, url: file, cookies: pairs.map((pair) => `CloudFront-${pair}`).join("; ") };
};

const hashed = requestFor(`Expires=${hour}&Hash-Algorithm=SHA256`);
export const damaged = [
  { key: "url", whole: signedAgain(hashed), damages: urlDamages },
  {
    key: "cookies",
    whole: inCookies(signedAgain(requestFor(`Policy=${policy(folder, until(hour))}&Hash-Algorithm=SHA256`))),
    damages: cookieDamages,
  },
] as const;

export type Damaged = (typeof damaged)[number];

export const withDamage = (
  { key }: Damaged,
  request: FollowedRequest,
  [, damage]: Damage,
): FollowedRequest => ({
  ...request,
  hostnames: ["cdn.example.com"],
  [key]: damage(request[key] ?? ""),
});
