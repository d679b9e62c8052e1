import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { requestSecrets, type SecretParts } from "cloudfront-sign-diagnosis/internals";
import { isLoopback } from "cloudfront-sign-webcrypto/internals";
import { refuse } from "../../arguments/refusal.ts";
import { printable } from "../../output/terminal.ts";
import { program } from "../../program.ts";
import {
  type Answer,
  fetchAnswer,
  type NoAnswer,
  type RequestTarget,
  readRequestTarget,
  timeout,
} from "../../requests/fetch-answer.ts";
import { isLoopbackAddress, isPublicAddress } from "../../requests/public-address.ts";
import type { DeniedRequest } from "./read-denied-request.ts";

/** What came back, from where, and what to know about how it was requested. */
export interface Fetched {
  readonly host: string;
  readonly answer: Answer | NoAnswer;
  /** What only the sender of the request knows, and the answer may repeat. */
  readonly secrets: SecretParts;
  readonly notes: readonly string[];
}

/** The methods that are sent: they change nothing on a server (RFC 9110, section 9.2.1). */
const safeMethods: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** A URL that shows anybody who reads it that it leads to this machine, such as one that `serve` prints. */
const plainLoopback = /^\s*https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:[/?#\\]|\s*$)/i;

/**
 * Requests a URL with its cookies. Refuses one that cannot or should not be sent. A URL may come from anybody: it
 * reaches a private address only if `allowPrivate` is set, or if it is plainly one of this machine.
 */
export async function fetchDenied(
  { url, method = "GET", isMethodKnown, cookies }: DeniedRequest,
  allowPrivate: boolean,
): Promise<Fetched> {
  if (url === undefined)
    return refuse("--fetch: there is no URL to request; pass it with --url, or leave --fetch out");
  const target = readRequestTarget(url);
  if (target === undefined)
    return refuse("--fetch: no client can request this URL; leave --fetch out to have it explained");
  if (!target.isSecure && !isLoopback(target.hostname)) return refusePlain();
  if (!safeMethods.includes(method))
    return refuse(
      `--fetch: sends GET, HEAD and OPTIONS only, and this is a ${method} request; leave --fetch out, and pass the response with --status and --body`,
    );
  if (!isMethodKnown)
    return refuse(
      "--fetch: the paste does not show that the request was a GET, which is what this sends; if it was one, add --method GET",
    );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no header can have them
  const position = (cookies ?? "").search(/[\x00-\x08\x0a-\x1f\x7f]/);
  if (position >= 0)
    return refuse(
      `--fetch: the cookies have a control character at position ${position + 1}, which no header can have; copy them again`,
    );
  const { host, hostname } = target;
  const signal = timeout();
  const addresses = await addressesOf(hostname, signal);
  const secrets = requestSecrets(url, cookies ?? "");
  if ("failure" in addresses) return { host, answer: addresses, secrets, notes: [] };
  // A resolver may know another address for a name below localhost.
  if (!target.isSecure && !addresses.every(({ address }) => isLoopbackAddress(address))) return refusePlain();
  const isAllowed = plainLoopback.test(url) ? isLoopbackAddress : isPublicAddress;
  const refused = allowPrivate ? undefined : addresses.find(({ address }) => !isAllowed(address));
  if (refused)
    return refuse(
      `--fetch: ${printable(host)} is the private address ${refused.address}, and a URL from somebody else could reach your internal services there; if you trust it, add --allow-private`,
    );
  return {
    host,
    answer: await fetchAnswer(target, method, cookies, { addresses, signal }),
    secrets,
    notes: notesOf(target),
  };
}

function refusePlain(): never {
  return refuse(
    `--fetch: sends a signature over https only; pass the https URL, or request this one yourself: curl -sv 'URL' 2>&1 | ${program()} explain -`,
  );
}

/** All addresses of a host; one alone for an address. Never rejects. */
async function addressesOf(hostname: string, signal: AbortSignal): Promise<LookupAddress[] | NoAnswer> {
  const aborted = new Promise<NoAnswer>((resolve) => {
    signal.addEventListener("abort", () => resolve({ failure: "TIMEOUT" }), { once: true });
  });
  const found = lookup(hostname, { all: true }).catch(({ code, name }: NodeJS.ErrnoException) => ({
    failure: code ?? name,
  }));
  return Promise.race([found, aborted]);
}

function notesOf({ path, browserPath, isExact }: RequestTarget): string[] {
  if (!isExact)
    return ["The URL cannot be sent as it is, with white space or such: it was sent as a browser sends it."];
  if (path === browserPath) return [];
  let at = 0;
  while (path[at] === browserPath[at]) at++;
  const shown = (text: string): string => `"${printable(text.slice(at, at + 12))}"`;
  return [
    `The URL was sent as it is. A browser sends another one: ${shown(browserPath)} instead of ${shown(path)}, from character ${at + 1} of the path.`,
  ];
}
