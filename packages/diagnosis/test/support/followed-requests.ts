import { type CloudFrontFinding, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { isAllowed, policyOf, publicKeys, read } from "./edge-model.ts";
import type { FollowedRequest } from "./fix-followers.ts";
import { type Following, following } from "./following.ts";
import { termsOf } from "./policy-model.ts";
import { cloudFrontBase64, signedAgain } from "./signed-again.ts";

/** What happens to a signed URL, or to the `Cookie` header of signed cookies, on the way. */
export type Damage = readonly [name: string, damage: (text: string) => string];

const value =
  (name: string, change: (value: string) => string): ((text: string) => string) =>
  (text) =>
    text.replace(
      new RegExp(`(${name}=)([\\w~-]*)`),
      (_, start: string, sent: string) => start + change(sent),
    );

function exchanged(text: string, one: string, other: string): string {
  return text.replace(new RegExp(`${one}=|${other}=`, "g"), (name) =>
    name === `${one}=` ? `${other}=` : `${one}=`,
  );
}

const plainBase64 = (text: string): string =>
  text.replaceAll("-", "+").replaceAll("~", "/").replaceAll("_", "=");
const bytesOf = (text: string): Buffer => Buffer.from(plainBase64(text), "base64");
const cloudFront = (bytes: Buffer): string =>
  bytes.toString("base64").replaceAll("+", "-").replaceAll("/", "~").replaceAll("=", "_");
const wrapped = (text: string, length: number, end: string): string =>
  (text.match(new RegExp(`.{1,${length}}`, "g")) ?? []).join(end);

/** Of a value in CloudFront's base64. */
const ofBase64: readonly (readonly [name: string, change: (value: string) => string])[] = [
  ["in plain base64", plainBase64],
  ["in plain base64, percent-encoded", (sent) => encodeURIComponent(plainBase64(sent))],
  ["in base64url", (sent) => bytesOf(sent).toString("base64url")],
  ["without its padding", (sent) => sent.replace(/_+$/, "")],
  ["with points for its padding", (sent) => sent.replaceAll("_", ".")],
  ["in base64 twice", (sent) => cloudFront(Buffer.from(sent))],
  ["in lines of 76", (sent) => wrapped(plainBase64(sent), 76, "%0A")],
  ["in lines of 64, with spaces for their ends", (sent) => wrapped(plainBase64(sent), 64, "%20")],
  ["with a line break at its end", (sent) => `${sent}%0A`],
  ["in quotes", (sent) => `%22${sent}%22`],
  ["as bytes of Python", (sent) => `b'${sent}'`],
  ["cut off at a group", (sent) => sent.slice(0, 40)],
  ["cut off", (sent) => sent.slice(0, -9)],
  ["in small letters", (sent) => sent.toLowerCase()],
];

const urlDamages: readonly Damage[] = [
  ["Expires and Key-Pair-Id exchanged", (url) => exchanged(url, "Expires", "Key-Pair-Id")],
  ["Signature and Key-Pair-Id exchanged", (url) => exchanged(url, "Signature", "Key-Pair-Id")],
  [
    "Safe Links",
    (url) => `https://nam.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=05`,
  ],
  ["a redirect page", (url) => `https://www.example.org/out?u=${encodeURIComponent(url)}`],
  ["a whole URL encoded", encodeURIComponent],
  ["a whole URL encoded twice", (url) => encodeURIComponent(encodeURIComponent(url))],
  ["the source of a mail", (url) => url.replaceAll("=", "=3D")],
  ["a scheme that is there twice", (url) => `https://${url}`],
  ["no scheme", (url) => url.replace(/^https:\/\//, "")],
  ["http", (url) => url.replace(/^https:/, "http:")],
  ["quotes around the URL", (url) => `"${url}"`],
  ["a full stop behind the URL", (url) => `${url}.`],
  ["&#38;", (url) => url.replaceAll("&", "&#38;")],
  ["&amp;", (url) => url.replaceAll("&", "&amp;")],
  ["&amp;amp;", (url) => url.replaceAll("&", "&amp;amp;")],
  ["&amp without a semicolon", (url) => url.replaceAll("&", "&amp")],
  ["&#x3D;", (url) => url.replaceAll("=", "&#x3D;")],

  ["; between parameters", (url) => url.replaceAll("&", ";")],

  ["\\u0026 between parameters", (url) => url.replaceAll("&", "\\u0026")],
  ["%26 between parameters", (url) => url.replaceAll("&", "%26")],
  ["%2526 between parameters", (url) => url.replaceAll("&", "%2526")],
  ["%3F in front of the first parameter", (url) => url.replace("?", "%3F")],
  ["%3D for =", (url) => url.replaceAll("=", "%3D")],
  ["& in front of the first parameter", (url) => url.replace("?", "&")],

  ["two question marks", (url) => url.replace("?", "??")],
  ["a space behind each &", (url) => url.replace(/&(?=(?!amp)[\w-]+=)/g, "& ")],

  ["no & in front of Signature", (url) => url.replace("&Signature", "Signature")],
  ["# instead of ?", (url) => url.replace("?", "#")],
  ["names in small letters", (url) => url.replace(/[?&][\w-]+=/g, (name) => name.toLowerCase())],
  ["names of cookies", (url) => url.replace(/([?&])([\w-]+)=/g, "$1CloudFront-$2=")],
  ["names with underscores", (url) => url.replace(/[?&][\w-]+=/g, (name) => name.replaceAll("-", "_"))],
  ["names of a list", (url) => url.replace(/([?&])([\w-]+)=/g, "$1params[$2]=")],
  ["KeyName", (url) => url.replace("Key-Pair-Id=", "KeyName=")],
  ["the URL in small letters", (url) => url.toLowerCase()],
  ["the URL in capital letters", (url) => url.toUpperCase()],
  ["the ID in small letters", value("Key-Pair-Id", (id) => id.toLowerCase())],
  ["a space behind the ID", value("Key-Pair-Id", (id) => `${id}%20`)],
  ["a full stop behind the ID", value("Key-Pair-Id", (id) => `${id}.`)],
  ["quotes around the ID", value("Key-Pair-Id", (id) => `%22${id}%22`)],
  ["the ID of another key", value("Key-Pair-Id", () => "K36X4X2EO997HM")],
  ["the ID of a distribution", value("Key-Pair-Id", () => "EDFDVBD6EXAMPLE")],
  ["undefined as the ID", value("Key-Pair-Id", () => "undefined")],
  ["an ID that is cut off", value("Key-Pair-Id", (id) => id.slice(0, 6))],
  ["no ID", (url) => url.replace(/&Key-Pair-Id=\w+/, "")],
  ["SHA-256", value("Hash-Algorithm", () => "SHA-256")],
  ["sha256", value("Hash-Algorithm", () => "sha256")],
  ["RS256", value("Hash-Algorithm", () => "RS256")],
  ["SHA1", value("Hash-Algorithm", () => "SHA1")],
  ["no hash algorithm", (url) => url.replace(/&Hash-Algorithm=\w+/, "")],
  ["milliseconds that were not signed", value("Expires", (time) => `${time}000`)],
  ["an expiry time with a fraction", value("Expires", (time) => `${time}.0`)],
  ["an expiry time in quotes", value("Expires", (time) => `%22${time}%22`)],
  ["another expiry time", value("Expires", (time) => `${Number(time) + 600}`)],
  ["no expiry time", (url) => url.replace(/Expires=\w+&/, "")],
  ["no signature", (url) => url.replace(/&Signature=[^&]+/, "")],
  ["null as the signature", value("Signature", () => "null")],

  ["a signature in reverse order", value("Signature", (sent) => cloudFront(bytesOf(sent).reverse()))],
  ["a signature in hexadecimal digits", value("Signature", (sent) => bytesOf(sent).toString("hex"))],
  ...ofBase64.map(([name, change]): Damage => [`a signature ${name}`, value("Signature", change)]),
  [
    "a dollar sign within the signature",
    value("Signature", (sent) => `${sent.slice(0, 40)}$${sent.slice(40)}`),
  ],
  ["a full stop within the ID", value("Key-Pair-Id", (id) => `${id.slice(0, 5)}.${id.slice(5)}`)],
  ["a letter in the place of a digit", value("Expires", (time) => `${time.slice(0, 4)}O${time.slice(5)}`)],
  ["a unit behind the expiry time", value("Expires", (time) => `${time}s`)],
  ["points between thousands", value("Expires", (time) => time.replace(/(?=(?:\d{3})+$)/g, "."))],

  ["a parameter of a campaign", (url) => `${url}&utm_source=mail`],
  ["a parameter in front", (url) => url.replace("?", "?w=640&")],
  ["a second question mark", (url) => url.replace("?", "?w=640?")],
  ["another host name", (url) => url.replace("cdn.example.com", "www.example.com")],
  ["undefined as the host name", (url) => url.replace("cdn.example.com", "undefined")],
  ["a folder in front", (url) => url.replace("/v/", "/media/v/")],
  ["a slash twice", (url) => url.replace("/v/", "//v/")],
  ["a letter percent-encoded", (url) => url.replace("a.mp4", "%61.mp4")],
  ["signing parameters twice", (url) => `${url}&${url.split("?")[1] ?? ""}`],
];

const cookieDamages: readonly Damage[] = [
  ["values in quotes", (cookies) => cookies.replace(/=([^;]*)/g, '="$1"')],
  [
    "values percent-encoded",
    (cookies) =>
      cookies.replace(
        /=([^;]*)/g,
        (_, sent) => `=${encodeURIComponent(encodeURIComponent(sent).replaceAll("~", "%7E"))}`,
      ),
  ],
  ["~ percent-encoded", (cookies) => cookies.replaceAll("~", "%7E")],
  ["commas between cookies", (cookies) => cookies.replaceAll("; ", ", ")],
  ["commas without a space", (cookies) => cookies.replaceAll("; ", ",")],
  ["& between cookies", (cookies) => cookies.replaceAll("; ", "&")],
  ["names without CloudFront-", (cookies) => cookies.replaceAll("CloudFront-", "")],
  ["names in small letters", (cookies) => cookies.replace(/[\w-]+=/g, (name) => name.toLowerCase())],
  ["names with underscores", (cookies) => cookies.replace(/[\w-]+=/g, (name) => name.replaceAll("-", "_"))],
  ["names with a prefix", (cookies) => cookies.replaceAll("CloudFront-", "__Secure-CloudFront-")],
  [
    "a cookie of another name",
    (cookies) => cookies.replace("CloudFront-Key-Pair-Id", "CloudFront-KeyPairId"),
  ],
  [
    "Signature and Key-Pair-Id exchanged",
    (cookies) => exchanged(cookies, "CloudFront-Signature", "CloudFront-Key-Pair-Id"),
  ],
  ["no hash algorithm", (cookies) => cookies.replace(/; CloudFront-Hash-Algorithm=\w+/, "")],
  ["sha256", value("Hash-Algorithm", () => "sha256")],
  ["no policy", (cookies) => cookies.replace(/CloudFront-Policy=\w+; /, "")],
  ["an empty ID", value("Key-Pair-Id", () => "")],
  ["the ID of another key", value("Key-Pair-Id", () => "K36X4X2EO997HM")],
  ["the ID in small letters", value("Key-Pair-Id", (id) => id.toLowerCase())],
  ["undefined as the policy", value("Policy", () => "undefined")],
  ["null as the policy", value("Policy", () => "null")],
  ["a policy that is not encoded", value("Policy", (sent) => bytesOf(sent).toString())],
  [
    "a policy that is percent-encoded JSON",
    value("Policy", (sent) => encodeURIComponent(bytesOf(sent).toString())),
  ],
  [
    "cookies of Express",
    (cookies) => cookies.replace(/=([^;]*)/g, (_, sent) => `=s%3A${sent}.${"x".repeat(43)}`),
  ],
  ...ofBase64.map(([name, change]): Damage => [`a policy ${name}`, value("Policy", change)]),
  ...ofBase64.map(([name, change]): Damage => [`a signature ${name}`, value("Signature", change)]),
  ["a set of cookies twice", (cookies) => `${cookies}; ${cookies}`],
];

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
