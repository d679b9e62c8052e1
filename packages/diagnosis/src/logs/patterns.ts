import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import type { CloudFrontFindingId } from "../checks/entries.ts";
import type { FoundCause } from "./cause-search.ts";
import type { DeniedTraffic, Traffic } from "./traffic.ts";

/** What the denials of a cause have in common, by which people know the incident. */
export type AccessLogPattern =
  /** A key was trusted until it began to be denied. */
  | "rotated-too-early"
  /** A key was never trusted while the log was written. */
  | "unknown-key"
  /** Signatures begin in the future: the clock of the signer is ahead. */
  | "clock-ahead"
  /** Requests come shortly after the expiry time. */
  | "short-lifetime"
  /** Many links, all with one expiry time: a mailing. */
  | "bulk-mail"
  /** One link, requested from many addresses. */
  | "shared-link"
  /** Requests without a signature from one browser, while others have cookies. */
  | "one-browser"
  /** The segments of one player have no signature. */
  | "one-player"
  /** Requests of programs and bots, which never had a signature. */
  | "programs"
  /** The links are for another folder or host name. */
  | "other-resource"
  /** Something in front of CloudFront sorts the query. */
  | "query-sorted";

/** A pattern, the question that it raises, and what differs from the finding of a single request. */
export interface FoundPattern {
  readonly pattern: AccessLogPattern;
  readonly question: string;
  readonly fix?: string;
  /** What all requests together show and a single one does not. */
  readonly cause?: Pick<FoundCause, "id" | "certainty" | "summary" | "evidence">;
}

/** Nearly all: a few stragglers do not change what happened. */
const most = 0.9;

/** Key groups and other settings reach the edge locations one after the other. In milliseconds. */
const deployment = 900_000;

/** Requests from this many addresses are not those of one user who changes networks. */
const manyAddresses = 10;

/** What looks late or early by less may be a clock. In seconds. */
const shortTime = 900;

type Finder = (denied: DeniedTraffic, all: Traffic) => FoundPattern | undefined;

const unsigned: readonly CloudFrontFindingId[] = ["no-credentials", "segment-not-signed"];

/** Looks for a pattern in the requests that one cause denied. */
export function findPattern(denied: DeniedTraffic, all: Traffic): FoundPattern | undefined {
  const { id, certainty } = denied.cause;
  const finders: readonly Finder[] = unsigned.includes(id)
    ? [programs, onePlayer, oneBrowser]
    : (byId[id] ?? (certainty === "proven" ? [] : [sortedQuery, keyWithoutProof]));
  for (const find of finders) {
    const found = find(denied, all);
    if (found) return found;
  }
  return undefined;
}

const programs: Finder = (denied) =>
  (denied.kinds.get("program") ?? 0) < most * denied.count
    ? undefined
    : {
        pattern: "programs",
        question: "programs and bots without a signature?",
        fix: "Nothing, if these programs are not yours: CloudFront denies them as it should. Block them with AWS WAF if they cost too much.",
      };

const onePlayer: Finder = (denied, all) => {
  const client = dominant(denied.clients, denied.count);
  if (denied.cause.id !== "segment-not-signed" || client === undefined) return undefined;
  const served = all.clients.get(client)?.allowed.count ?? 0;
  return {
    pattern: "one-player",
    question:
      served === 0
        ? "does this player sign anything?"
        : "it gets the playlist, but does it sign the segments?",
    fix: "This player does not pass the query of the playlist on to its segments. Sign the segments in the playlist (docs/playlists.md), or use cookies if it sends them (docs/players.md).",
  };
};

const oneBrowser: Finder = (denied, all) => {
  const client = dominant(denied.clients, denied.count);
  const isBrowser = (denied.kinds.get("browser") ?? 0) >= most * denied.count;
  // Without a signature in the URL, they have cookies, also where the log does not.
  const withCookies = all.allowed - all.allowedByUrl;
  if (client === undefined || !isBrowser || withCookies < denied.count / 10) return undefined;
  const others = [...all.clients].filter(([name]) => name !== client);
  const allowed = others.reduce((sum, [, outcome]) => sum + outcome.allowed.count, 0);
  if (allowed < denied.count / 10) return undefined;
  return {
    pattern: "one-browser",
    question: `does ${client} keep and send the cookies?`,
    fix: "Serve the page and the files from one site, such as www.example.com and cdn.example.com: some browsers block cookies of other sites. Set Secure, SameSite and Domain (explain --set-cookie checks them). Or sign URLs.",
  };
};

