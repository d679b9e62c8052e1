import { CookieJar } from "tough-cookie";
import { bytesOf, isAllowed, type Request, read, reserved } from "./edge-model.ts";
import { covers, type Terms } from "./policy-model.ts";
import {
  cloudFrontBase64,
  documentedPolicy,
  keyPairIds,
  secondsOf,
  sentValue,
  signedAgain,
  signedAnew,
  signedWithKeyOf,
  termsOfRequest,
  usualLifetime,
  withoutValue,
  withValue,
} from "./signed-again.ts";

/** What a program does that reads a fix, knows the request, and has the private keys. */

/** A request, and the `Set-Cookie` lines that a browser made its cookies of. */
export interface FollowedRequest extends Request {
  readonly hostnames?: readonly string[] | undefined;
  readonly setCookie?: readonly string[] | undefined;
  readonly pageOrigin?: string | undefined;
}

export type Follower = (request: FollowedRequest, match: readonly string[]) => FollowedRequest;

export interface FollowedFix {
  readonly fix: RegExp;
  readonly follow: Follower;
}

const inUrl =
  (change: (url: string, match: readonly string[]) => string): Follower =>
  (request, match) => ({ ...request, url: change(request.url, match) });

/** Names in a row, as sentences have them. */
const namesOf = (text: string): string[] => text.split(/, | and /);

const escapedText = (text: string): string => text.replace(/[.+*?^${}()|[\]\\]/g, "\\$&");

const anyParameter = String.raw`[\w-]+(?:\[[\w-]+\])?=`;

/** What the fix offers as a choice, and a program knows: the first one that is allowed. */
function eitherOf(requests: readonly FollowedRequest[]): FollowedRequest {
  return requests.find(isAllowed) ?? (requests[0] as FollowedRequest);
}

/** Writes each text instead of another one where it stands as a separator. */
function separated(url: string, meant: string, written: string): string {
  if (written === "the second ?") return url.replace(/(\?.*?)\?/, `$1${meant}`);
  const text = written === "the white space" ? String.raw`\s` : escapedText(written);
  if (/^[&\\]./.test(written)) return url.replaceAll(written, meant);
  if (meant === "=") return url.replace(new RegExp(`([?&][\\w-]+|${reserved.join("|")})${text}`, "g"), "$1=");
  if (meant === "?") return url.replace(new RegExp(text, "i"), "?");
  return url.replace(new RegExp(`${text}(?=\\s?[\\w-]+(?:=|&#|%(?:25)*3D|:))`, "gi"), meant);
}

/** Cookies of a browser that got these lines from the page, or from the application. */
function cookiesOf({ setCookie = [], pageOrigin, url }: FollowedRequest): string {
  const jar = new CookieJar();
  const target = new URL(url);
  const isOfExample = target.hostname.endsWith("example.com");
  const source = isOfExample ? "https://app.example.com/" : `https://${target.host}/`;
  for (const line of setCookie) jar.setCookieSync(line, source, { ignoreError: true });
  const isSameSite = pageOrigin === undefined || new URL(pageOrigin).hostname.endsWith("example.com");
  return jar.getCookieStringSync(url, { sameSiteContext: isSameSite ? "strict" : "none" });
}

const inLines =
  (change: (line: string, match: readonly string[]) => string): Follower =>
  (request, match) => {
    const setCookie = request.setCookie?.map((line) => change(line, match));
    const next = { ...request, setCookie };
    return { ...next, cookies: cookiesOf(next) };
  };

