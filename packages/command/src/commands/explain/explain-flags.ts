import { isKeyPairId } from "cloudfront-sign-webcrypto/internals";
import type { CloudFrontInspection, CloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { readIpAddress } from "../../arguments/flag-values.ts";
import { readNow } from "../../arguments/read-time.ts";
import { refuse } from "../../arguments/refusal.ts";
import type { Arguments, Flag } from "../../command.ts";
import { verifierFlags, viewerFlags } from "../../keys/flags.ts";
import type { VerifierOfFlags } from "../../keys/read-public-keys.ts";
import { shownValue } from "../../output/shown-value.ts";
import { logFlags } from "./log/log-flags.ts";

export const explainFlags = {
  url: {
    value: "URL",
    does: "the requested URL, if you pass only cookies or parameters",
    group: "Request",
  },
  ...viewerFlags,
  fetch: {
    does: "request the URL from this machine, and explain the response",
    group: "Request",
  },
  "allow-private": {
    does: "let --fetch connect to a private address, such as one in your network",
    group: "Request",
  },
  "set-cookie": {
    value: "LINE",
    does: "a Set-Cookie header that set one of the cookies",
    group: "Request",
    isRepeatable: true,
  },
  method: {
    value: "METHOD",
    does: "the method of the request; default: GET. --fetch needs it for a paste that does not show it",
    group: "Request",
  },
  "page-origin": {
    value: "ORIGIN",
    does: "the origin of the page that made the request, such as https://app.example.com",
    group: "Request",
  },
  status: {
    value: "CODE",
    does: "the status of the response, such as 403; with --log that of denied requests, such as 404, if a custom error page changes it",
    group: "Response",
  },
  body: {
    value: "FILE",
    does: 'the body of the response: a file, or "-" for standard input',
    group: "Response",
  },
  ...verifierFlags,
  hostname: {
    value: "HOST",
    does: "another host name of the distribution; the URL may have been signed for it",
    group: "Distribution",
    isRepeatable: true,
  },
  ...logFlags,
  json: { does: 'JSON in one line: {"findings": […], "allowed": …, "response": …}', group: "Output" },
} as const satisfies Record<string, Flag>;

export type ExplainFlag = keyof typeof explainFlags;

/** Refuses flags of which one would be ignored. */
export function refuseContradictions(args: Arguments<ExplainFlag>): void {
  if (!args.has("fetch")) {
    if (args.has("allow-private"))
      refuse("--allow-private: lets --fetch connect; add --fetch, or leave it out");
    return;
  }
  const answer = (["status", "body"] as const).find((flag) => args.has(flag));
  if (answer !== undefined) refuse(`--${answer}: --fetch gets the response itself; leave one of them out`);
  if (args.has("now")) refuse("--now: --fetch sends the request now; leave one of them out");
}

/** Refuses what only the check of a signature reads. */
export function refuseWithoutKey(args: Arguments<ExplainFlag>, inspection: CloudFrontInspection): void {
  const unused = (["restrict", "hostname", "allow-emulator-key-pair-ids"] as const).find((flag) =>
    args.has(flag),
  );
  if (unused !== undefined)
    refuse(`--${unused}: works only with a public key; add ${publicKeyFlag(inspection)}, or leave it out`);
}

/** The flag that gives the public key of a request. */
export function publicKeyFlag({ keyPairId = "" }: CloudFrontInspection): string {
  return `--public-key ${isKeyPairId(keyPairId) ? keyPairId : "ID"}=FILE`;
}

/** What is known beside the request and its answer. */
export interface Circumstances {
  readonly verifier: CloudFrontVerifier | undefined;
  /** The ID under which the public key is taken, if nothing gives it one. */
  readonly assumedId: string | undefined;
  /** The time that `--now` gives. */
  readonly now: Date | undefined;
  readonly ipAddress: string | undefined;
  readonly hostnames: readonly string[];
}

export function readCircumstances(
  args: Arguments<ExplainFlag>,
  checked: VerifierOfFlags | undefined,
): Circumstances {
  return {
    verifier: checked?.verifier,
    assumedId: checked?.assumedId,
    now: readNow(args),
    ipAddress: readIpAddress(args),
    hostnames: args.values("hostname").map(readHostname),
  };
}

/** A host name, also out of a URL. */
function readHostname(text: string): string {
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const host = URL.canParse(url) ? new URL(url).host : "";
  if (host.includes(".")) return host;
  return refuse(
    `--hostname: "${shownValue(text)}" is not a host name; write one such as d111111abcdef8.cloudfront.net`,
  );
}
