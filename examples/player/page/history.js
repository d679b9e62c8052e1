/** @typedef {{ number: number, from: number, until: number, isLast: boolean }} PastGrant */
/** @typedef {{ time: number, file: string, way: string, status: number, isOfEndpoint: boolean }} PastRequest */
/** @typedef {ReturnType<typeof createHistory>} History */

/** How long the past is kept, in milliseconds. */
export const keptPast = 60_000;

/** What has happened since the page was opened. */
export function createHistory() {
  /** @type {PastGrant[]} */
  const grants = [];
  /** @type {PastRequest[]} */
  const requests = [];
  /** Numbers of the grants by their signatures. @type {Map<string, number>} */
  const numbers = new Map();
  const counts = { grants: 0, requests: 0, denied: 0 };
  return {
    grants,
    requests,
    counts,
    /**
     * @param {import("cloudfront-sign-media/client").RenewingGrant} grant
     * @param {string} url any that it covers
     */
    noteState(grant, url) {
      const { state } = grant;
      const last = grants.at(-1);
      if (state.status !== "valid" || last?.until === state.expiresAt.getTime()) return;
      const now = Date.now();
      if (last) last.isLast = false;
      grants.push({ number: ++counts.grants, from: now, until: state.expiresAt.getTime(), isLast: true });
      numbers.set(signatureOf(grant.signUrlNow(url)), counts.grants);
      while (grants[0] && grants[0].until < now - keptPast) grants.shift();
    },
    /** How a request was signed. @param {string} url @param {import("./player.js").Delivery} way @param {number} status */
    wayOf(url, way, status) {
      const signature = signatureOf(url);
      if (signature) return `grant ${numbers.get(signature) ?? "?"}`;
      return way === "cookies" && status !== 403 ? `grant ${counts.grants}` : "nothing";
    },
    /** @param {PastRequest} request */
    noteRequest(request) {
      requests.push(request);
      if (!request.isOfEndpoint) {
        counts.requests++;
        if (request.status === 403) counts.denied++;
      }
      while (requests[0] && requests[0].time < Date.now() - keptPast) requests.shift();
    },
  };
}

/** @param {string} url */
const signatureOf = (url) => new URL(url).searchParams.get("Signature") ?? "";
