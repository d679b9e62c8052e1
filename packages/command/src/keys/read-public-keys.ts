import { type CloudFrontSignError, isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { checkKeyPairId } from "cloudfront-sign-webcrypto/internals";
import {
  type CloudFrontVerifier,
  type CloudFrontVerifierOptions,
  createCloudFrontVerifier,
} from "cloudfront-sign-webcrypto/verify";
import { readNow } from "../arguments/read-time.ts";
import { describeError, refuse } from "../arguments/refusal.ts";
import { readRestrictPatterns } from "../arguments/restrict-pattern.ts";
import type { Arguments } from "../command.ts";
import { type GivenRequest, inspectRequest } from "../requests/given-request.ts";
import { keySentence } from "./key-sentence.ts";
import type { VerifierFlag } from "./public-key-flags.ts";
import { publicKeysOf } from "./public-key-sources.ts";

/** What flags and environment say about the public keys and the distribution. */
interface VerifierInput {
  readonly options: CloudFrontVerifierOptions;
  /** The ID under which a key is taken that nothing gives an ID. */
  readonly assumedId: string | undefined;
  /** Refuses for an error of the library: in the words of the flags, and of the file that a key came from. */
  refuseFor(error: CloudFrontSignError): never;
}

/** The options of a verifier, `undefined` without any public key. `requested` has the key pair IDs of the requests. */
export function readVerifierOptions(
  args: Arguments<VerifierFlag>,
  requested: readonly string[] = [],
): VerifierInput | undefined {
  const publicKeys = new Map<string, CloudFrontVerifierOptions["publicKeys"][string]>();
  const sources: Record<string, string> = {};
  const sentences = new Map<string, (error: CloudFrontSignError) => string | undefined>();
  let assumedId: string | undefined;
  const allowEmulatorKeyPairIds = args.has("allow-emulator-key-pair-ids");
  const refuseFor = (error: CloudFrontSignError) =>
    refuse(describeError(error, sources, sentences.get(error.option)?.(error)));
  for (const { id, key, source, isOfVariable, isIdAssumed } of publicKeysOf(args, requested)) {
    if (isIdAssumed) assumedId = id;
    checkKeyPairId(id, allowEmulatorKeyPairIds, {
      option: source,
      permission: "--allow-emulator-key-pair-ids",
    });
    const earlier = sources[`publicKeys.${id}`];
    if (earlier !== undefined)
      refuse(`${source}: ${id} has a key already, from ${earlier}; keep one of them`);
    publicKeys.set(id, key);
    sources[`publicKeys.${id}`] = source;
    sentences.set(`publicKeys.${id}`, (error) => keySentence(error, { key, isPrivate: false, isOfVariable }));
  }
  if (publicKeys.size === 0) return undefined;
  const now = readNow(args);
  const options = {
    publicKeys: Object.fromEntries(publicKeys),
    allowEmulatorKeyPairIds,
    restrict: readRestrictPatterns(args),
    now: now && (() => now),
  };
  return { options, assumedId, refuseFor };
}

/** A verifier with what {@link readVerifierOptions} reads. */
export interface VerifierOfFlags {
  readonly verifier: CloudFrontVerifier;
  readonly assumedId: VerifierInput["assumedId"];
  readonly refuseFor: VerifierInput["refuseFor"];
}

/** The verifier that the flags ask for, `undefined` without any public key. */
export function readVerifier(
  args: Arguments<VerifierFlag>,
  requests: readonly GivenRequest[],
): VerifierOfFlags | undefined {
  const requested = requests.map(keyPairIdOf);
  const input = readVerifierOptions(args, requested);
  if (input === undefined) return undefined;
  const { options, assumedId, refuseFor } = input;
  return { verifier: refusing(() => createCloudFrontVerifier(options), refuseFor), assumedId, refuseFor };
}

/** The key pair ID of a request, also of a URL whose parameters are lost, such as behind `&amp;`. */
function keyPairIdOf(request: GivenRequest): string {
  const { keyPairId } = inspectRequest(request);
  if (keyPairId !== undefined) return keyPairId;
  const [, written = ""] = /key-pair-id(?:=|%3D|=3D)(K[A-Z\d]+|APKA[A-Z\d]+)/i.exec(request.url ?? "") ?? [];
  return written;
}

function refusing<Result>(run: () => Result, refuseFor: (error: CloudFrontSignError) => never): Result {
  try {
    return run();
  } catch (error) {
    if (!isCloudFrontSignError(error)) throw error;
    return refuseFor(error);
  }
}
