import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";
import { choiceOfCache } from "../src/ask-cache.ts";
import { choiceOfSeconds } from "../src/ask-second.ts";
import { decisionOfVerdict, describeDecision } from "../src/decision.ts";
import { Edge } from "../src/edge.ts";
import type { Question } from "../src/question.ts";
import { questions, topics } from "../src/questions/all-topics.ts";
import { trustedKey } from "../src/trusted-keys.ts";
import { keyPairIds, privateKeys, publicKeys } from "./support/conformance-edge.ts";

/**
 * `packages/conformance/README.md` ends with every question and the verifier's choice. This test writes them there when
 * Vitest updates its snapshots: `npx vitest run --project node conformance-page -u`.
 */

const docs = join(import.meta.dirname, "../../../docs");
const page = join(import.meta.dirname, "../README.md");
const heading = "## The questions\n";

const edge = new Edge(
  {
    origin: "https://d111111abcdef8.cloudfront.net",
    keys: {
      rsa: trustedKey(keyPairIds.rsa, privateKeys.rsa),
      ec: trustedKey(keyPairIds.ec, privateKeys.ec),
    },
    viewerAddress: "192.0.2.1",
  },
  createCloudFrontVerifier({ publicKeys }),
  new AbortController().signal,
);

async function choiceOf(question: Question): Promise<string> {
  switch (question.kind) {
    case "request": {
      const to = edge.distribution;
      const verdict = await edge.verdict(question.probe(to), new Date(to.now * 1000));
      const decision = describeDecision(decisionOfVerdict(verdict));
      return verdict.allowed ? decision : `${decision} (${verdict.reason})`;
    }
    case "second":
      return choiceOfSeconds(question, edge);
    case "cache":
      return choiceOfCache(question, edge);
  }
}

const cell = (text: string): string => text.replace(/[\\`*_|[\]]/g, "\\$&");

/**
 * The questions about each row of the table in `docs/testing.md` of what AWS does not document, by the
 * beginnings of their IDs; or why nobody can be asked.
 */
const rows: Readonly<Record<string, readonly string[] | string>> = {
  "double slashes and escapes in the URL, when it is compared with a `Resource`": [
    "double-slash",
    "pattern-double-slash",
    "escape-",
    "slash-escaped",
    "pattern-slash-escaped",
  ],
  "a `.` or `..` segment in the URL, plain, escaped once or more, or between backslashes": ["dots-"],
  "`http*://` in a `Resource`": ["scheme-http-asterisk"],
  "an `AWS:SourceIp` without `/32`": ["address-without-mask"],
  "a WebSocket URL": ["scheme-websocket"],
  "a path that is compared with the path patterns of `restrict`":
    "the stack restricts every path, so that no path pattern decides whether a signature is needed",
  "a `Resource` with a protocol and without a slash after its domain": ["domain-without-slash"],
  "the order of the checks": ["key-pair-id-", "signature-empty", "cookie-no-"],
  "an address such as `::ffff:192.0.2.1` or `192.0.2.1:4711`":
    "how a server writes a viewer's address is not CloudFront's",
  "a request in the same second as `DateLessThan` or `Expires`": ["end-second-"],
  "a request in the same second as `DateGreaterThan`": ["start-second"],
  "clock skew": ["expired-", "starts-in-"],
  "`Policy` and `Expires` together": [
    "policy-and-expires",
    "expires-and-policy",
    "cookie-policy-and-expires",
  ],
  "percent-encoded parameter values (`%7E`)": [
    "signature-tilde-escaped",
    "policy-tilde-escaped",
    "cookie-tilde-escaped",
    "key-pair-id-escaped",
  ],
  "percent-encoded parameter names": ["name-escaped"],
  "a signing parameter or signed cookie that is sent twice": [
    "expires-twice",
    "policy-twice",
    "signature-twice",
    "cookie-twice",
  ],
  "no `Signature`": ["no-signature", "cookie-no-signature"],
  "an unknown or lower-case `Hash-Algorithm`": [
    "rsa-sha256-lower-case",
    "rsa-hash-unknown",
    "ec-hash-unknown",
  ],
  "times after the year 9999, leading zeros, a sign, a decimal point or an exponent (`1.9e9`)": [
    "expires-12-digits",
    "expires-leading-zero",
    "expires-plus",
    "expires-fraction",
    "expires-exponent",
    "epoch-",
  ],
  "base64 whose last character has unused bits that are not zero": ["signature-extra-bits"],
  "unknown or repeated names in a policy": ["policy-id", "resource-twice", "end-twice"],
  "the first `?` of a `Resource`, which AWS documents both as a wildcard for one character and as the start of the query":
    ["question-mark-"],
  "a raw P-256 signature": ["ec-raw-"],
  "a host name in capital letters, a port": ["host-upper-case-", "port-"],
  "`Hash-Algorithm` on the way to the origin": ["cache-key-hash-algorithm"],
};

describe("packages/conformance/README.md", () => {
  it("lists every question with the verifier's choice", async () => {
    const sections: string[] = [];
    for (const { title, questions } of topics) {
      const lines = await Promise.all(
        questions.map(
          async (one) =>
            `| \`${one.id}\` | ${cell(one.asks)} | ${one.source ?? ""} | ${cell(await choiceOf(one))} |`,
        ),
      );
      sections.push(
        `### ${title}\n\n| ID | question | AWS page | verifier |\n|---|---|---|---|\n${lines.join("\n")}\n`,
      );
    }
    const [written = ""] = readFileSync(page, "utf8").split(heading);
    await expect(`${written}${heading}\n${sections.join("\n")}`).toMatchFileSnapshot(page);
  });

  it("asks about each thing that AWS does not document and docs/testing.md names", () => {
    const [, table = ""] = readFileSync(join(docs, "testing.md"), "utf8").split(
      "## What CloudFront does not document\n",
    );
    const [, , ...lines] = (table.split("\n## ", 1)[0] ?? "")
      .split("\n")
      .filter((line) => line.startsWith("|"));
    expect(lines.map((line) => line.split("|")[1]?.trim())).toEqual(Object.keys(rows));
    const ids = questions.map(({ id }) => id);
    const asked = Object.values(rows).flatMap((prefixes) => (typeof prefixes === "string" ? [] : prefixes));
    expect(asked.filter((prefix) => !ids.some((id) => id.startsWith(prefix)))).toEqual([]);
  });
});
