import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { expect } from "vitest";

/** What CloudFront makes of the signatures of a library and of its adapter. */

const publicKey = keyText("rsa2048.pub.spki.pem");
const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: publicKey } });

/**
 * What clients send for a URL: those of WHATWG, and those that normalize it (RFC 3986 section 6.2.2), as
 * Python's requests and urllib3 do.
 */
function asSent(signed: string): string[] {
  const { href } = new URL(signed);
  return [href, href.replace(/%[\da-f]{2}|[^\w.~!$&'()*+,;=:@/?#-]/gi, normalized)].map(
    (url) => url.split("#", 1)[0] ?? "",
  );
}

function normalized(found: string): string {
  if (!/^%[\da-f]{2}$/i.test(found)) return encodeURIComponent(found);
  const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
  return /[a-z\d._~-]/i.test(character) ? character : found.toUpperCase();
}

async function isAllowed(signed: string, ipAddress?: string): Promise<boolean> {
  try {
    const verdicts = asSent(signed).map((url) =>
      verifier.verifyUrl(url, { ...(ipAddress && { ipAddress }) }),
    );
    return (await Promise.all(verdicts)).every(({ allowed }) => allowed);
  } catch {
    return false;
  }
}

export interface Outcome {
  readonly text?: string;
  readonly code?: string;
}

export async function outcomeOf(action: () => string | Promise<string>): Promise<Outcome> {
  try {
    return { text: await action() };
  } catch (error) {
    return { code: isCloudFrontSignError(error) ? error.code : `${error}` };
  }
}

/** The adapter's outcome is one of those that a row of the documented differences explains. */
export async function checkOutcome(
  ours: Outcome,
  theirs: Outcome,
  ipAddress: string | undefined,
): Promise<void> {
  // The adapter writes the / that clients send in front of a query.
  const hasPath = /^[^/]*\/\/[^/?#]*\//.test(theirs.text ?? "");
  const isTheirsAllowed = hasPath && (await isAllowed(theirs.text ?? "", ipAddress));
  if (isTheirsAllowed) expect(ours.text).toBe(theirs.text);
  else if (ours.text !== undefined) expect(await isAllowed(ours.text, ipAddress)).toBe(true);
  else expect(ours.code).toMatch(/^ERR_(?:URL_INVALID|URL_ALREADY_SIGNED|URL_TOO_LONG)$/);
}

export const viewerOf = (range: string | undefined) =>
  range === undefined ? undefined : (range.split("/")[0] ?? "");
