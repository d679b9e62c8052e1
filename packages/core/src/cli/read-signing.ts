import { type CloudFrontSignError, isCloudFrontSignError } from "../errors.ts";
import type { HashAlgorithm } from "../key/algorithm.ts";
import type { Duration } from "../policy/duration.ts";
import type { ResourceTerms, UrlTerms } from "../sign/policy-terms.ts";
import { type CloudFrontSigner, createCloudFrontSigner } from "../sign/signer.ts";
import type { Arguments } from "./command.ts";
import { keyPairIdVariable } from "./flag-words.ts";
import { readKey, readPassphrase } from "./read-key.ts";
import { instantOf, numberOrText } from "./read-time.ts";
import { describeError, refuse } from "./refusal.ts";
import type { KeyFlag, TermFlag } from "./signing-flags.ts";
import { pathOf, readSourceFile } from "./source-file.ts";
import { warn } from "./terminal.ts";

/** A signer of flags. */
export interface SigningInput {
  readonly signer: CloudFrontSigner;
  /** Refuses for an error of the library, in the words of the flags and of where the key came from. */
  refuseFor(error: CloudFrontSignError, sources?: Readonly<Record<string, string>>): never;
}

export function readSigner(args: Arguments<KeyFlag | TermFlag>): SigningInput {
  const { key, source, warning } = readKey(args);
  const keyPairId = args.value("key-pair-id");
  const ownSources = keySources(args, source);
  const refuseFor: SigningInput["refuseFor"] = (error, sources) =>
    refuse(describeError(error, { ...ownSources, ...sources }));
  const maxLifetime = numberOrText(args.value("max-lifetime")) as Duration | undefined;
  try {
    const signer = createCloudFrontSigner({
      keyPairId: (keyPairId ?? process.env[keyPairIdVariable]) as string,
      allowAnyKeyPairId: args.has("allow-any-key-pair-id"),
      privateKey: key,
      passphrase: readPassphrase(args),
      hashAlgorithm: args.value("hash-algorithm") as HashAlgorithm | undefined,
      ...(maxLifetime !== undefined && { maxLifetime }),
    });
    if (warning !== undefined) warn(warning);
    return { signer, refuseFor };
  } catch (error) {
    if (!isCloudFrontSignError(error)) throw error;
    return refuseFor(error);
  }
}

/** Where the ID, the key and its passphrase came from, for messages about them. */
export function keySources(
  args: Arguments<"key-pair-id" | "passphrase-file">,
  keySource: string | undefined,
): Record<string, string> {
  const isIdOfVariable = !args.has("key-pair-id") && process.env[keyPairIdVariable] !== undefined;
  return {
    ...(keySource !== undefined && { privateKey: keySource }),
    ...(args.has("passphrase-file") && { passphrase: "--passphrase-file" }),
    ...(isIdOfVariable && { keyPairId: keyPairIdVariable }),
  };
}

/** The terms that flags ask for. Only flags that were given: a restriction that is undefined would throw. */
export function readTerms(args: Arguments<TermFlag>): UrlTerms & Partial<ResourceTerms> {
  const terms: Record<string, string | number> = {};
  const add = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) terms[name] = value;
  };
  add("expiresIn", numberOrText(args.value("expires-in")));
  add("dateLessThan", instantOf(args.value("date-less-than")));
  add("dateGreaterThan", instantOf(args.value("date-greater-than")));
  add("cacheWindow", numberOrText(args.value("cache-window")));
  add("ipAddress", args.value("ip-address"));
  add("policy", policyText(args.value("policy")));
  return terms as unknown as UrlTerms;
}

function policyText(value: string | undefined): string | undefined {
  if (value === undefined || !value.startsWith("file://")) return value;
  return new TextDecoder().decode(readSourceFile("--policy", pathOf(value)));
}
