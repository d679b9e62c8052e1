import { utcTime } from "cloudfront-sign-diagnosis/internals";
import {
  type CloudFrontSignError,
  type CloudFrontSigner,
  createCloudFrontSigner,
  type Duration,
  type HashAlgorithm,
  isCloudFrontSignError,
  type SignCookiesOptions,
  type SignUrlOptions,
} from "cloudfront-sign-webcrypto";
import {
  checkKeyPairId,
  fail,
  limits,
  policyGrammar,
  readDuration,
  readInstant,
} from "cloudfront-sign-webcrypto/internals";
import { numberOrText } from "../arguments/read-time.ts";
import { describeError, refuse } from "../arguments/refusal.ts";
import { pathOf, readSourceFile } from "../arguments/source-file.ts";
import { keyPairIdVariable } from "../arguments/variables.ts";
import type { Arguments } from "../command.ts";
import { warn } from "../output/terminal.ts";
import { type KeyInput, privateKeySentence, readKey, readPassphrase } from "./read-key.ts";
import type { KeyFlag, SignOptionFlag } from "./signing-flags.ts";
import { noteLength } from "./signing-notes.ts";

/** A signer of flags. */
export interface SigningInput {
  readonly signer: CloudFrontSigner;
  /** Refuses for an error of the library, in the words of the flags and of where the key came from. */
  refuseFor(error: CloudFrontSignError, sources?: Readonly<Record<string, string>>, sentence?: string): never;
}

export function readSigner(args: Arguments<KeyFlag | SignOptionFlag>): SigningInput {
  const input = readKey(args);
  const { key, source, warning } = input;
  const ownSources = keySources(args, source);
  const refuseFor: SigningInput["refuseFor"] = (error, sources, sentence) =>
    refuse(
      describeError(
        error,
        { ...ownSources, ...sources },
        sentence ?? privateKeySentence(error, input, args) ?? signOptionSentence(error, args),
      ),
    );
  const maxLifetime = numberOrText(args.value("max-lifetime")) as Duration | undefined;
  try {
    const signer = createCloudFrontSigner({
      keyPairId: readKeyPairId(args),
      allowEmulatorKeyPairIds: args.has("allow-emulator-key-pair-ids"),
      privateKey: key,
      passphrase: readPassphrase(args),
      hashAlgorithm: args.value("hash-algorithm") as HashAlgorithm | undefined,
      ...(maxLifetime !== undefined && { maxLifetime }),
    });
    if (warning !== undefined) warn(warning);
    if (args.has("passphrase-file") && !isEncrypted(key))
      warn(
        `--passphrase-file: is not used, because ${source} is not encrypted; encrypt it, or leave the flag out`,
      );
    for (const flag of ["expires-in", "cache-window", "max-lifetime"] as const)
      noteLength(flag, args.value(flag));
    return { signer, refuseFor };
  } catch (error) {
    if (!isCloudFrontSignError(error)) throw error;
    return refuseFor(error);
  }
}

/** Whether a key that was accepted is encrypted: without its passphrase it would not be. */
function isEncrypted(privateKey: KeyInput["key"]): boolean {
  try {
    createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey });
    return false;
  } catch {
    return true;
  }
}

function readKeyPairId(args: Arguments<"key-pair-id" | "allow-emulator-key-pair-ids">): string {
  const id = args.value("key-pair-id") ?? process.env[keyPairIdVariable];
  return id === undefined
    ? fail(
        "ERR_KEY_PAIR_ID_INVALID",
        "keyPairId",
        `is missing; pass the ID of the public key, such as K2JCJMDEHXQW5F, or set ${keyPairIdVariable}`,
      )
    : checkKeyPairId(id, args.has("allow-emulator-key-pair-ids"), {
        permission: "--allow-emulator-key-pair-ids",
      });
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

/** The options that flags ask for. Only flags that were given: a restriction that is undefined would throw. */
export function readSignOptions(
  args: Arguments<SignOptionFlag>,
): SignUrlOptions & Partial<SignCookiesOptions> {
  const signOptions: Record<string, string | number> = {};
  const add = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) signOptions[name] = value;
  };
  add("expiresIn", numberOrText(args.value("expires-in")));
  add("dateLessThan", numberOrText(args.value("date-less-than")));
  add("dateGreaterThan", numberOrText(args.value("date-greater-than")));
  add("cacheWindow", numberOrText(args.value("cache-window")));
  add("ipAddress", args.value("ip-address"));
  add("policy", policyText(args.value("policy")));
  return signOptions as unknown as SignUrlOptions;
}

function policyText(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = value.startsWith("file://")
    ? new TextDecoder().decode(readSourceFile("--policy", pathOf(value)))
    : value;
  checkPolicyText(text);
  return text;
}

/** Throws for faults that only a shell adds to JSON text. */
function checkPolicyText(text: string): void {
  const problem = policyGrammar.read(text);
  if (!("id" in problem)) return;
  const step = stepOfPolicy(problem.id, text);
  if (step !== undefined)
    fail("ERR_POLICY_INVALID", "policy", `${policyGrammar.describeProblem(problem).problem}; ${step}`);
}

function stepOfPolicy(problem: string, text: string): string | undefined {
  if (problem === "not-json") return "check the text, and the single quotes around it in a shell";
  return problem === "shape" && text.trimStart().startsWith('"')
    ? "remove the quotes around it and the backslashes in it"
    : undefined;
}

/**
 * What to change about the flags that an error is about; `undefined` if the library's own sentence says it. It looks
 * at the flags, never at the message.
 */
function signOptionSentence(
  { code, option }: CloudFrontSignError,
  args: Arguments<SignOptionFlag>,
): string | undefined {
  switch (code) {
    case "ERR_OPTION_MISSING":
      return option === "dateLessThan"
        ? "there is no expiry; pass --date-less-than or --expires-in"
        : undefined;
    case "ERR_OPTION_CONFLICT":
      return conflictSentence(option, args);
    case "ERR_DATE_INVALID":
    case "ERR_DATE_PAST":
      return dateSentence(option, args);
    default:
      return undefined;
  }
}

function conflictSentence(option: string, args: Arguments<SignOptionFlag>): string | undefined {
  // An attribute of cookies, not a term.
  if (option === "path") return undefined;
  if (args.has("policy")) return "cannot be combined with --policy; write it into the policy, or remove one";
  if (option === "cacheWindow")
    return "works only with --expires-in, not with --date-less-than; pass --expires-in instead";
  return option === "dateLessThan" ? "cannot be combined with --expires-in; keep one of them" : undefined;
}

function dateSentence(option: string, args: Arguments<SignOptionFlag>): string | undefined {
  if (option === "expiresIn") {
    const duration = readDuration(numberOrText(args.value("expires-in")));
    return typeof duration === "object" && duration.isDate
      ? "is a point in time, not a length of time; pass it as --date-less-than"
      : undefined;
  }
  if (option !== "dateLessThan" && option !== "dateGreaterThan") return undefined;
  const text = args.value(option === "dateLessThan" ? "date-less-than" : "date-greater-than");
  const instant = readInstant(numberOrText(text));
  if (typeof instant === "object")
    return instant.isDuration
      ? "is a length of time, not a date; pass it as --expires-in, or pass the date itself"
      : undefined;
  return instant < limits.earliestPlausible
    ? `${utcTime(new Date(instant * 1000))} is not in the future; pass epoch seconds, or a number of seconds from now as --expires-in`
    : undefined;
}
