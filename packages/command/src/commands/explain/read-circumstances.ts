import type { CloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { readIpAddress } from "../../arguments/read-ip-address.ts";
import { readNow } from "../../arguments/read-time.ts";
import { refuse } from "../../arguments/refusal.ts";
import type { Arguments } from "../../command.ts";
import type { VerifierOfFlags } from "../../keys/read-public-keys.ts";
import { shownValue } from "../../output/shown-value.ts";
import type { ExplainFlag } from "./explain-flags.ts";

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
