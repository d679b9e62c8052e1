import { type Distribution, laterThan } from "../distribution.ts";
import { objectPath } from "../probe.ts";
import { question, type RequestQuestion, type SecondQuestion, type Topic } from "../question.ts";
import { canned, custom, policyWith, validUntil } from "../signed-probe.ts";

const source = "Create a signed URL using a custom policy";

const seconds: readonly SecondQuestion[] = [
  {
    kind: "second",
    id: "end-second-canned",
    asks: "Is access over in the second of Expires?",
    control: "rsa",
    probe: (to, second) => canned(to, { expires: String(second) }),
  },
  {
    kind: "second",
    id: "end-second-custom",
    asks: "Is access over in the second of DateLessThan?",
    control: "rsa",
    probe: (to, second) => withConditions(to, `"DateLessThan":{"AWS:EpochTime":${second}}`),
  },
  {
    kind: "second",
    id: "start-second",
    asks: "Has access begun in the second of DateGreaterThan?",
    source,
    control: "rsa",
    probe: (to, second) =>
      withConditions(to, `${validUntil(to)},"DateGreaterThan":{"AWS:EpochTime":${second}}`),
  },
];

/** How far a clock may be off before CloudFront denies. */
const differences = [5, 30, 60, 300, 900] as const;

const tolerance: readonly RequestQuestion[] = differences.flatMap((difference) => [
  question(
    `expired-${difference}-seconds`,
    `Does a signature count that expired ${difference} s ago?`,
    (to) => canned(to, { expires: String(to.now - difference) }),
  ),
  question(
    `starts-in-${difference}-seconds`,
    `Does a signature count that starts in ${difference} s?`,
    (to) =>
      withConditions(to, `${validUntil(to)},"DateGreaterThan":{"AWS:EpochTime":${to.now + difference}}`),
  ),
]);

function withConditions(to: Distribution, conditions: string) {
  return custom(to, { policy: policyWith(to.origin + objectPath, conditions) });
}

/** `Expires` as it is written; the signed text has it like this, too. */
function expires(
  id: string,
  asks: string,
  digits: (to: Distribution) => string,
  more: { readonly source?: string } = {},
): RequestQuestion {
  return question(id, asks, (to) => canned(to, { expires: digits(to) }), more);
}

/** The time of a custom policy as it is written. */
function epoch(id: string, asks: string, literal: (to: Distribution) => string): RequestQuestion {
  return question(id, asks, (to) => withConditions(to, `"DateLessThan":{"AWS:EpochTime":${literal(to)}}`));
}

export const times: Topic = {
  title: "Times",
  questions: [
    ...seconds,
    ...tolerance,
    expires("expires-leading-zero", "Is Expires read with a leading zero?", (to) => `0${laterThan(to)}`),
    question("expires-leading-zero-sent", "Is a leading zero dropped from Expires?", (to) =>
      canned(to, { expires: `0${laterThan(to)}`, signedExpires: String(laterThan(to)) }),
    ),
    expires("expires-plus", "Is Expires read with a plus sign?", (to) => `+${laterThan(to)}`),
    expires("expires-negative", "What is the answer to a negative Expires?", () => "-1"),
    expires("expires-zero", "What is the answer to Expires=0?", () => "0"),
    expires("expires-fraction", "Is Expires read with a fraction?", (to) => `${laterThan(to)}.0`),
    expires("expires-exponent", "Is Expires read with an exponent?", () => "1.9e9"),
    expires("expires-after-2038", "Is an Expires of more than 31 bits read?", () => "2147483648"),
    expires("expires-11-digits", "Are 11 digits of Expires read?", () => "99999999999"),
    expires("expires-12-digits", "Are 12 digits of Expires read?", () => "100000000000"),
    expires("expires-milliseconds", "Are milliseconds in Expires read?", (to) => `${laterThan(to)}000`),
    expires("expires-largest", "Is the largest documented Expires read?", () => "9223372036854775807", {
      source: "Create a signed URL using a canned policy",
    }),
    expires(
      "expires-too-large",
      "What is the answer to an Expires of more than 63 bits?",
      () => "9223372036854775808",
    ),
    expires("expires-word", "What is the answer to a word as Expires?", () => "undefined"),
    expires("expires-empty", "What is the answer to an empty Expires?", () => ""),
    epoch("epoch-string", "Is an AWS:EpochTime in quotes read?", (to) => `"${laterThan(to)}"`),
    epoch("epoch-fraction", "Is an AWS:EpochTime with a fraction read?", (to) => `${laterThan(to)}.5`),
    epoch("epoch-fraction-zero", "Is an AWS:EpochTime with .0 read?", (to) => `${laterThan(to)}.0`),
    epoch("epoch-exponent", "Is an AWS:EpochTime with an exponent read?", () => "1.9e9"),
    epoch("epoch-negative", "What is the answer to a negative AWS:EpochTime?", () => "-1"),
    epoch("epoch-milliseconds", "Are milliseconds in AWS:EpochTime read?", (to) => `${laterThan(to)}000`),
    epoch("epoch-largest", "Is the largest 64-bit AWS:EpochTime read?", () => "9223372036854775807"),
    epoch("epoch-null", "What is the answer to null as AWS:EpochTime?", () => "null"),
    question("start-negative", "Is a negative DateGreaterThan read?", (to) =>
      withConditions(to, `${validUntil(to)},"DateGreaterThan":{"AWS:EpochTime":-1}`),
    ),
    question("start-zero", "Is a DateGreaterThan of 0 read?", (to) =>
      withConditions(to, `${validUntil(to)},"DateGreaterThan":{"AWS:EpochTime":0}`),
    ),
    question(
      "start-alone",
      "Is a policy without DateLessThan read?",
      (to) => withConditions(to, '"DateGreaterThan":{"AWS:EpochTime":0}'),
      { source },
    ),
  ],
};
