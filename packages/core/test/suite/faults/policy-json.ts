import { goodPolicy } from "../support/bad-inputs.ts";
import type { Fault } from "./fault.ts";
import { refusedPolicy } from "./refused.ts";

const good = JSON.stringify(goodPolicy);

/** A ready policy that is not JSON, or not what is expected at its top. */
export const policyJsonFaults: readonly Fault[] = [
  refusedPolicy(
    "policy: { Statement: [ … ] }",
    goodPolicy,
    "ERR_POLICY_INVALID",
    "policy: it is an object, not the JSON text of a policy; pass what JSON.stringify returns",
  ),
  refusedPolicy(
    "policy: null",
    null,
    "ERR_POLICY_INVALID",
    "policy: it is null, not the JSON text of a policy; pass what JSON.stringify returns",
  ),
  refusedPolicy(
    'policy: ""',
    "",
    "ERR_POLICY_INVALID",
    "policy: it is an empty string; check whether a variable is not set",
  ),
  refusedPolicy(
    'policy: "eyJTdGF0ZW1lbnQi…", which is base64',
    btoa(good),
    "ERR_POLICY_INVALID",
    'policy: it is not JSON: the character "e" at position 0 is unexpected; pass what JSON.stringify returns',
  ),
  refusedPolicy(
    'policy: "%7B%22Statement…"',
    encodeURIComponent(good),
    "ERR_POLICY_INVALID",
    'policy: it is not JSON: the character "%" at position 0 is unexpected; pass what JSON.stringify returns',
  ),
  refusedPolicy(
    "policy with a byte order mark",
    `\ufeff${good}`,
    "ERR_POLICY_INVALID",
    "policy: it is not JSON: the character U+FEFF at position 0 is unexpected; pass what JSON.stringify returns",
  ),
  refusedPolicy(
    "policy: \"{'Statement': …}\"",
    good.replaceAll('"', "'"),
    "ERR_POLICY_INVALID",
    'policy: it is not JSON: the character "\'" at position 1 is unexpected; pass what JSON.stringify returns',
  ),
  refusedPolicy(
    "policy that was cut off",
    good.slice(0, -3),
    "ERR_POLICY_INVALID",
    "policy: it is JSON that ends early; check where the text was cut off",
  ),
  refusedPolicy(
    "policy with a comma before the }",
    good.replace(/\}$/, ",}"),
    "ERR_POLICY_INVALID",
    'policy: it is not JSON: the character "}" at position 128 is unexpected; pass what JSON.stringify returns',
  ),
  refusedPolicy(
    "policy with two commas in a row",
    good.replace(",", ",,"),
    "ERR_POLICY_INVALID",
    'policy: it is not JSON: the character "," at position 68 is unexpected; pass what JSON.stringify returns',
  ),
  refusedPolicy(
    "policy with undefined for a time",
    good.replace(/\d{10}/, "undefined"),
    "ERR_POLICY_INVALID",
    'policy: it is not JSON: the character "u" at position 113 is unexpected; pass what JSON.stringify returns',
  ),
  refusedPolicy(
    "policy that was stringified twice",
    JSON.stringify(good),
    "ERR_POLICY_INVALID",
    "policy: the policy is a string, not an object; call JSON.stringify only once",
  ),
  refusedPolicy(
    'policy: "[]"',
    "[]",
    "ERR_POLICY_INVALID",
    'policy: the policy is a list, not an object; write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000},"IpAddress":{"AWS:SourceIp":"203.0.113.0/24"}}}]}',
  ),
  refusedPolicy(
    "policy of 65,537 characters",
    good.padEnd(65_537),
    "ERR_POLICY_INVALID",
    "policy: it has 65537 characters, and at most 65536 are read; a URL or a cookie has room for a few thousand: use wildcards in Resource",
  ),
  refusedPolicy(
    "policy nested 51 levels deep",
    "[".repeat(51),
    "ERR_POLICY_INVALID",
    "policy: it is nested deeper than any policy; write one statement of Resource and Condition",
  ),
  refusedPolicy(
    "policy: new TextEncoder().encode(json)",
    new TextEncoder().encode("{}"),
    "ERR_POLICY_INVALID",
    "policy: it is a Uint8Array, not the JSON text of a policy; pass what JSON.stringify returns",
  ),
];
