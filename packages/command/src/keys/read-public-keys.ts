import { checkKeyPairId } from "cloudfront-sign-webcrypto/internals";
import {
  type CloudFrontVerifier,
  type CloudFrontVerifierOptions,
  createCloudFrontVerifier,
} from "cloudfront-sign-webcrypto/verify";
import { readNow } from "../arguments/read-time.ts";
import { refuse } from "../arguments/refusal.ts";
import { readRestrictPatterns } from "../arguments/restrict-pattern.ts";
import type { Arguments } from "../command.ts";
import { type GivenRequest, inspectRequest } from "../requests/inspection-fields.ts";
import type { VerifierFlag } from "./public-key-flags.ts";
import { publicKeysOf } from "./public-key-sources.ts";

/**
 * What flags and environment say about the public keys and the distribution: the options of a verifier, `undefined`
 * without any public key. `requested` has the key pair IDs of the requests.
 */
export function readVerifierOptions(
  args: Arguments<VerifierFlag>,
  requested: readonly string[] = [],
): CloudFrontVerifierOptions | undefined {
  const publicKeys = new Map<string, CloudFrontVerifierOptions["publicKeys"][string]>();
  const allowEmulatorKeyPairIds = args.has("allow-emulator-key-pair-ids");
  for (const { id, key, source } of publicKeysOf(args, requested)) {
    checkKeyPairId(id, allowEmulatorKeyPairIds, {
      option: source,
      permission: "--allow-emulator-key-pair-ids",
    });
    const option = `publicKeys.${id}`;
    const earlier = args.sources.get(option);
    if (earlier !== undefined)
      refuse(`${source}: ${id} has a key already, from ${earlier}; keep one of them`);
    publicKeys.set(id, key);
    args.sources.set(option, source);
  }
  if (publicKeys.size === 0) return undefined;
  const now = readNow(args);
  return {
    publicKeys: Object.fromEntries(publicKeys),
    allowEmulatorKeyPairIds,
    restrict: readRestrictPatterns(args),
    now: now && (() => now),
  };
}

/** The verifier that the flags ask for, `undefined` without any public key. */
export function readVerifier(
  args: Arguments<VerifierFlag>,
  requests: readonly GivenRequest[],
): CloudFrontVerifier | undefined {
  const requested = requests.map((request) => inspectRequest(request).keyPairId ?? "");
  const options = readVerifierOptions(args, requested);
  return options && createCloudFrontVerifier(options);
}