const keyHistory: Finder = (denied, all) => {
  // Strangers who try IDs do not hide the key of an incident.
  const key = dominant(denied.keyPairIds, denied.count, 0.5);
  const history = key === undefined ? undefined : all.keys.get(key);
  if (key === undefined || history === undefined) return undefined;
  const { allowed } = history;
  if (allowed.count === 0)
    return {
      pattern: "unknown-key",
      question: "is its public key in the key group of this cache behavior?",
    };
  const end = history.denied.first;
  if (allowed.first >= end || allowed.last > end + deployment) return undefined;
  return {
    pattern: "rotated-too-early",
    question: "rotated too early?",
    fix: `Put the public key of ${key} back into the key group, until the last URL and cookie that it signed have expired (npx cloudfront-sign-cli rotate plans the dates).`,
  };
};

/** Without public keys: the log shows that a key was good, and no longer is, while others still are. */
const keyWithoutProof: Finder = (denied, all) => {
  const found = keyHistory(denied, all);
  const othersAllowed = all.keys
    .sorted()
    .some(
      ({ value, detail }) =>
        value !== dominant(denied.keyPairIds, denied.count) && detail.allowed.last > denied.first,
    );
  if (found === undefined || !othersAllowed) return undefined;
  return {
    ...found,
    cause: {
      id: "key-not-trusted",
      certainty: found.pattern === "rotated-too-early" ? "likely" : "possible",
      summary: "CloudFront does not trust the key that signed.",
      evidence: "all requests with this key are denied, while those with another key are allowed",
    },
  };
};

const sortedQuery: Finder = (denied, all) => {
  const isSorted = denied.rewritten >= most * denied.count;
  if (!isSorted || all.allowedRewritten > 0.5 * all.allowedSigned) return undefined;
  return {
    ...querySorted,
    cause: {
      id: "url-parameters-reordered",
      certainty: "likely",
      summary: "The order of the parameters was changed after signing.",
      evidence: "the parameters of these requests are sorted, and signers write theirs behind all others",
    },
  };
};

const querySorted: FoundPattern = {
  pattern: "query-sorted",
  question: "does a CDN or a proxy in front of CloudFront sort the query?",
  fix: "Switch off the sorting of query parameters in what stands in front of CloudFront. Or sign with a custom policy whose Resource ends with *: it does not depend on the order.",
};

const sharedLink: Finder = (denied) => {
  const [first] = denied.signatures.sorted();
  const addresses = Math.min(first?.detail.count ?? 0, first?.count ?? 0);
  if (first === undefined || first.count < denied.count / 2 || addresses < manyAddresses) return undefined;
  return {
    pattern: "shared-link",
    question: `one link from about ${addresses} addresses: passed on or posted?`,
    fix: "CloudFront denies these requests as it should. Give the user of this link a new one, sign for a shorter time, and restrict links to an address only if your users keep theirs.",
  };
};

const bulkMail: Finder = (denied) => {
  const expiry = dominant(denied.expiries, denied.count, 0.5);
  if (expiry === undefined || denied.addresses.count < manyAddresses) return undefined;
  const date = new Date(Number(expiry) * 1000).toISOString().slice(0, 16).replace("T", " ");
  return {
    pattern: "bulk-mail",
    question: `links of a mailing that all expired at ${date} UTC?`,
    fix: "Send links to a page of yours that signs when a reader clicks, instead of signed URLs. Or sign them for longer.",
  };
};

const shortLifetime: Finder = ({ distance: { median } }) =>
  median === undefined || median > shortTime
    ? undefined
    : {
        pattern: "short-lifetime",
        question: `about ${describeSeconds(median)} too late: is the lifetime too short, or the clock of the signer behind?`,
        fix: "Check the clock of the signer. Sign for longer than a page stays open or a film plays, or let the player renew its signature.",
      };

const clockAhead: Finder = ({ distance: { median } }) => ({
  pattern: "clock-ahead",
  question: `about ${describeSeconds(median ?? 0)} too early: is the clock of the signer ahead?`,
  fix: "Check the clock of the signer. Leave the start time out, or set it some minutes into the past.",
});

const otherResource: Finder = () => ({
  pattern: "other-resource",
  question: "links of one folder, host name or customer used for another?",
});

/** The finders of a cause, the surest first. */
const byId: Partial<Record<CloudFrontFindingId, readonly Finder[]>> = {
  "key-not-trusted": [keyHistory],
  "key-id-wrong": [keyHistory],
  "url-parameters-reordered": [() => querySorted],
  "not-yet-valid": [clockAhead],
  expired: [sharedLink, bulkMail, shortLifetime],
  "ip-mismatch": [sharedLink],
  "ipv6-viewer": [sharedLink],
  "resource-mismatch": [otherResource],
};

/** The value that nearly all requests have. */
export function dominant(
  table: { sorted(): readonly { readonly value: string; readonly count: number }[] },
  total: number,
  part: number = most,
): string | undefined {
  const [first] = table.sorted();
  return first && first.count >= part * total ? first.value : undefined;
}
