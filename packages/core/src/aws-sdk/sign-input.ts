import { fail } from "../errors.ts";
import { checkHashAlgorithm } from "../key/algorithm.ts";
import { preparePrivateKey } from "../key/import-key.ts";
import { checkKeyPairId, readAllowAnyKeyPairId } from "../key/key-pair-id.ts";
import { ipv4Cidr } from "../policy/ip-address.ts";
import { policyText } from "../policy/policy.ts";
import { checkAccessPeriod } from "../sign/access-period.ts";
import { readyPolicy } from "../sign/read-terms.ts";
import type { Policy, SignedPolicy } from "../sign/signed-policy.ts";
import { signPolicy } from "../sign/signer-key.ts";
import type { CloudfrontSignInput } from "./input.ts";
import { readDate } from "./read-date.ts";

/** Signs with the key of the input. The SDK's default is SHA-1, for EC keys too. */
export async function signWithInput(policy: Policy, input: CloudfrontSignInput): Promise<SignedPolicy> {
  const { keyPairId, allowAnyKeyPairId, privateKey, passphrase, algorithm } = input;
  const hashAlgorithm = checkHashAlgorithm(algorithm, "algorithm") ?? "SHA1";
  const id = checkKeyPairId(keyPairId, readAllowAnyKeyPairId(allowAnyKeyPairId));
  const importKey = preparePrivateKey(privateKey, { passphrase, hashAlgorithm }, "privateKey");
  return signPolicy(policy, { keyPairId: id, signingKey: await importKey() }, "privateKey");
}

/** The ready policy of the input. Without a URL it may cover any. */
export function policyOfInput(input: CloudfrontSignInput, href: string | undefined): Policy {
  return readyPolicy(input, ["dateLessThan", "dateGreaterThan", "ipAddress"], href, Date.now());
}

/** Whether a `*` stands before the query. In the query it is text, as in `filename*=UTF-8''…`. */
export function hasWildcard(url: string): boolean {
  const [beforeQuery = ""] = url.split("?", 1);
  return beforeQuery.includes("*");
}

/** A policy of the dates and the address of the input. It is a custom one for a pattern. */
export function policyOfParameters(input: CloudfrontSignInput, resource: string, isPattern: boolean): Policy {
  const { dateLessThan: end, dateGreaterThan: start, ipAddress: address } = input;
  if (end === undefined)
    return fail("ERR_OPTION_MISSING", "dateLessThan", "there is no expiry; give dateLessThan or policy");
  const dateLessThan = readDate("dateLessThan", end);
  // The SDK leaves out a start of 0, which restricts nothing.
  const dateGreaterThan = start === undefined ? undefined : readDate("dateGreaterThan", start) || undefined;
  const ipAddress = address === undefined ? undefined : ipv4Cidr(address);
  const terms = { resource, dateLessThan, dateGreaterThan, ipAddress };
  checkAccessPeriod(terms, Date.now(), { option: "dateLessThan" });
  const isCustom = isPattern || dateGreaterThan !== undefined || ipAddress !== undefined;
  return { kind: isCustom ? "custom" : "canned", policy: policyText(terms), resource, dateLessThan };
}
