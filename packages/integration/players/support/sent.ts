import { inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
import type { Answered } from "./sites.ts";

/** When a page or a worker last sent each URL, in milliseconds by the clock of the servers. */
export type Sent = Readonly<Record<string, number>>;

/** Runs before the scripts of a page or a worker, and notes in the global `sent` when it sends a URL. */
export function noteSent(): void {
  const { now } = Date;
  const sent: Record<string, number> = {};
  const note = (url: string) => {
    sent[new URL(url, location.href).href] = now();
  };
  const { fetch, XMLHttpRequest } = globalThis;
  globalThis.fetch = (input, init) => {
    note(input instanceof Request ? input.url : String(input));
    return fetch(input, init);
  };
  // A worker may have none.
  if (XMLHttpRequest) {
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...values: unknown[]) {
      note(String(values[1]));
      return Reflect.apply(open, this, values);
    };
  }
  Object.assign(globalThis, { sent });
}

/**
 * Method, path and status of what was not answered with 200 or 206, and by how many seconds it was sent after its
 * expiry time. One that was sent in time can arrive late, on a busy machine or because the device slept in between:
 * whoever sent it asks again, and the viewer sees no 403.
 */
export function failuresOf(answers: readonly Answered[], sent: Sent): string[] {
  return answers
    .filter(({ status }) => status !== 200 && status !== 206)
    .map((answered) => ({ ...answered, late: sentAfterExpiry(answered.request.url, sent) }))
    .filter(({ status, late }) => status !== 403 || !(late < 0))
    .map(
      ({ request, status, late }) =>
        `${request.method} ${new URL(request.url).pathname} ${status}, ${late} s late`,
    );
}

/** In seconds; NaN if the URL has no expiry time, or was not sent by a script. */
function sentAfterExpiry(url: string, sent: Sent): number {
  const expiry = inspectCloudFrontUrl(url).expiresAt?.getTime();
  return ((sent[url] ?? Number.NaN) - (expiry ?? Number.NaN)) / 1000;
}