function derOf(raw: Buffer): Buffer {
  const integer = (half: Buffer): Buffer => {
    const start = half.findIndex((byte) => byte > 0);
    const bytes = half.subarray(start);
    const positive = (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
    return Buffer.concat([Buffer.of(2, positive.length), positive]);
  };
  const both = Buffer.concat([
    integer(raw.subarray(0, raw.length / 2)),
    integer(raw.subarray(raw.length / 2)),
  ]);
  return Buffer.concat([Buffer.of(0x30, both.length), both]);
}

/** The bytes of base64 in any alphabet, as who encoded them knows them. */
function bytesInBase64(value: string): Buffer {
  const text = decodedFully(value)
    .replace(/^b?['"]|['"]$/g, "")
    .replace(/\\[nrt]|[\r\n\t]/g, "")
    .replaceAll(" ", "+")
    .replaceAll("-", "+")
    .replace(/[_=,.]{1,2}$/, "")
    .replace(/[_~]/g, "/");
  return Buffer.from(text, "base64");
}

function decodedOnce(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function decodedFully(value: string): string {
  const plain = decodedOnce(value);
  return plain === value ? value : decodedFully(plain);
}

const withBytes = (
  request: FollowedRequest,
  name: string,
  change: (value: string) => Buffer,
): FollowedRequest => withValue(request, name, cloudFrontBase64(change(sentValue(request, name))));

const again =
  (terms: (request: FollowedRequest, match: readonly string[]) => Partial<Terms> = () => ({})): Follower =>
  (request, match) =>
    signedAgain(request, terms(request, match));

const inAnHour = (request: Request): Partial<Terms> => ({ end: secondsOf(request) + usualLifetime });

/** The values, the URL and the cookies. */
const ofText: readonly FollowedFix[] = [
  {
    fix: /^Rename (\S+ to .+): CloudFront/,
    follow: (request, [, renamings = ""]) => {
      const rename = (text: string): string =>
        namesOf(renamings).reduce((renamed, renaming) => {
          const [before = "", after = ""] = renaming.split(" to ");
          return renamed.replace(new RegExp(`(^|[?&; ])${before.replace(/[[\]]/g, "\\$&")}=`), `$1${after}=`);
        }, text);
      const isOfCookies = / to CloudFront-/.test(renamings);
      return isOfCookies
        ? { ...request, cookies: rename(request.cookies ?? "") }
        : { ...request, url: rename(request.url) };
    },
  },
  {
    fix: /^Take the parameter out of the URL, or rename it\./,
    follow: inUrl((url) => url.replace(new RegExp(`([?&])(?=(?:${reserved.join("|")})=)`, "g"), "$1own-")),
  },

  {
    fix: /^Send (?:CloudFront-)?([\w-]+)=(\w+)(?:[,.]| with| or (?:CloudFront-)?[\w-]+=(\w+))/,
    follow: (request, [, name = "", ...values]) =>
      eitherOf(values.filter(Boolean).map((value) => withValue(request, name, value))),
  },
  {
    fix: /^Leave out (?:CloudFront-)?([\w-]+), or send/,
    follow: (request, [, name = ""]) => withoutValue(request, name),
  },
  {
    fix: /^Write ; and a space instead of (\S+) between cookies/,
    follow: (request, [, written = ""]) => ({
      ...request,
      cookies: request.cookies?.replace(new RegExp(`[${written}] ?(?=CloudFront-)`, "g"), "; "),
    }),
  },
  {
    fix: /^Write (\S|\S, \S and \S|\S and \S) instead of (.+?)(?: before| where| between| if|, for example|:(?: |$))/,
    follow: inUrl((url, [, meant = "", written = ""]) =>
      namesOf(meant).reduce((text, one, i) => separated(text, one, namesOf(written)[i] ?? ""), url),
    ),
  },
  {
    fix: /^Write ([?&=]) (before|after) ([\w-]+), for example/,
    follow: inUrl((url, [, meant, place, name]) =>
      place === "after"
        ? url.replace(new RegExp(`(${name})(?!=)`), `$1${meant}`)
        : url.replace(new RegExp(`(?<![?&])${name}`), `${meant}${name}`),
    ),
  },

  {
    fix: /^Write (?:CloudFront-)?Expires in digits alone/,
    follow: (request) => withValue(request, "Expires", sentValue(request, "Expires").replace(/\D/g, "")),
  },
  {
    fix: /^Request the URL as it was signed: something encodes each % of it once more/,
    follow: inUrl((url) => url.replaceAll("%25", "%")),
  },
  { fix: /^Request the path with one \//, follow: inUrl((url) => url.replace(/(?<!:)\/{2,}/g, "/")) },
  { fix: /^Write one \? before/, follow: inUrl((url) => url.replace(/\?{2,}/, "?")) },
  {
    fix: /^Remove (.+): nothing comes between & and the name/,
    follow: inUrl((url, [, written = ""]) =>
      url.replaceAll(
        new RegExp(
          `&(?:${written === "the white space" ? "\\s" : escapedText(written)})+(?=${anyParameter})`,
          "g",
        ),
        "&",
      ),
    ),
  },
  {
    fix: /^Put the parameters before the #/,
    follow: inUrl((url) => {
      const [base = "", fragment = ""] = url.split("#");
      const at = fragment.search(/(?:Expires|Policy)=/);
      return `${base}${base.includes("?") ? "&" : "?"}${fragment.slice(at)}`;
    }),
  },
  {
    fix: /^Request the inner URL, decoded once/,
    follow: inUrl((url) => {
      const [, inside = ""] = /[?&](?:url|u|q)=([^&]*)/.exec(url) ?? [];
      return decodedOnce(inside);
    }),
  },
  { fix: /^Request the URL itself\. Encode it only/, follow: inUrl(decodedFully) },
  {
    fix: /^Send (Policy|Signature) as it is: CloudFront's base64/,
    follow: (request, [, name = ""]) => withValue(request, name, decodedFully(sentValue(request, name))),
  },
  {
    fix: /^(?:Use https for this request|Request the URL over https)/,
    follow: (request) => {
      const url = request.url.replace(/^http:/, "https:");
      const next = { ...request, url };
      return request.setCookie === undefined ? next : { ...next, cookies: cookiesOf(next) };
    },
  },
  {
    fix: /^Decode the email before/,
    follow: inUrl((url) => url.replace(/=\r?\n/g, "").replaceAll("=3D", "=")),
  },
  {
    fix: /^Write https:\/\/ once/,
    follow: inUrl((url) =>
      url.replace(/^https?:\/\/.?(?=https?(?::|\/\/))/, "").replace(/^(https?):?\/\//, "$1://"),
    ),
  },
  {
    fix: /^(?:Use|Request) (?:https|the URL with https:\/\/)[,:]/,
    follow: inUrl((url) => url.replace(/^http:/, "https:")),
  },
  {
    fix: /^(?:Remove (?:the )?(?:quotes|white space|line break|character|\\|\^) from|Type) (?:CloudFront-)?([\w-]+)(?::|,| again)/,
    follow: (request, [, name = ""]) =>
      withValue(request, name, decodedFully(sentValue(request, name)).replace(/\\[nrt]|[^\w~-]/g, "")),
  },
  {
    fix: /^Set the cookie values as they are, without encoding/,
    follow: (request) => ({ ...request, cookies: decodedOnce(request.cookies ?? "") }),
  },
  {
    fix: /^Set the cookie values without quotes/,
    follow: (request) => ({ ...request, cookies: request.cookies?.replaceAll('"', "") }),
  },
  {
    fix: /^Encode the (signature|policy) as base64 with padding, replace \+ = \/ with - _ ~/,
    follow: (request, [, name]) =>
      withBytes(request, name === "policy" ? "Policy" : "Signature", bytesInBase64),
  },
  {
    fix: /^Encode (Signature|Policy) without line breaks/,
    follow: (request, [, name = ""]) =>
      withBytes(request, name, (value) => bytesInBase64(decodedFully(value).replace(/\s/g, ""))),
  },
  {
    fix: /^Encode the JSON text of the policy as base64, and/,
    follow: (request) => withBytes(request, "Policy", (value) => Buffer.from(decodedFully(value))),
  },
  {
    fix: /^Encode the bytes of the signature as base64 once, and not the text of another encoding/,
    follow: (request) =>
      withBytes(request, "Signature", (value) => {
        const text = /^[\da-f]{128,}$/i.test(value) ? value : bytesInBase64(value).toString();
        return /^[\da-f]+$/i.test(text) ? Buffer.from(text, "hex") : bytesInBase64(text);
      }),
  },
  {
    fix: /^Encode the ECDSA signature in DER before base64/,
    follow: (request) => withBytes(request, "Signature", (value) => derOf(bytesOf(value) ?? Buffer.alloc(0))),
  },

  {
    fix: /^Reverse the bytes of the signature before base64/,
    follow: (request) => withBytes(request, "Signature", (value) => bytesInBase64(value).reverse()),
  },
  {
    fix: /^Request the URL from (\S+), for which it was signed/,
    follow: inUrl((url, [, host]) => url.replace(/\/\/[^/]+/, `//${host}`)),
  },
  {
    fix: /^Remove the (?:quotes|character|white space|line break) from the URL/,
    follow: inUrl((url) => url.replace(/^[^a-z]+|[^\w~-]+$/gi, "")),
  },
  {
    fix: /^Remove the (?:\? or the )?& that no parameter follows/,
    follow: inUrl((url) => url.replace(/&(?=&|$)|\?$/g, "").replace("?&", "?")),
  },
  {
    fix: /^Send each parameter once\./,
    follow: inUrl((url) => {
      const [base, ...pairs] = url.split(/[?&]/);
      const isFirst = (pair: string, i: number): boolean =>
        pairs.findIndex((one) => one.split("=")[0] === pair.split("=")[0]) === i;
      return `${base}?${pairs.filter(isFirst).join("&")}`;
    }),
  },
  {
    fix: /^(?:Remove the cookie that is left|Set cookies for paths of which none .*, remove the set that is left) from before/,
    follow: (request) => {
      const pairs = (request.cookies ?? "").split("; ");
      const once = (all: readonly string[]): string =>
        all
          .filter((one, i) => all.findIndex((other) => other.split("=")[0] === one.split("=")[0]) === i)
          .join("; ");
      return eitherOf([pairs, [...pairs].reverse()].map((all) => ({ ...request, cookies: once(all) })));
    },
  },
  {
    fix: /^Send the custom policy for (\S+) \(Policy instead of Expires/,
    follow: (request, [, resource = ""]) => {
      const policy = documentedPolicy({ ...termsOfRequest(request), resource });
      return withoutValue(withValue(request, "Policy", cloudFrontBase64(Buffer.from(policy))), "Expires");
    },
  },
  {
    fix: /^Set Domain=([^\s,]+), which covers/,
    follow: inLines((line, [, domain]) => line.replace(/Domain=[^;]*/, `Domain=${domain}`)),
  },
  {
    fix: /^Set Path=([^\s,.]+)/,
    follow: inLines((line, [, path]) => line.replace(/Path=[^;]*/, `Path=${path}`)),
  },
  {
    fix: /(?:^Set|, or set) SameSite=None; Secure/,
    follow: inLines((line) => `${line.replace(/; (?:SameSite=\w+|Secure)/g, "")}; SameSite=None; Secure`),
  },
  {
    fix: /^Set the cookies again(?:\. Leave Expires and Max-Age out|, without Max-Age and Expires)/,
    follow: inLines((line) => line.replace(/; (?:Max-Age|Expires)=[^;]*/g, "")),
  },
];

/** What is signed again, after all texts are as they should be. */
const ofSigning: readonly FollowedFix[] = [
  {
    // A program has the ID of its key somewhere: it is the one with which the signature is valid.
    fix: /^(?:Use the ID of the public key|Add Key-Pair-Id|(?:Find the variable that|Await the Promise before you write|Write the text of) (?:CloudFront-)?Key-Pair-Id)/,
    follow: (request) => eitherOf(keyPairIds.map((id) => withValue(request, "Key-Pair-Id", id))),
  },
  {
    fix: /^Sign the JSON text of the policy, and encode it as base64 once/,
    follow: (request) =>
      signedAgain(withBytes(request, "Policy", (value) => bytesInBase64(bytesInBase64(value).toString()))),
  },
  {
    fix: /^Find the variable that (?:CloudFront-)?Hash-Algorithm/,
    follow: (request) =>
      eitherOf(["SHA1", "SHA256"].map((hash) => withValue(request, "Hash-Algorithm", hash))),
  },
  {
    fix: /^Sign with SHA-256 and send Hash-Algorithm=SHA256/,
    follow: (request) => signedAgain(withValue(request, "Hash-Algorithm", "SHA256")),
  },
  {
    fix: /[Ss]ign and send (\d+)[.:,]|^Sign (?:the (?:whole )?number that is sent, )?(\d+)[:,]/,
    follow: again((_, [, sent, given]) => ({ end: Number(sent ?? given) })),
  },
  {
    fix: /[Ss]ign and send (\d+) as (\w+)(?: and (\d+) as (\w+))?[.:,]/,
    follow: again((_, [, ...pairs]) => {
      const times = new Map([pairs.slice(0, 2), pairs.slice(2)].map(([time, member]) => [member, time]));
      const [end, start] = [times.get("DateLessThan"), times.get("DateGreaterThan")];
      return { ...(end && { end: Number(end) }), ...(start && { start: Number(start) }) };
    }),
  },
  {
    // Its author knows which times were meant: here, those that were exchanged.
    fix: /^Sign again with a DateGreaterThan that comes before DateLessThan/,
    follow: again((request) => {
      const { start, end } = termsOfRequest(request);
      return { start: end, end: start ?? end };
    }),
  },
  {
    fix: /^Sign and send the time of the expiry .*: the current time and (\d+) seconds/,
    follow: again((request, [, length]) => ({ end: secondsOf(request) + Number(length) })),
  },
  {
    fix: /^(?:Sign again\. Only the author|Sign and send whole epoch seconds)/,
    follow: again(inAnHour),
  },
  {
    fix: /^Wait until (\S+Z)\. (?:Only the author|If the start)/,
    follow: (request, [, time = ""]) => ({ ...request, now: new Date(time) }),
  },
  {
    fix: /^Sign for the public address/,
    follow: again(({ ipAddress }) => ({ range: ipAddress && `${ipAddress}/32` })),
  },
  {
    fix: /and name an IPv4 address\. Then sign/,
    follow: again(({ ipAddress }) => ({ range: ipAddress && `${ipAddress}/32` })),
  },
  {
    fix: /^Sign exactly this URL, or request it without dot segments/,
    follow: again((request) => ({ resource: read(request).requested })),
  },
  {
    fix: /^Sign (https?:\/\/[^…\s]*) (?:as Resource|once, as a grant)|(?:folder was|of them were) meant, sign (https?:\/\/\S+) as Resource\.$/,
    follow: again((_, [, one, other]) => ({ resource: one ?? other ?? "" })),
  },
  {
    fix: /^Write https:\/\/ before the host name, (\S+)\.$/,
    follow: inUrl((url, [, host = ""]) => `https://${url.slice(url.indexOf(host))}`),
  },
  {
    fix: /^Sign a Resource that starts with (\w+:\/\/[^\s,]*),/,
    follow: again((request, [, start = ""]) => ({
      resource: termsOfRequest(request).resource.replace(/^(?:[^:]+:\/\/)?/, start),
    })),
  },
  {
    fix: /^Sign a Resource with the requested host name, (https?:\/\/[^/]+)\/…/,
    follow: again((request, [, origin = ""]) => ({
      resource: termsOfRequest(request).resource.replace(/^[^:]+:\/\/[^/]+/, origin),
    })),
  },
  {
    fix: /^Sign a Resource with \/ or %5C instead of the backslash/,
    follow: again((request) => ({ resource: termsOfRequest(request).resource.replaceAll("\\", "/") })),
  },
  {
    fix: /^Sign a Resource with the parameters that are requested/,
    follow: again((request) => ({ resource: read(request).requested })),
  },
  {
    fix: /^(?:Send a signed URL, or|Set all signed cookies:|Sign the URL with the key of a CloudFront key group|(?:Find the variable that|Await the Promise before you write|Write the text of) (?:CloudFront-)?(?:Signature|Policy|Expires))/,
    follow: signedAnew,
  },
  {
    fix: /^Put the real URL and the real time into the policy first/,
    follow: again((request) => ({ resource: read(request).requested })),
  },
  {
    // The sentence says what a policy has to be: the terms are those that can be read.
    fix: /Then sign the policy again\.$|^Encode the JSON text as UTF-8, .* before you sign it/,
    follow: again((request) => {
      const { resource } = termsOfRequest(request);
      const { requested } = read(request);
      return covers(resource, requested) ? {} : { resource: requested };
    }),
  },
  {
    fix: /^Bring file names into one form, text\.normalize\("NFC"\)/,
    follow: (request) =>
      signedAgain({
        ...request,
        url: request.url.replace(/^[^?]*/, (path) => encodeURI(decodeURI(path).normalize("NFC"))),
      }),
  },
  {
    // The request stays as it is, and its own text is signed.
    fix: /^(?:Sign the (?:path|(?:whole )?URL)|Add .+ before signing|Take the [?&] off before you sign|Send \S+ as it was signed, or sign without it)/,
    follow: again((request) => ({ resource: read(request).requested })),
  },
  {
    fix: /^Percent-encode Resource as clients send the URL/,
    follow: again((request) => ({
      resource: encodeURI(decodedFully(termsOfRequest(request).resource).normalize("NFC")),
    })),
  },
  {
    fix: /^(?:Sign (?:exactly the documented bytes|the JSON|the bytes of the policy|the text of the policy|the host name|the policy|with RSASSA|https?:\/\/\S+, which is requested)|Let the library hash and pad|Percent-encode|Send in .* the policy that was signed, .* or sign the one that is sent|Send the policy that was signed)/,
    follow: again(),
  },
];

export const followers: readonly FollowedFix[] = [...ofText, ...ofSigning];

export function isOfSigning(one: FollowedFix): boolean {
  return ofSigning.includes(one);
}

/** The other way that a fix offers behind its "or". */
export const alternatives: readonly FollowedFix[] = [
  {
    fix: /, or sign with the private key of (\S+)\.$/,
    follow: (request, [, id = ""]) => signedWithKeyOf(withValue(request, "Key-Pair-Id", id)),
  },
  {
    fix: /, or send (?:CloudFront-)?Hash-Algorithm=SHA1:/,
    follow: (request) => withValue(request, "Hash-Algorithm", "SHA1"),
  },
  {
    fix: /^Send (?:CloudFront-)?Expires=\d+, which was signed, or sign (\d+)\./,
    follow: again((_, [, end]) => ({ end: Number(end) })),
  },
  {
    fix: /, or request the URL from (\S+)\.$/,
    follow: inUrl((url, [, host]) => url.replace(/\/\/[^/]+/, `//${host}`)),
  },
  {
    fix: /, or request the host name that was signed\.$/,
    follow: (request) => {
      const [, host] = /\/\/([^/]+)/.exec(termsOfRequest(request).resource) ?? [];
      return { ...request, url: request.url.replace(/\/\/[^/]+/, `//${host}`) };
    },
  },
  {
    fix: / sign a custom policy whose Resource ends in \?\*\.$/,
    follow: again((request) => ({ resource: `${read(request).requested.replace(/\?.*/, "")}?*` })),
  },
  {
    fix: /, or sign with SHA-1(?: and send no Hash-Algorithm)?\.$/,
    follow: (request) => signedAgain(withoutValue(request, "Hash-Algorithm")),
  },
  {
    fix: /then sign one whose query is a \*\.$/,
    follow: again((request) => ({
      resource: `${termsOfRequest(request).resource.replace(/\?.*/, "")}?*`,
    })),
  },
];
