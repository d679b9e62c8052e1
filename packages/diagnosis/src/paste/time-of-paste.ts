import { readSignedRequest } from "cloudfront-sign-webcrypto/internals";
import type { PastedParts } from "./pasted-parts.ts";
import { type TimeInText, timesIn } from "./times-in-text.ts";
import { failure } from "./url-in-text.ts";

/** What an API says of its own answer, which hands out a signed URL: nobody has requested that yet. */
const handedOut = /"(?:code|status(?:_?code)?)"\s{0,3}:\s{0,3}"?(?:2\d\d|ok\b|success)/i;

/** A field of a mail, whose date is that of a link rather than of its use. */
const ofMail = /^\W{0,9}(?:subject|message-id|content-transfer-encoding):/im;

/** Seconds by which the clocks of places are ahead of UTC, and behind it, at most. */
const farthestAhead = 50_400;
const farthestBehind = 43_200;

/**
 * The time of a request whose log or answer has none, out of the text around it: of several times, those count of which the
 * text says that it was requested then. `undefined` if the policy allows the request at some of them and not at others.
 */
export function timeOfPaste(text: string, { url, cookies }: PastedParts): TimeInText | undefined {
  if (ofMail.test(text) || (handedOut.test(text) && !failure.test(text))) return undefined;
  const { policy } = readSignedRequest(url, cookies, true).credentials;
  if (!policy) return undefined;
  const { dateLessThan, dateGreaterThan = 0 } = policy;
  const phaseAt = (seconds: number): number =>
    Number(seconds > dateGreaterThan) + Number(seconds >= dateLessThan);
  const all = timesIn(text);
  const ofRequest = all.filter(({ isOfRequest }) => isOfRequest);
  const times = ofRequest.length > 0 ? ofRequest : all;
  const phases = times.flatMap(({ seconds, hasZone }) =>
    hasZone ? [phaseAt(seconds)] : [phaseAt(seconds - farthestAhead), phaseAt(seconds + farthestBehind)],
  );
  return new Set(phases).size === 1 ? times.at(-1) : undefined;
}
