import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { type CloudFrontFinding, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { expect, it } from "vitest";
import { type Artefact, artefacts } from "../suite/support/denials.ts";
import { keyText } from "../suite/support/keys.ts";
import { bytesOf, isAllowed, policyOf, publicKeys, type Request, read } from "./support/edge-model.ts";
import { termsOf } from "./support/policy-model.ts";

/** A program follows the fixes of an artefact literally; then both edges have to allow the request. */

const verifier = createCloudFrontVerifier({ publicKeys });
const privateKeys: ReadonlyMap<string, KeyObject> = new Map([
  ["K2JCJMDEHXQW5F", createPrivateKey(keyText("rsa2048.pkcs8.pem"))],
  ["K36X4X2EO997HM", createPrivateKey(keyText("rsa2048-b.pkcs8.pem"))],
  ["K1P6ECKEYHTR2Z", createPrivateKey(keyText("ecp256.pkcs8.pem"))],
]);

/** The longest time that any artefact means: the year 2040. */
const latestEnd = Date.UTC(2040, 0) / 1000;

const cloudFrontBase64 = (bytes: Buffer): string =>
  bytes.toString("base64").replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");

interface Pairs {
  readonly request: Request;
  readonly isFromUrl: boolean;
}

const pattern = (name: string): RegExp =>
  new RegExp(`((?:^|[?&;] ?)(?:CloudFront-)?)${name}=([^&#; ]*;?(?=&|$)|[^&;#]*)`);

function changed({ request, isFromUrl }: Pairs, change: (text: string) => string): Request {
  return isFromUrl
    ? { ...request, url: change(request.url) }
    : { ...request, cookies: change(request.cookies ?? "") };
}

/** With another value of a signing parameter, or with one more. */
function withValue(request: Request, name: string, value: string): Request {
  const isFromUrl = read(request).from === "url";
  return changed({ request, isFromUrl }, (text) =>
    pattern(name).test(text)
      ? text.replace(pattern(name), (_, start: string) => `${start}${name}=${value}`)
      : `${text}${isFromUrl ? "&" : "; CloudFront-"}${name}=${value}`,
  );
}

interface Terms {
  readonly resource?: string;
  readonly end?: string;
  readonly start?: string;
}

/** Signs the request again, with the key that its ID names: with other terms if they are given. */
function signedAgain(request: Request, terms: Terms = {}): Request | undefined {
  const reading = read(request);
  const key = privateKeys.get(reading.sent.get("Key-Pair-Id") ?? "");
  const hash = reading.sent.get("Hash-Algorithm") === "SHA256" ? "sha256" : "sha1";
  if (!key) return undefined;
  let next = request;
  let policy: string | undefined;
  if (reading.sent.has("Policy")) {
    policy = bytesOf(reading.sent.get("Policy") ?? "")?.toString();
    const set = (member: string, value: string | undefined): void => {
      if (value !== undefined)
        policy = policy?.replace(
          new RegExp(`("${member}"\\s*:\\s*\\{\\s*"AWS:EpochTime"\\s*:\\s*)"?[\\d.]+"?`),
          (_, start: string) => start + value,
        );
    };
    set("DateLessThan", terms.end);
    set("DateGreaterThan", terms.start);
    if (terms.resource !== undefined)
      policy = policy?.replace(
        /("Resource"\s*:\s*)"[^"]*"/,
        (_, start: string) => `${start}"${terms.resource}"`,
      );
    if (policy === undefined) return undefined;
    next = withValue(next, "Policy", cloudFrontBase64(Buffer.from(policy)));
  } else {
    if (terms.end !== undefined) next = withValue(next, "Expires", terms.end);
    policy = policyOf(read(next));
    if (policy === undefined) return undefined;
  }
  return withValue(next, "Signature", cloudFrontBase64(sign(hash, Buffer.from(policy), key)));
}

type Follower = (request: Request, match: RegExpMatchArray) => Request | undefined;

