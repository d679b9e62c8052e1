import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { refusedPolicy, withCondition } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import {
  goodPolicy,
  policyStatement,
  policyTime,
} from "@cloudfront-sign-webcrypto/testing/support/bad-inputs.ts";
import { end, host } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";

const good = JSON.stringify(goodPolicy);

/** A ready policy that breaks the grammar. */
export const policyFaults: readonly Fault[] = [
  refusedPolicy(
    "policy without Statement",
    "{}",
    "ERR_POLICY_INVALID",
    'policy: Statement is missing in the policy; DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}',
  ),
  refusedPolicy(
    "policy with Version, as in IAM",
    good.replace("{", '{"Version":"2012-10-17",'),
    "ERR_POLICY_INVALID",
    'policy: "Version" is unknown in the policy; DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}',
  ),
  refusedPolicy(
    "policy with two statements",
    JSON.stringify({ Statement: [...goodPolicy.Statement, ...goodPolicy.Statement] }),
    "ERR_POLICY_INVALID",
    'policy: Statement is not a list of one statement; DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}',
  ),
  refusedPolicy(
    "policy whose statement is null",
    JSON.stringify({ Statement: [null] }),
    "ERR_POLICY_INVALID",
    'policy: the statement is not an object; DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}',
  ),
  refusedPolicy(
    "policy without Condition",
    JSON.stringify({ Statement: [{ Resource: "*" }] }),
    "ERR_POLICY_INVALID",
    'policy: Condition is missing in the statement; DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}',
  ),
  refusedPolicy(
    "policy: a statement without Resource",
    JSON.stringify({ Statement: [{ Condition: { DateLessThan: policyTime(end) } }] }),
    "ERR_POLICY_INVALID",
    'policy: Resource is missing in the statement, which then covers every URL of every distribution that trusts the key; add "Resource":"https://…", or "Resource":"*" if that is meant',
  ),
  refusedPolicy(
    "policy with DateLessThan beside Condition",
    JSON.stringify({ Statement: [{ DateLessThan: policyTime(end), Condition: {} }] }),
    "ERR_POLICY_INVALID",
    'policy: DateLessThan is unknown in the statement; DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}',
  ),
  refusedPolicy(
    'policy with "datelessthan"',
    good.replace("DateLessThan", "datelessthan"),
    "ERR_POLICY_INVALID",
    'policy: "datelessthan" is unknown in Condition; did you mean DateLessThan? Names are case-sensitive',
  ),
  refusedPolicy(
    'policy with "SourceIp"',
    good.replace("}}}]}", '},"IpAddress":{"SourceIp":"203.0.113.7"}}}]}'),
    "ERR_POLICY_INVALID",
    'policy: "SourceIp" is unknown in IpAddress; did you mean AWS:SourceIp?',
  ),
  refusedPolicy(
    "policy with AWS:EpochTime in quotes",
    withCondition({ DateLessThan: policyTime(`${end}`) }),
    "ERR_POLICY_INVALID",
    'policy: AWS:EpochTime is not a number in DateLessThan; DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}',
  ),
  refusedPolicy(
    "policy with AWS:EpochTime in milliseconds",
    withCondition({ DateLessThan: policyTime(end * 1000) }),
    "ERR_DATE_INVALID",
    "policy: AWS:EpochTime of DateLessThan is in milliseconds: 1900000000000; divide by 1000: 1900000000",
  ),
  refusedPolicy(
    "policy with AWS:EpochTime: 1900000000.5",
    withCondition({ DateLessThan: policyTime(end + 0.5) }),
    "ERR_DATE_INVALID",
    "policy: AWS:EpochTime of DateLessThan has a sign, a decimal point or an exponent; write whole epoch seconds in plain digits, such as 1900000000",
  ),
  refusedPolicy(
    "policy with two Resource",
    good.replace('{"Resource"', '{"Resource":"*","Resource"'),
    "ERR_POLICY_INVALID",
    'policy: Resource is there twice; DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}',
  ),
  refusedPolicy(
    "policy with a list of resources",
    JSON.stringify(policyStatement({ DateLessThan: policyTime(end) }, [`${host}/*`])),
    "ERR_POLICY_INVALID",
    'policy: Resource is not a string; DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}',
  ),
  refusedPolicy(
    "policy with a list of addresses",
    withCondition({ DateLessThan: policyTime(end), IpAddress: { "AWS:SourceIp": ["203.0.113.7"] } }),
    "ERR_POLICY_INVALID",
    'policy: AWS:SourceIp is not one string; DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}',
  ),
  refusedPolicy(
    "policy with an IPv6 address",
    withCondition({ DateLessThan: policyTime(end), IpAddress: { "AWS:SourceIp": "2001:db8::1" } }),
    "ERR_IP_ADDRESS_INVALID",
    "policy: AWS:SourceIp is IPv6, which policies do not support; turn IPv6 off for the distribution, and name an IPv4 address",
  ),
  refusedPolicy(
    "policy until 2023",
    withCondition({ DateLessThan: policyTime(1700000000) }),
    "ERR_DATE_PAST",
    "policy: the expiry time 2023-11-14T22:13:20Z has passed; choose a later time, or check the clock and the time zone",
  ),
  refusedPolicy(
    "policy that starts after it ends",
    withCondition({ DateLessThan: policyTime(end), DateGreaterThan: policyTime(end + 1) }),
    "ERR_DATE_ORDER",
    "policy: the start 2030-03-17T17:46:41Z is not before the expiry time 2030-03-17T17:46:40Z; choose an earlier start or a later expiry",
  ),
  refusedPolicy(
    "policy with DateLessThan: 1900000000",
    withCondition({ DateLessThan: end }),
    "ERR_POLICY_INVALID",
    'policy: DateLessThan is not an object; DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}',
  ),
];
