import { laterThan } from "../distribution.ts";
import { behind, inFront, objectPath, renamed, replaced, requestFor, without } from "../probe.ts";
import { question, type RequestQuestion, type Topic } from "../question.ts";
import { canned, custom } from "../signed-probe.ts";

const choosing = "Decide to use signed URLs or signed cookies";
const cannedPage = "Create a signed URL using a canned policy";
const repost = "AWS re:Post Knowledge Center, troubleshooting of signed URLs";

/** Each parameter twice: the right value in front of a wrong one, behind it, and beside itself. */
function repeated(name: string, wrong: string): RequestQuestion[] {
  const id = name.toLowerCase();
  const sign = name === "Policy" ? custom : canned;
  const hash = name === "Hash-Algorithm" ? ("SHA256" as const) : undefined;
  const signing = hash === undefined ? {} : { hash };
  return [
    question(`${id}-twice-right-first`, `Does the first of two ${name} parameters count?`, (to) =>
      sign(to, { ...signing, sent: behind([name, wrong]) }),
    ),
    question(`${id}-twice-right-last`, `Does the last of two ${name} parameters count?`, (to) =>
      sign(to, { ...signing, sent: inFront([name, wrong]) }),
    ),
    question(`${id}-twice-same`, `Is ${name} read if it is there twice with the same value?`, (to) =>
      sign(to, {
        ...signing,
        sent: (parameters) => [...parameters, ...parameters.filter(([one]) => one === name)],
      }),
    ),
  ];
}

/** What is missing, and what is empty. */
const missing: readonly RequestQuestion[] = [
  question(
    "no-parameters",
    "What is the answer to a request without a signature?",
    () => ({ target: objectPath }),
    {
      source: repost,
    },
  ),
  question(
    "no-key-pair-id",
    "What is the answer without Key-Pair-Id?",
    (to) => canned(to, { sent: without("Key-Pair-Id") }),
    { source: repost },
  ),
  question(
    "key-pair-id-empty",
    "What is the answer to an empty Key-Pair-Id?",
    (to) => canned(to, { sent: replaced("Key-Pair-Id", () => "") }),
    { source: repost },
  ),
  question("no-signature", "What is the answer without Signature?", (to) =>
    canned(to, { sent: without("Signature") }),
  ),
  question("signature-empty", "What is the answer to an empty Signature?", (to) =>
    canned(to, { sent: replaced("Signature", () => "") }),
  ),
  question("no-expires", "What is the answer without Expires and Policy?", (to) =>
    canned(to, { sent: without("Expires") }),
  ),
  question("policy-empty", "What is the answer to an empty Policy?", (to) =>
    custom(to, { sent: replaced("Policy", () => "") }),
  ),
  question(
    "expires-alone",
    "What is the answer to Expires alone?",
    (to) => canned(to, { sent: without("Signature", "Key-Pair-Id") }),
    { source: choosing },
  ),
  question("hash-algorithm-alone", "What is the answer to Hash-Algorithm alone?", () =>
    requestFor(objectPath, [["Hash-Algorithm", "SHA256"]]),
  ),
];

/** The names of the parameters, and the ID. */
const names: readonly RequestQuestion[] = [
  question("names-lower-case", "Are signing parameters read whose names are in lower case?", (to) =>
    canned(to, { sent: (parameters) => parameters.map(([name, value]) => [name.toLowerCase(), value]) }),
  ),
  question("name-escaped", "Is %45xpires read as Expires?", (to) =>
    canned(to, { sent: renamed("Expires", "%45xpires") }),
  ),
  question("key-pair-id-escaped", "Are escapes in Key-Pair-Id decoded?", (to) =>
    canned(to, { sent: replaced("Key-Pair-Id", (id) => id.replace("K", "%4B")) }),
  ),
  question(
    "key-pair-id-unknown",
    "What is the answer to an unknown Key-Pair-Id?",
    (to) => canned(to, { sent: replaced("Key-Pair-Id", () => "K00000000000000") }),
    { source: repost },
  ),
  question("key-pair-id-lower-case", "Does the case of Key-Pair-Id count?", (to) =>
    canned(to, { sent: replaced("Key-Pair-Id", (id) => id.toLowerCase()) }),
  ),
  question("key-pair-id-uuid", "What is the answer to the ID of a key group as Key-Pair-Id?", (to) =>
    canned(to, { sent: replaced("Key-Pair-Id", () => "0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10") }),
  ),
  question(
    "key-pair-id-of-other-key",
    "What is the answer to the Key-Pair-Id of another key of the group?",
    (to) => canned(to, { sent: replaced("Key-Pair-Id", () => to.keys.ec.keyPairId) }),
  ),
];

