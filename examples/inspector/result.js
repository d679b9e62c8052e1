import { timeline } from "./timeline.js";
import { duration } from "./words.js";

/**
 * @typedef {import("cloudfront-sign-webcrypto/verify").CloudFrontFinding} Finding
 * @typedef {import("cloudfront-sign-webcrypto/verify").CloudFrontInspection} Inspection
 * @typedef {import("cloudfront-sign-webcrypto/verify").CloudFrontVerdict} Verdict
 */

/**
 * @typedef {object} Answer
 * @property {Inspection} inspection
 * @property {Finding[]} findings
 * @property {Verdict | undefined} verdict only with a public key and a URL
 * @property {boolean} isChecked there was a public key
 * @property {Date} now
 * @property {boolean} isNow no time was given
 * @property {string[]} notes
 */

const certainties = { proven: "Proven", likely: "Likely", possible: "Possible" };

/** An element with content. @param {string} name @param {string} [className] @param {(Node | string | undefined)[]} content */
export function make(name, className, ...content) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...content.filter((one) => one !== undefined));
  return element;
}

/**
 * What stands above everything else: a word, a sentence, and perhaps more.
 * @param {string | undefined} kind @param {string | undefined} label @param {string | undefined} sentence @param {HTMLElement[]} more
 */
export function card(kind, label, sentence, ...more) {
  return make("div", `verdict ${kind}`, make("p", "label", label), make("p", "sentence", sentence), ...more);
}

/** The one sentence. @param {Answer} answer */
export function verdictOf({ findings: [first], inspection, verdict, isChecked, now, isNow }) {
  if (first)
    return card(first.certainty, certainties[first.certainty], sentence(first, inspection, now, isNow));
  const [kind, label, text] =
    verdict?.allowed === true
      ? [
          "allowed",
          "Allowed",
          `CloudFront ${isNow ? "allows" : "allowed"} this request: signature, policy and time are right.`,
        ]
      : verdict
        ? [
            "possible",
            "It depends",
            "The policy restricts the viewer’s address. Give the viewer’s address to know.",
          ]
        : isChecked
          ? [
              "possible",
              "Undecided",
              "Nothing is wrong with these cookies by themselves. Give the requested URL to know.",
            ]
          : [
              "possible",
              "Undecided",
              "Nothing wrong can be seen; whether the signature fits only the public key can tell.",
            ];
  return card(kind, label, text);
}

/** @param {Finding} finding @param {Inspection} inspection @param {Date} now @param {boolean} isNow */
function sentence({ id, certainty, summary }, { startsAt, expiresAt }, now, isNow) {
  if (id === "expired" && expiresAt) {
    const time = duration((Number(now) - Number(expiresAt)) / 1000);
    return isNow ? `It expired ${time} ago.` : `It had expired ${time} before the request.`;
  }
  if (id === "not-yet-valid" && startsAt) {
    const time = duration((Number(startsAt) - Number(now)) / 1000);
    return isNow ? `It becomes valid in ${time}.` : `It was requested ${time} before it became valid.`;
  }
  return certainty === "proven" ? summary : `${certainty === "likely" ? "Probably" : "Perhaps"}: ${summary}`;
}

/** All but the one sentence. @param {Answer} answer @returns {Node[]} */
export function details(answer) {
  const { findings, inspection, notes, now, isNow } = answer;
  const { policyText, startsAt, expiresAt } = inspection;
  return [
    ...(notes.length > 0 ? [make("ul", "notes", ...notes.map((note) => make("li", "", note)))] : []),
    ...(findings.length > 0 ? part("Findings", make("ol", "findings", ...findings.map(finding))) : []),
    ...(expiresAt ? part("When it is valid", timeline({ startsAt, expiresAt, now, isNow })) : []),
    ...(inspection.source ? part("What was sent", credential(inspection)) : []),
    ...(policyText === undefined ? [] : part("What the policy says", ...policyOf(inspection, policyText))),
  ];
}

/** @param {string} title @param {Node[]} content */
function part(title, ...content) {
  return [make("h3", "", title), ...content];
}

/** @param {Finding} finding */
function finding({ id, certainty, evidence, fix }) {
  return make(
    "li",
    certainty,
    make("p", "id", make("code", "", id), " ", make("span", "certainty", certainties[certainty])),
    make("p", "", `${evidence[0]?.toUpperCase()}${evidence.slice(1)}.`),
    make("p", "", make("strong", "", "Fix: "), fix),
  );
}

/** @param {Inspection} inspection */
function credential({ source, kind, keyPairId, hashAlgorithm, signature, url }) {
  const sent = source === "url" ? "Signed URL" : "Signed cookies";
  const entries = [
    ["Kind", `${sent}, ${kind} policy`],
    ["URL", url],
    ["Key pair ID", keyPairId || "missing"],
    ["Hash", hashAlgorithm],
    [
      "Signature",
      signature ? `${signature.bytes} bytes (${signature.looksLike})` : "none that can be decoded",
    ],
  ].filter(([, text]) => text);
  return make(
    "dl",
    "sent",
    ...entries.map(([name, text]) => make("div", "", make("dt", "", name), make("dd", "", text))),
  );
}

/** @param {Inspection} inspection @param {string} text */
function policyOf({ kind }, text) {
  const how =
    kind === "canned"
      ? "It is not sent: CloudFront writes it anew from the request."
      : "It was sent; the line breaks are added here.";
  return [make("pre", "", pretty(text)), make("p", "hint", how)];
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.slice(0, 5000);
  }
}
