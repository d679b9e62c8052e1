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
import { checkKeyPairId } from "./key-pair-id.ts";
import type { VerifierFlag } from "./public-key-flags.ts";
import { publicKeysOf } from "./public-key-sources.ts";

/** The verifier that the flags ask for. */
export interface VerifierOfFlags {
  readonly verifier: CloudFrontVerifier;
  readonly options: CloudFrontVerifierOptions;
  /** The ID under which a key is taken that nothing gives an ID. */
  readonly assumedId: string | undefined;
}

/** The verifier that flags and environment ask for, `undefined` without any public key. */
export function readVerifier(
  args: Arguments<VerifierFlag>,
  requests: readonly GivenRequest[],
): VerifierOfFlags | undefined {
  const publicKeys = new Map<string, CloudFrontVerifierOptions["publicKeys"][string]>();
  let assumedId: string | undefined;
  const allowEmulatorKeyPairIds = args.has("allow-emulator-key-pair-ids");
  for (const { id, key, source, isIdAssumed } of publicKeysOf(args, requests.map(keyPairIdOf))) {
    if (isIdAssumed) assumedId = id;
    checkKeyPairId(id, allowEmulatorKeyPairIds, source);
    const option = `publicKeys.${id}`;
    const earlier = args.sources.get(option);
    if (earlier !== undefined)
      refuse(`${source}: ${id} has a key already, from ${earlier}; keep one of them`);
    publicKeys.set(id, key);
    args.sources.set(option, source);
  }
  if (publicKeys.size === 0) return undefined;
  const now = readNow(args);
  const options = {
    publicKeys: Object.fromEntries(publicKeys),
    allowEmulatorKeyPairIds,
    restrict: readRestrictPatterns(args),
    now: now && (() => now),
  };
  return { verifier: createCloudFrontVerifier(options), options, assumedId };
}

/** The key pair ID of a request, also of a URL whose parameters are lost, such as behind `&amp;`. */
function keyPairIdOf(request: GivenRequest): string {
  const { keyPairId } = inspectRequest(request);
  if (keyPairId !== undefined) return keyPairId;
  const [, written = ""] = /key-pair-id(?:=|%3D|=3D)(K[A-Z\d]+|APKA[A-Z\d]+)/i.exec(request.url ?? "") ?? [];
  return written;
}