/** Order, own parameters, and separators. */
const order: readonly RequestQuestion[] = [
  question(
    "order-reversed",
    "Does the order of the signing parameters count?",
    (to) => canned(to, { sent: (parameters) => [...parameters].reverse() }),
    { source: cannedPage },
  ),
  question("own-parameter-behind", "May an own parameter stand after the signing parameters?", (to) =>
    canned(to, { resource: `${to.origin}${objectPath}?a=1`, sent: behind(["a", "1"]) }),
  ),
  question("own-parameters-around", "May own parameters stand around the signing parameters?", (to) =>
    canned(to, {
      path: `${objectPath}?a=1`,
      resource: `${to.origin}${objectPath}?a=1&b=2`,
      sent: behind(["b", "2"]),
    }),
  ),
  question(
    "own-parameter-added",
    "Is a parameter that is not signed denied with a canned policy?",
    (to) => canned(to, { sent: behind(["a", "1"]) }),
    { source: cannedPage },
  ),
  question("own-parameters-empty-pair", "Does an empty pair between own parameters stay in the URL?", (to) =>
    canned(to, { path: `${objectPath}?a=1&&b=2` }),
  ),
  question("question-mark-not-signed", "Is a ? left out that only signing parameters followed?", (to) =>
    canned(to, { path: `${objectPath}?`, resource: to.origin + objectPath }),
  ),
  question("question-mark-signed", "May a ? be signed that has no own parameter after it?", (to) =>
    canned(to, { path: `${objectPath}?` }),
  ),
  question("ampersand-at-end", "Is an & at the end of the query left out?", (to) => {
    const { target } = canned(to);
    return { target: `${target}&` };
  }),
  question("fragment-sent", "Is a fragment left out that a client sends?", (to) => {
    const { target } = canned(to);
    return { target: `${target}#top` };
  }),
  question("policy-and-expires", "Does the policy count if there is Policy and Expires?", (to) =>
    custom(to, { sent: inFront(["Expires", String(laterThan(to))]) }),
  ),
  question("policy-and-expires-past", "Does Expires count beside a valid Policy?", (to) =>
    custom(to, { sent: inFront(["Expires", String(to.now - 60)]) }),
  ),
  question("expires-and-policy", "Does Expires count if the signature is for the canned policy?", (to) => {
    const [policy = ["Policy", ""] as const] = [parameterOf(custom(to).target, "Policy")];
    return canned(to, { sent: behind(policy) });
  }),
];

function parameterOf(target: string, name: string): readonly [string, string] | undefined {
  const pair = target.split(/[?&]/).find((one) => one.startsWith(`${name}=`));
  return pair === undefined ? undefined : [name, pair.slice(name.length + 1)];
}

export const parameters: Topic = {
  title: "Parameters",
  questions: [
    ...repeated("Expires", "1"),
    ...repeated("Policy", "eyJTdGF0ZW1lbnQiOltdfQ__"),
    ...repeated("Signature", "AAAA"),
    ...repeated("Key-Pair-Id", "K00000000000000"),
    ...repeated("Hash-Algorithm", "SHA1"),
    ...missing,
    ...names,
    ...order,
  ],
};