/** Fixes with a value that a program can use, and what it does with it. */
const followers: readonly (readonly [fix: RegExp, follow: Follower])[] = [
  [/^Send Key-Pair-Id=(\w+), or/, (request, [, id = ""]) => withValue(request, "Key-Pair-Id", id)],
  [
    /^Send (?:CloudFront-)?Hash-Algorithm=SHA256 /,
    (request) => withValue(request, "Hash-Algorithm", "SHA256"),
  ],
  [
    /^Leave out (?:CloudFront-)?Hash-Algorithm, or/,
    (request) => withValue(request, "Hash-Algorithm", "SHA1"),
  ],
  [
    /^Rename (\S+ to .+): CloudFront/,
    (request, [, renamings = ""]) =>
      changed(
        {
          request,
          isFromUrl:
            read(request).from === "url" && !/(?:^|; )\S*(?:sign|key-?pair)/i.test(request.cookies ?? ""),
        },
        (text) =>
          renamings.split(/, | and /).reduce((renamed, renaming) => {
            const [before = "", after = ""] = renaming.split(" to ");
            return renamed.replace(`${before}=`, `${after}=`);
          }, text),
      ),
  ],
  [/[Ss]ign and send (\d+)[.:,]/, (request, [, end = ""]) => signedAgain(request, { end })],
  [
    /^Send (?:CloudFront-)?Expires=(\d+), which was signed/,
    (request, [, end = ""]) => withValue(request, "Expires", end),
  ],
  [/^Sign the (?:whole )?number that is sent, (\d+):/, (request) => signedAgain(request)],
  [/^Sign \d+, which is sent:/, (request) => signedAgain(request)],
  [
    /^Send in .* the policy that was signed, .* or sign the one that is sent/,
    (request) => signedAgain(request),
  ],
  [
    /^Exchange the times: DateGreaterThan (\d+), DateLessThan (\d+)\./,
    (request, [, start, end]) => signedAgain(request, { start: start as string, end: end as string }),
  ],
  [
    /^Sign (https?:\/\/[^…\s]*) as Resource/,
    (request, [, resource = ""]) => signedAgain(request, { resource }),
  ],
  [
    /^Add .* at the end of Resource, (https?:\/\/[^…\s]*):/,
    (request, [, resource = ""]) => signedAgain(request, { resource }),
  ],
  [
    /^Write Resource as it is, ([^…\s]*):/,
    (request, [, resource = ""]) => signedAgain(request, { resource }),
  ],
  [/^Sign https?:\/\/[^\s…]+\/…, which is requested/, (request) => signedAgain(request)],
  [/^Sign the URL with https:\/\//, (request) => signedAgain(request)],
  [/^Add [\w-]+(?: and [\w-]+)? before signing/, (request) => signedAgain(request)],
  [
    /^Put the parameters before the #/,
    (request) => {
      const [base = "", fragment = ""] = request.url.split("#");
      const at = fragment.search(/(?:Expires|Policy)=/);
      const mark = base.includes("?") ? "&" : "?";
      return { ...request, url: `${base}${mark}${fragment.slice(at)}` };
    },
  ],
  [
    /^Write & instead of &amp;/,
    (request) => ({
      ...request,
      url: request.url.replaceAll("&amp;", "&").replaceAll("&#38;", "&").replaceAll("&#x26;", "&"),
    }),
  ],
  [
    /^Write & instead of (\\+u0026|%26|;)[: ]/,
    (request, [, written = ""]) => ({ ...request, url: request.url.replaceAll(written, "&") }),
  ],
  [
    /^Send (the value of .* as .*)\.$/,
    (request, [, exchanges = ""]) => {
      const isFromUrl = read(request).from === "url" || !request.cookies;
      const text = isFromUrl ? request.url : (request.cookies ?? "");
      const pairs = exchanges.split(/, | and /).map((one) => /of (\S+) as (\S+)/.exec(one)?.slice(1) ?? []);
      const values = pairs.map(
        ([from = ""]) => new RegExp(`(?:^|[?&; ])${from}=([^&;]*)`).exec(text)?.[1] ?? "",
      );
      const names = new Map(pairs.map(([from = "", to = ""]) => [from, to]));
      const exchanged = text.replace(
        /(^|[?&; ])([\w-]+)=/g,
        (_, before: string, name: string) => `${before}${names.get(name) ?? name}=`,
      );
      return values.includes("") ? undefined : changed({ request, isFromUrl }, () => exchanged);
    },
  ],
  [
    /^Send (?:CloudFront-)?(Hash-Algorithm|Key-Pair-Id)=(\w+), in capital letters/,
    (request, [, name = "", value = ""]) => withValue(request, name, value),
  ],
  [
    /^Request the URL that stands inside, decoded once/,
    (request) => {
      const [, inside = ""] = /[?&](?:url|u|q)=([^&]*)/.exec(request.url) ?? [];
      return { ...request, url: decodeURIComponent(inside) };
    },
  ],
  [
    /^Request the URL itself\. Encode it only/,
    (request) => ({ ...request, url: decodeURIComponent(request.url) }),
  ],
  [
    /^Decode the mail before/,
    (request) => ({ ...request, url: request.url.replace(/=\r?\n/g, "").replaceAll("=3D", "=") }),
  ],
  [
    /^Write https:\/\/ once/,
    (request) => ({
      ...request,
      url: request.url.replace(/^https?:\/\/(?=https?(?::|\/\/))/, "").replace(/^(https?):?\/\//, "$1://"),
    }),
  ],
  [
    /^Write ([?&=]) instead of (.+?)(?: between parameters|: |, for example| in front| where)/,
    (request, [, meant = "", written = ""]) => {
      if (written === "the second ?") return { ...request, url: request.url.replace(/(\?.*)\?/, "$1&") };
      if (written === "&" || meant === "?") return { ...request, url: request.url.replace(written, meant) };
      if (written === ":") return { ...request, url: request.url.replace(/([?&][\w-]+):/g, "$1=") };
      return { ...request, url: request.url.replaceAll(written, meant) };
    },
  ],
  [
    /^(?:Sign exactly the documented bytes|Sign the path that is requested|Percent-encode the URL once before signing|Sign the scheme that is requested|Sign the host name that the viewer)/,
    (request) => signedAgain(request),
  ],
  [/^Write one \? in front/, (request) => ({ ...request, url: request.url.replace(/\?+/, "?") })],
  [
    /^Write (.) ?(.*) instead of %(?:3F|26)[, ].*: encode the values/,
    (request) => ({
      ...request,
      url: request.url.replace(/%3F/i, "?").replaceAll("%26", "&").replaceAll("%3D", "="),
    }),
  ],
  [
    /^Encode the JSON text of the policy as base64, and/,
    (request) => {
      const text = read(request).from === "url" ? request.url : (request.cookies ?? "");
      const [, , value = ""] = pattern("Policy").exec(text) ?? [];
      return withValue(request, "Policy", cloudFrontBase64(Buffer.from(decodeURIComponent(value))));
    },
  ],
  [
    /^Remove (?:the )?(?:quotes|white space|line break|character|\\|\^) from (?:CloudFront-)?(Expires|Policy|Signature|Key-Pair-Id|Hash-Algorithm)\b/,
    (request, [, parameter = ""]) => {
      const text = read(request).from === "url" ? request.url : (request.cookies ?? "");
      const [, , value = ""] = pattern(parameter).exec(text) ?? [];
      return withValue(request, parameter, decodeURIComponent(value).replace(/\\[nrt]|[^\w~-]/g, ""));
    },
  ],
  [
    /^Set the cookie values as they are, without encoding/,
    (request) => ({ ...request, cookies: decodeURIComponent(request.cookies ?? "") }),
  ],
  [
    /^Set the cookie values without quotes/,
    (request) => ({ ...request, cookies: (request.cookies ?? "").replaceAll('"', "") }),
  ],
  [/^Write \? instead of %3F/i, (request) => ({ ...request, url: request.url.replace(/%3F/i, "?") })],
  [
    /^Encode the (signature|policy) as base64 with padding, replace \+ = \/ by - _ ~/,
    (request, [, name]) => {
      const parameter = name === "policy" ? "Policy" : "Signature";
      const [, , value = ""] =
        pattern(parameter).exec(read(request).from === "url" ? request.url : (request.cookies ?? "")) ?? [];
      const plain = decodeURIComponent(value)
        .replace(/[ ]/g, "+")
        .replace(/[-]/g, "+")
        .replace(/[_=,.]+$/, "")
        .replace(/[_~]/g, "/");
      return withValue(request, parameter, cloudFrontBase64(Buffer.from(plain, "base64")));
    },
  ],
];

function asked({ question }: Artefact): Request {
  const { url, cookies, now, ipAddress } = question;
  return { url: String(url), cookies: cookies as string | undefined, now: new Date(now), ipAddress };
}

/** The request after all fixes; `undefined` if one of them names nothing that a program can do. */
function followed(request: Request, findings: readonly CloudFrontFinding[]): Request | undefined {
  let next: Request | undefined = request;
  // Values first, and then what is signed.
  const steps = findings.flatMap(({ fix }) => {
    const index = followers.findIndex(([known]) => known.test(fix));
    const follower = followers[index];
    return follower ? [{ fix, follower }] : [];
  });
  if (steps.length < findings.length) return undefined;
  for (const { fix, follower } of steps)
    next = next && follower[1](next, fix.match(follower[0]) as RegExpMatchArray);
  return next;
}

const now = new Date("2026-03-02T09:00:00Z");
const seconds = now.getTime() / 1000;
const policy = (resource: string, conditions: string): string =>
  cloudFrontBase64(Buffer.from(`{"Statement":[{"Resource":"${resource}","Condition":{${conditions}}}]}`));
const until = (end: number | string): string => `"DateLessThan":{"AWS:EpochTime":${end}}`;
const from = (start: number): string => `"DateGreaterThan":{"AWS:EpochTime":${start}}`;
const file = "https://cdn.example.com/v/a.mp4";

/** Requests of which the fix did not work when it was followed, each signed as it is. */
const made: readonly (readonly [name: string, parameters: string, change?: (signed: Request) => Request])[] =
  [
    ["a duration joined to a time", `Expires=${seconds}3600`],
    ["a duration of five minutes joined to a time", `Expires=${seconds - 5}300`],
    ["microseconds", `Expires=${seconds + 600}000000`],
    ["minutes since 1970", `Expires=${Math.floor(seconds / 60) + 61}`],
    ["a date", `Expires=2026-03-02T10:00:00Z`],
    [
      "start and end exchanged",
      `Policy=${policy(`${file}`, `${until(seconds - 60)},${from(seconds + 3600)}`)}`,
    ],
    [
      "a Resource that is percent-encoded",
      `Policy=${policy(encodeURIComponent(file), until(seconds + 600))}`,
    ],
    ["milliseconds in a policy", `Policy=${policy(file, until((seconds + 600) * 1000))}`],
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
        const [, ...pairs] = signed.url.replace(/Policy=[^&]*/, `Policy=${renewed}`).split(/[?&]/);
        return { ...signed, url: file, cookies: pairs.map((pair) => `CloudFront-${pair}`).join("; ") };
      },
    ],
    [
      "a hash algorithm without the name of its cookie",
      `Policy=${policy("https://cdn.example.com/*", until(seconds + 600))}&Hash-Algorithm=SHA256`,
      (signed) => {
        const [, ...pairs] = signed.url.split(/[?&]/);
        const cookies = pairs.map((pair) => `CloudFront-${pair}`).join("; ");
        return { ...signed, url: file, cookies: cookies.replace("CloudFront-Hash", "Hash") };
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
  ];

it.each(made.map(([name, ...rest]) => [name, rest] as const))(
  "the fix works for %s",
  async (_, [parameters, change = (signed: Request) => signed]) => {
    const unsigned = `${file}?${parameters}&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F`;
    const bare = { url: unsigned, cookies: undefined, now, ipAddress: undefined };
    const request = change(signedAgain(bare) ?? bare);
    expect(isAllowed(request)).toBe(false);
    const findings = await explainCloudFrontDenial({ ...request, verifier });
    const certain = findings.filter(({ certainty }) => certainty !== "possible");
    const next = followed(request, certain);
    expect(next, certain.map(({ id, fix }) => `${id}: ${fix}`).join("\n")).toBeDefined();
    expect(isAllowed(next ?? request), certain.map(({ id, fix }) => `${id}: ${fix}`).join("\n")).toBe(true);
    // At most an hour was meant.
    expect(termsOf(policyOf(read(next ?? request)) ?? "")?.end).toBeLessThanOrEqual(seconds + 3660);
  },
);

/** What happens to a URL on the way, or to its values. */
const damages: readonly (readonly [name: string, damage: (url: string) => string])[] = [
  ["Expires and Key-Pair-Id exchanged", (url) => exchanged(url, "Expires", "Key-Pair-Id")],
  ["Signature and Key-Pair-Id exchanged", (url) => exchanged(url, "Signature", "Key-Pair-Id")],
  [
    "Safe Links",
    (url) => `https://nam.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=05`,
  ],
  ["a whole URL encoded", encodeURIComponent],
  ["the source of a mail", (url) => url.replaceAll("=", "=3D")],
  ["a scheme that is there twice", (url) => `https://${url}`],
  ["&#38;", (url) => url.replaceAll("&", "&#38;")],
  ["&amp without a semicolon", (url) => url.replaceAll("&", "&amp")],
  [", between parameters", (url) => url.replaceAll("&", ",")],
  ["| between parameters", (url) => url.replaceAll("&", "|")],
  ["\\u0026 between parameters", (url) => url.replaceAll("&", "\\u0026")],
  ["& in front of the first parameter", (url) => url.replace("?", "&")],
  ["a colon for =", (url) => url.replace(/([?&][\w-]+)=/g, "$1:")],
  ["names in small letters", (url) => url.replace(/[?&][\w-]+=/g, (name) => name.toLowerCase())],
  ["names of a list", (url) => url.replace(/([?&])([\w-]+)=/g, "$1params[$2]=")],
  [
    "the ID in small letters",
    (url) => url.replace(/Key-Pair-Id=\w+/, (pair) => `Key-Pair-Id=${pair.slice(12).toLowerCase()}`),
  ],
  ["SHA-256", (url) => url.replace("=SHA256", "=SHA-256")],
  ["KeyName", (url) => url.replace("Key-Pair-Id=", "KeyName=")],
];

function exchanged(url: string, one: string, other: string): string {
  return url.replace(new RegExp(`${one}=|${other}=`, "g"), (name) =>
    name === `${one}=` ? `${other}=` : `${one}=`,
  );
}

it.each(damages)("the fix works for %s", async (_, damage) => {
  const parameters = `Expires=${seconds + 600}&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F&Hash-Algorithm=SHA256`;
  const signed = signedAgain({ url: `${file}?${parameters}`, cookies: undefined, now, ipAddress: undefined });
  const request = { ...(signed as Request), url: damage(signed?.url ?? "") };
  expect(isAllowed(request)).toBe(false);
  const findings = await explainCloudFrontDenial({ ...request, verifier });
  const certain = findings.filter(({ certainty }) => certainty !== "possible");
  const next = followed(request, certain);
  const shown = certain.map(({ id, fix }) => `${id}: ${fix}`).join("\n");
  expect(next, shown).toBeDefined();
  expect(isAllowed(next ?? request), `${shown}\n${next?.url}`).toBe(true);
});

it("a program that follows the fixes literally is allowed by both edges, for no longer than was meant", async () => {
  const kinds = new Set<string>();
  const wrong: string[] = [];
  let tried = 0;
  for (const artefact of artefacts) {
    const { question, name } = artefact;
    const request = asked(artefact);
    if (!question.url || question.setCookie || typeof question.cookies === "object") continue;
    if (isAllowed(request)) continue;
    const findings = await explainCloudFrontDenial({ ...request, verifier });
    const certain = findings.filter(({ certainty }) => certainty !== "possible");
    const next = certain.length > 0 ? followed(request, certain) : undefined;
    if (!next) continue;
    tried++;
    const viewer = { now: next.now, ipAddress: next.ipAddress };
    for (const { id } of certain) kinds.add(id);
    const { end = 0 } = termsOf(policyOf(read(next)) ?? "") ?? {};
    const verdict =
      read(next).from === "url"
        ? await verifier.verifyUrl(next.url, viewer)
        : await verifier.verifyCookies(next.url, next.cookies ?? "", viewer);
    if (!isAllowed(next) || !verdict.allowed || end > latestEnd)
      wrong.push(
        `${name}: ${certain.map(({ id, fix }) => `${id}: ${fix}`).join(" ")} (${verdict.allowed ? end : verdict.reason})`,
      );
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(90);
  expect(kinds.size).toBeGreaterThan(12);
});
