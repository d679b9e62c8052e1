import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { refusedPolicy } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { goodPolicy } from "@cloudfront-sign-webcrypto/testing/support/bad-inputs.ts";

const good = JSON.stringify(goodPolicy);

/** A ready policy that is not JSON, or not what is expected at its top. */
export const policyJsonFaults: readonly Fault[] = [
  refusedPolicy(
    "policy: { Statement: [ … ] }",
    goodPolicy,
    "ERR_POLICY_INVALID",
    "policy: it is an object, not the JSON text of a policy; pass the result of JSON.stringify",
  ),
  refusedPolicy(
    "policy: null",
    null,
    "ERR_POLICY_INVALID",
    "policy: it is null, not the JSON text of a policy; pass the result of JSON.stringify",
  ),
  refusedPolicy(
    'policy: ""',
    "",
    "ERR_POLICY_INVALID",
    "policy: it is not JSON: it is empty or cut off, or a comma, a bracket or a number is wrong; pass the result of JSON.stringify",
  ),
  refusedPolicy(
    "policy with a byte order mark",
    `\ufeff${good}`,
    "ERR_POLICY_INVALID",
    "policy: it is not JSON: the character U+FEFF at position 0 is unexpected; pass the result of JSON.stringify",
  ),
  refusedPolicy(
    "policy: \"{'Statement': …}\"",
    good.replaceAll('"', "'"),
    "ERR_POLICY_INVALID",
    'policy: it is not JSON: the character "\'" at position 1 is unexpected; pass the result of JSON.stringify',
  ),
  refusedPolicy(
    "policy with undefined for a time",
    good.replace(/\d{10}/, "undefined"),
    "ERR_POLICY_INVALID",
    'policy: it is not JSON: the character "u" at position 113 is unexpected; pass the result of JSON.stringify',
  ),
  refusedPolicy(
    "policy that was stringified twice",
    JSON.stringify(good),
    "ERR_POLICY_INVALID",
    'policy: the policy is not an object; DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}',
  ),
  refusedPolicy(
    "policy of 65,537 characters",
    good.padEnd(65_537),
    "ERR_POLICY_INVALID",
    "policy: it is longer than 65536 characters; write * for parts of Resource",
  ),
  refusedPolicy(
    "policy: new TextEncoder().encode(json)",
    new TextEncoder().encode("{}"),
    "ERR_POLICY_INVALID",
    "policy: it is a Uint8Array, not the JSON text of a policy; pass the result of JSON.stringify",
  ),
];
