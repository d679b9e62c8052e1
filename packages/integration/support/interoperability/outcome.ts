import { verifierFor } from "@cloudfront-sign-webcrypto/testing/support/peer-outputs.ts";
import type { PeerCase, PeerOutput } from "@cloudfront-sign-webcrypto/testing/support/peer-signing.ts";

/** What becomes of an input with one signer, as the page names it. */
export type Outcome =
  /** CloudFront answers the request of a client, for the URL and until the expiry that the caller gave. */
  | "ok"
  /** CloudFront answers it, but the URL or the expiry is not the one that the caller gave. */
  | "changed"
  | "403"
  | "throws"
  /** The signer has no such option, or was not tried. */
  | "–";

export interface Judgement {
  readonly outcome: Outcome;
  /** The URL that the origin gets, or the expiry; the reason of the denial; the error. */
  readonly detail: string;
}

/** After every start in the vectors, and before every end that is not in the past. */
const now = new Date("2026-06-01T00:00:00Z");

/**
 * The URL that a browser requests, without what means nothing: a fragment, a `?` at the end, the case of escapes
 * and escapes of unreserved characters (RFC 3986, section 6.2.2).
 */
function normalized(url: string): string {
  const [request = ""] = new URL(url).href.split("#");
  return request.replace(/\?$/, "").replace(/%[\da-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : triplet.toUpperCase();
  });
}

/** An address that the condition of the case allows. */
function viewer({ input }: PeerCase): string {
  return /^\d+(?:\.\d+){3}/.exec(input.ipAddress ?? "")?.[0] ?? "192.0.2.1";
}

/** CloudFront registers neither kind of public key. */
const unregistered = /p384|ed25519/;

/**
 * Judges an output by the request that a browser makes with it.
 * @param visit the URL that is visited: for cookies in full, for a signed URL in place of the one that was signed
 */
export async function judge(
  one: PeerCase,
  output: PeerOutput | undefined,
  visit: (url: string) => string,
): Promise<Judgement> {
  if (output === undefined) return { outcome: "–", detail: "" };
  if (output.error !== undefined) return { outcome: "throws", detail: output.error };
  if (unregistered.test(one.publicKey)) return { outcome: "403", detail: "the key cannot be registered" };
  const verifier = verifierFor(one);
  const context = { time: now, ipAddress: viewer(one) };
  if (output.url === undefined) {
    const verdict = await verifier.verifyCookies(visit(one.input.url), output.cookies ?? {}, context);
    return verdict.allowed ? { outcome: "ok", detail: "" } : { outcome: "403", detail: verdict.reason };
  }
  const verdict = await verifier.verifyUrl(new URL(visit(output.url)), context);
  if (!verdict.allowed) return { outcome: "403", detail: verdict.reason };
  if (!verdict.restricted) throw new Error("a verifier without open paths found one");
  const { dateLessThan } = verdict.policy;
  if (one.input.dateLessThan !== undefined && Math.abs(dateLessThan - one.input.dateLessThan) >= 1)
    return { outcome: "changed", detail: `expires ${new Date(dateLessThan * 1000).toISOString()}` };
  const isSame = normalized(verdict.url) === normalized(visit(one.input.url));
  return { outcome: isSame ? "ok" : "changed", detail: verdict.url };
}
