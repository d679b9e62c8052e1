import {
  type CloudFrontSigner,
  createCloudFrontSigner,
  type Duration,
  type HashAlgorithm,
  type SignCookiesOptions,
  type SignUrlOptions,
} from "cloudfront-sign-webcrypto";
import { fail, policyGrammar } from "cloudfront-sign-webcrypto/internals";
import { checkKeyPairId } from "../arguments/key-pair-id.ts";
import { numberOrText } from "../arguments/read-time.ts";
import { pathOf, readSourceFile } from "../arguments/source-file.ts";
import { keyPairIdVariable } from "../arguments/variables.ts";
import type { Arguments } from "../command.ts";
import { warn } from "../output/terminal.ts";
import type { KeyFlag, SignOptionFlag } from "./flags.ts";
import { type KeyInput, readIdIfGiven, readKey, readPassphrase } from "./read-key.ts";
import { noteLength } from "./signing-notes.ts";

export function readSigner(args: Arguments<KeyFlag | SignOptionFlag>): CloudFrontSigner {
  const { key, source, warning } = readKey(args);
  const maxLifetime = numberOrText(args.value("max-lifetime")) as Duration | undefined;
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
  return signer;
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
  const id = readIdIfGiven(args);
  return id === undefined
    ? fail(
        "ERR_KEY_PAIR_ID_INVALID",
        "keyPairId",
        `is missing; pass the ID of the public key, such as K2JCJMDEHXQW5F, or set ${keyPairIdVariable}`,
      )
    : checkKeyPairId(id, args.has("allow-emulator-key-pair-ids"), "keyPairId");
}

/** The options that flags ask for. Only flags that were given: a restriction that is undefined would throw. */
export function readSignOptions(
  args: Arguments<SignOptionFlag>,
): SignUrlOptions & Partial<SignCookiesOptions> {
  const values = {
    expiresIn: numberOrText(args.value("expires-in")),
    dateLessThan: numberOrText(args.value("date-less-than")),
    dateGreaterThan: numberOrText(args.value("date-greater-than")),
    cacheWindow: numberOrText(args.value("cache-window")),
    ipAddress: args.value("ip-address"),
    policy: policyText(args.value("policy")),
  };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as unknown as SignUrlOptions;
}

function policyText(value: string | undefined): string | undefined {
  const text = value?.startsWith("file://")
    ? new TextDecoder().decode(readSourceFile("--policy", pathOf(value)))
    : value;
  if (text !== undefined) checkPolicyText(text);
  return text;
}

/** Throws for faults that only a shell adds to JSON text. */
function checkPolicyText(text: string): void {
  const fault = policyGrammar.read(text);
  if (!("id" in fault)) return;
  const { problem } = policyGrammar.describeProblem(fault);
  if (fault.id === "not-json")
    fail(
      "ERR_POLICY_INVALID",
      "policy",
      `${problem}; check the text, and the single quotes around it in a shell`,
    );
  if (fault.id === "shape" && text.trimStart().startsWith('"'))
    fail("ERR_POLICY_INVALID", "policy", `${problem}; remove the quotes around it and the backslashes in it`);
}
