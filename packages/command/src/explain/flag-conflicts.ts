import type { CloudFrontInspection } from "cloudfront-sign-webcrypto/verify";
import type { Arguments } from "../command.ts";
import { refuse } from "../refusal.ts";
import type { ExplainFlag } from "./explain-flags.ts";
import { publicKeyFlag } from "./public-key-flag.ts";

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
