import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import type { CloudFrontFindingId } from "../checks/entries.ts";
import type { FoundCause } from "./cause-search.ts";
import type { DeniedTraffic, Group, Traffic } from "./traffic.ts";

/** What the denials of a cause have in common, by which people know the incident. */
export type AccessLogPattern =
  | "rotated-too-early"
  | "unknown-key"
  | "clock-ahead"
  | "short-lifetime"
  | "bulk-mail"
  | "shared-link"
  | "one-browser"
  | "one-player"
  | "programs"
  | "other-resource"
  | "query-sorted";

/** What all requests together show, in words. */
interface Found {
  /** The question that it raises, a sentence or two. */
  readonly question: string;
  /** If not the one of the pattern. */
  readonly fix?: string;
  /** What all requests together show and a single one does not. */
  readonly cause?: Pick<FoundCause, "id" | "certainty" | "summary" | "evidence">;
}

/** A pattern with its words. */
export interface FoundPattern extends Found {
  readonly pattern: AccessLogPattern;
  readonly isUsual: boolean;
}

/** All of one pattern. Its comment is the text of `docs/logs.md`. */
interface PatternEntry {
  /** The causes that may have it. */
  readonly causes: readonly CloudFrontFindingId[];
  /** Whether healthy traffic has it, too. */
  readonly isUsual?: true;
  /** What to do, if not what helps with the cause itself. */
  readonly fix?: string;
  readonly find: (denied: DeniedTraffic, all: Traffic) => Found | undefined;
  /** Looks for the pattern where the cause is not proven and has no pattern of its own. */
  readonly guess?: (denied: DeniedTraffic, all: Traffic) => Found | undefined;
}

/** Nearly all: a few stragglers do not change what happened. */
const most = 0.9;

/** Key groups and other settings reach the edge locations one after the other. In milliseconds. */
const deployment = 900_000;

/** Requests from this many addresses are not those of one user who changes networks. */
const manyAddresses = 10;

/** What looks late or early by less may be a clock. In seconds. */
const shortTime = 900;

const unsigned: readonly CloudFrontFindingId[] = ["no-credentials", "segment-not-signed"];
const untrusted: readonly CloudFrontFindingId[] = ["key-not-trusted", "key-id-wrong"];

const sortedQuery: Found = { question: "Does a CDN or a proxy in front of CloudFront sort the query?" };

