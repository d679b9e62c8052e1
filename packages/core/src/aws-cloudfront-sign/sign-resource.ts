import { checkHashAlgorithm } from "../key/algorithm.ts";
import { preparePrivateKey } from "../key/import-key.ts";
import { checkKeyPairId, readAllowAnyKeyPairId } from "../key/key-pair-id.ts";
import { ipv4Cidr } from "../policy/ip-address.ts";
import { policyText } from "../policy/policy.ts";
import { checkAccessPeriod } from "../sign/access-period.ts";
import type { SignedPolicy } from "../sign/signed-policy.ts";
import { signPolicy } from "../sign/signer-key.ts";
import { readExpireTime } from "./expire-time.ts";
import type { SignatureOptions } from "./signature-options.ts";

/** Signs a policy for a resource in wire form. `aws-cloudfront-sign` makes custom policies only. */
export async function signResource(resource: string, options: SignatureOptions): Promise<SignedPolicy> {
  const { expireTime, ipRange, privateKeyString, passphrase } = options;
  const now = Date.now();
  const dateLessThan = readExpireTime(expireTime, now);
  const ipAddress = ipRange === undefined ? undefined : ipv4Cidr(ipRange, "ipRange");
  const terms = { resource, dateLessThan, dateGreaterThan: undefined, ipAddress };
  checkAccessPeriod(terms, now, { option: "expireTime" });
  const allowAny = readAllowAnyKeyPairId(options.allowAnyKeyPairId);
  const keyPairId = checkKeyPairId(options.keypairId, allowAny, { option: "keypairId" });
  const hashAlgorithm = checkHashAlgorithm(options.hashAlgorithm) ?? "SHA1";
  const importKey = preparePrivateKey(privateKeyString, { passphrase, hashAlgorithm }, "privateKeyString");
  const policy = { kind: "custom", policy: policyText(terms), resource, dateLessThan } as const;
  return signPolicy(policy, { keyPairId, signingKey: await importKey() }, "privateKeyString");
}