/** The patterns, the surest of a cause first. */
const patterns: Readonly<Record<AccessLogPattern, PatternEntry>> = {
  /** Programs and bots send no signature */
  programs: {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
    causes: unsigned,
    isUsual: true,
    fix: "Nothing, if these programs are not yours: CloudFront denies them as it should. Block them with AWS WAF if they cost too much.",
    find: ({ kinds, count }) =>
      (kinds.get("program") ?? 0) < most * count
        ? undefined
        : { question: "Are these programs and bots without a signature?" },
  },
  /** One player requests segments without a signature */
  "one-player": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-choosing-signed-urls-cookies.html
    causes: ["segment-not-signed"],
    fix: "This player does not pass the query of the playlist on to its segments. Sign the segments in the playlist (docs/playlists.md), or use cookies if it sends them (docs/players.md).",
    find: (denied, all) => {
      const client = dominant(denied.groups.client, denied.count);
      if (client === undefined) return undefined;
      const served = all.groups.client.get(client)?.allowed.count ?? 0;
      return {
        question:
          served === 0
            ? "Does this player sign anything?"
            : "The player gets the playlist, but does it sign the segments?",
      };
    },
  },
  /** One browser sends no cookies, but others do */
  "one-browser": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html
    causes: unsigned,
    fix: "Serve the page and the files from one site, such as www.example.com and cdn.example.com: some browsers block cookies of other sites. Set Secure, SameSite and Domain (explain --set-cookie checks them). Or sign URLs.",
    find: ({ groups, kinds, count }, all) => {
      const client = dominant(groups.client, count);
      const isBrowser = (kinds.get("browser") ?? 0) >= most * count;
      // Without a signature in the URL, they have cookies, also where the log does not.
      const withCookies = all.allowed - all.allowedByUrl;
      if (client === undefined || !isBrowser || withCookies < count / 10) return undefined;
      const own = all.groups.client.get(client)?.allowed.count ?? 0;
      if (all.allowed - own < count / 10) return undefined;
      return { question: `Does ${client} keep and send the cookies?` };
    },
  },
  /** Something in front of CloudFront sorts the query */
  "query-sorted": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/QueryStringParameters.html
    causes: ["url-parameters-reordered"],
    fix: "Switch off the sorting of query parameters in what stands in front of CloudFront. Or, if the author of the policy allows any query, sign a custom policy whose Resource ends in ?*.",
    find: () => sortedQuery,
    guess: (denied, all) => {
      const isSorted = denied.rewritten >= most * denied.count;
      if (!isSorted || all.allowedRewritten > 0.5 * all.allowedSigned) return undefined;
      return {
        ...sortedQuery,
        cause: {
          id: "url-parameters-reordered",
          certainty: "likely",
          summary: "The parameters are in another order than the signed ones.",
          evidence: "the parameters of these requests are sorted, and signers write theirs behind all others",
        },
      };
    },
  },
  /** CloudFront stopped trusting a key whose URLs are still in use */
  "rotated-too-early": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html#private-content-rotating-key-pairs
    causes: untrusted,
    find: (denied, all) => {
      const { key, history } = keyOf(denied, all);
      if (history === undefined || history.allowed.count === 0) return undefined;
      const { allowed } = history;
      const end = history.denied.first;
      if (allowed.first >= end || allowed.last > end + deployment) return undefined;
      return {
        question: "Was it rotated too early?",
        fix: `Put the public key of ${key} back into the key group, until the last URL and cookie that it signed have expired (cloudfront-sign rotate plans the dates).`,
      };
    },
    guess: (denied, all) => withoutProof(denied, all, "rotated-too-early", "likely"),
  },
  /** In this log, CloudFront never trusted the key */
  "unknown-key": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html
    causes: untrusted,
    find: (denied, all) =>
      keyOf(denied, all).history?.allowed.count === 0
        ? { question: "Is its public key in the key group of this cache behavior?" }
        : undefined,
    guess: (denied, all) => withoutProof(denied, all, "unknown-key", "possible"),
  },
  /** Signatures have a start time in the future */
  "clock-ahead": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html
    causes: ["not-yet-valid"],
    fix: "Check the clock of the signer. Leave the start time out, or set it some minutes into the past.",
    find: ({ distance: { median = 0 } }) => ({
      question: `They are about ${describeSeconds(median)} too early. Is the clock of the signer ahead?`,
    }),
  },
  /** Ten or more IP addresses use one link */
  "shared-link": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html
    causes: ["expired", "ip-mismatch", "ipv6-viewer"],
    isUsual: true,
    fix: "CloudFront denies these requests as it should. Give the user of this link a new one, sign for a shorter time, and restrict links to an address only if your users keep theirs.",
    find: ({ signatures, count }) => {
      const [first] = signatures.sorted();
      const addresses = Math.min(first?.detail.count ?? 0, first?.count ?? 0);
      if (first === undefined || first.count < count / 2 || addresses < manyAddresses) return undefined;
      return { question: `About ${addresses} addresses used one link. Was it passed on or posted?` };
    },
  },
  /** Many IP addresses use links that expired at the same time */
  "bulk-mail": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html#private-content-overview-choosing-duration
    causes: ["expired"],
    isUsual: true,
    fix: "Send links to a page of yours that signs when a reader clicks, instead of signed URLs. Or sign them for longer.",
    find: ({ expiries, addresses, count }) => {
      const expiry = dominant(expiries, count, 0.5);
      if (expiry === undefined || addresses.count < manyAddresses) return undefined;
      const date = new Date(Number(expiry) * 1000).toISOString().slice(0, 16).replace("T", " ");
      return { question: `Are these links of a mailing that all expired at ${date} UTC?` };
    },
  },
  /** Requests come up to 15 minutes after the expiry */
  "short-lifetime": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html#private-content-overview-choosing-duration
    causes: ["expired"],
    isUsual: true,
    fix: "Check the clock of the signer. Sign for longer than a page stays open or a film plays, or let the player renew its signature.",
    find: ({ distance: { median } }) =>
      median === undefined || median > shortTime
        ? undefined
        : {
            question: `They are about ${describeSeconds(median)} too late. Is the lifetime too short, or the clock of the signer behind?`,
          },
  },
  /** Signatures are used for another folder or host name */
  "other-resource": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html
    causes: ["resource-mismatch"],
    find: () => ({ question: "Are links of one folder, host name or customer used for another?" }),
  },
};

/** Looks for a pattern in the requests that one cause denied. */
export function findPattern(denied: DeniedTraffic, all: Traffic): FoundPattern | undefined {
  const { id, certainty } = denied.cause;
  const entries = Object.entries(patterns);
  const own = entries.filter(([, { causes }]) => causes.includes(id));
  const isOpen = own.length === 0 && certainty !== "proven";
  for (const [pattern, entry] of isOpen ? entries : own) {
    const found = isOpen ? entry.guess?.(denied, all) : entry.find(denied, all);
    if (found)
      return {
        ...(entry.fix !== undefined && { fix: entry.fix }),
        ...found,
        pattern: pattern as AccessLogPattern,
        isUsual: entry.isUsual === true,
      };
  }
  return undefined;
}

/** The key of an incident, and what became of its requests: strangers who try IDs do not hide it. */
function keyOf(denied: DeniedTraffic, all: Traffic): { key: string | undefined; history: Group | undefined } {
  const key = dominant(denied.groups.key, denied.count, 0.5);
  return { key, history: key === undefined ? undefined : all.groups.key.get(key) };
}

/** Without public keys: the log shows that a key was good, and no longer is, while others still are. */
function withoutProof(
  denied: DeniedTraffic,
  all: Traffic,
  pattern: "rotated-too-early" | "unknown-key",
  certainty: "likely" | "possible",
): Found | undefined {
  const found = patterns[pattern].find(denied, all);
  const own = dominant(denied.groups.key, denied.count);
  const isOtherAllowed = all.groups.key
    .sorted()
    .some(({ value, detail }) => value !== own && detail.allowed.last > denied.first);
  if (found === undefined || !isOtherAllowed) return undefined;
  return {
    ...found,
    cause: {
      id: "key-not-trusted",
      certainty,
      summary: "CloudFront does not trust the key that signed.",
      evidence: "all requests with this key are denied, while those with another key are allowed",
    },
  };
}

/** The value that nearly all requests have. */
export function dominant(
  table: { sorted(): readonly { readonly value: string; readonly count: number }[] },
  total: number,
  part: number = most,
): string | undefined {
  const [first] = table.sorted();
  return first && first.count >= part * total ? first.value : undefined;
}
