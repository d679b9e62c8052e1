import { oneOf, seededRandom } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import { resourceReadings } from "@cloudfront-sign-webcrypto/testing/support/resource-readings.ts";
import { end, host, recorder, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";
import { functionCode } from "../../../src/commands/revocation/function-code.ts";
import { admittingResources, eventOf, type Given, mutatedRequest } from "../../support/deny-edge.ts";
import { answersOf, type FunctionRequest, hasNjs } from "../../support/deny-function.ts";
import { arbitraryAttack, arbitraryRequest, isAdmitted } from "../../support/deny-model.ts";

if (!hasNjs) console.log("Not run: the CloudFront Function in njs, which is not installed.");

const noId = "403 The URL needs the parameter grant-id, once, and its name nowhere else.";
const revoked = "403 This grant was revoked.";
const signing = "Policy=a-b~c__&Signature=a-b~c__&Key-Pair-Id=K2JCJMDEHXQW5F";

/** Without the signing parameters, as CloudFront compares it with the Resource. */
function unsigned(query: string): string {
  return query
    .split("&")
    .filter((pair) => !/^(?:Expires|Policy|Signature|Key-Pair-Id|Hash-Algorithm)(?:=|$)/.test(pair))
    .join("&");
}

/** The signing parameters of a grant. */
function givenBy(query: string): Given {
  const parameters = new URLSearchParams(query);
  const value = (name: string): string => parameters.get(name) ?? "";
  return { Policy: value("Policy"), Signature: value("Signature"), "Key-Pair-Id": value("Key-Pair-Id") };
}

function decodedOnce(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const decisions: readonly (readonly [FunctionRequest, string])[] = [
  [{ query: `grant-id=good&${signing}` }, "pass"],
  [{ query: `x=1&y=2&grant-id=good&${signing}` }, "pass"],
  [{ query: `grant-id=good&${signing}`, method: "HEAD" }, "pass"],
  [{ query: `grant-id=good&${signing}`, method: "OPTIONS" }, "pass"],
  [{ query: `grant-id=good&${signing}`, cookies: ["CloudFront-Policy"] }, "pass"],
  // What CloudFront does with signing parameters before it runs the function is not documented.
  [{ query: "grant-id=good" }, "pass"],
  [{ query: `grant-id=denied&${signing}` }, revoked],
  [{ query: `grant-id=denied&${signing}`, method: "OPTIONS" }, revoked],
  ...["unavailable", "undefined", "null", "nothing"].map(
    (id) =>
      [{ query: `grant-id=${id}&${signing}` }, "403 The list of denied grants cannot be read."] as const,
  ),
  [{ query: "grant-id=good", cookies: ["CloudFront-Policy"] }, "403 Signed cookies carry no grant ID."],
  [
    { query: "grant-id=good&Hash-Algorithm=SHA1", cookies: ["CloudFront-Signature"] },
    "403 Signed cookies carry no grant ID.",
  ],
  ...[
    "Signature=a&Key-Pair-Id=K",
    "Policy=a&Signature=a",
    "Policy=a&Key-Pair-Id=K",
    "Policy=&Signature=a&Key-Pair-Id=K",
    "Policy=a&Signature=&Key-Pair-Id=K",
    "Policy=a&Signature=a&Key-Pair-Id=",
    "Policy&Signature&Key-Pair-Id",
    "Expires=&Signature=a&Key-Pair-Id=K",
    "x=Policy=a&Signature=a&Key-Pair-Id=K",
    "policy=a&signature=a&key-pair-id=K",
  ].map(
    (part) =>
      [
        { query: `grant-id=good&${part}`, cookies: ["CloudFront-Policy"] },
        "403 Signed cookies carry no grant ID.",
      ] as const,
  ),
  [{ query: "grant-id=good&Expires=1&Signature=a&Key-Pair-Id=K", cookies: ["CloudFront-Expires"] }, "pass"],
  [{ query: "grant-id=good", cookies: ["cloudfront-policy"] }, "403 Signed cookies carry no grant ID."],
  ...[
    "a=b, CloudFront-Policy=c",
    '"CloudFront-Policy"',
    "CloudFront%2DPolicy=c",
    "__proto__=b,cloudfront-signature",
  ].map(
    (cookie) =>
      [
        { query: "grant-id=good", cookies: ["a=b", cookie] },
        "403 Signed cookies carry no grant ID.",
      ] as const,
  ),
  [{ query: "grant-id=good", cookies: ["cdn=d111111abcdef8.cloudfront.net", "a%=%"] }, "pass"],
  [{ query: undefined }, noId],
  [{ query: "" }, noId],
  [{ query: signing }, noId],
  [{ query: undefined, cookies: ["CloudFront-Policy"] }, noId],
  [{ query: `grant-id=&${signing}` }, noId],
  [{ query: `grant-id&${signing}` }, noId],
  [{ query: `grant-id=good&grant-id=good&${signing}` }, noId],
  [{ query: `grant-id=good&x=grant-id=denied&${signing}` }, noId],
  [{ query: `grant-id=good&grant-id=denied&${signing}` }, noId],
  [{ query: `grant-id=denied&grant-id=good&${signing}` }, noId],
  [{ query: `grant-id=good&my-grant-id=denied&${signing}` }, noId],
  [{ query: `my-grant-id=denied&${signing}` }, noId],
  [{ query: `grant-id=good&x=%67rant-id=denied&${signing}` }, noId],
  [{ query: `grant-id=good&%47RANT%2DID=denied&${signing}` }, noId],
  [{ query: `Grant-Id=denied&${signing}` }, noId],
  [{ query: `grant-id=good;x=1&${signing}` }, noId],
  [{ query: `x=1;grant-id=good&${signing}` }, noId],
  [{ query: `x=1?grant-id=good&${signing}` }, noId],
  [{ query: `?grant-id=good&${signing}` }, noId],
  [{ query: `grant-id=good#&${signing}` }, noId],
  [{ query: `grant-id=good%26&${signing}` }, noId],
  [{ query: `grant-id=${"a".repeat(65)}&${signing}` }, noId],
  [{ query: `grant-id=${"a".repeat(64)}&${signing}` }, "pass"],
  [{ query: `${"x&".repeat(3500)}grant-id=good&${signing}` }, "pass"],
  [{ query: `${"%67rant-i".repeat(800)}&grant-id=good&${signing}` }, "pass"],
];

describe("the function that denies grants", () => {
  it("has at most 10 kB of ASCII, and uses only what cloudfront-js-2.0 documents", () => {
    expect(new TextEncoder().encode(functionCode).length).toBeLessThanOrEqual(10_000);
    expect(functionCode).toMatch(/^[\n -~]+$/);
    const code = functionCode.replace(/\/\/.*|'[^']*'/g, "");
    expect(code).not.toMatch(
      /=>|\bof\b|\?\.|\?\?|\bclass\b|\.\.\.|\bthis\b|eval|Function\(|setTimeout|require/,
    );
    for (const line of functionCode.split("\n")) expect(line.length, line).toBeLessThanOrEqual(112);
  });
});

/** 5,000 requests of somebody who has a denied grant, cookies for the same resource, and the ID of another grant. */
async function makeViewersRequests() {
  const signer = rsaSigner();
  const terms = { resource: `${host}/*`, dateLessThan: end };
  const good = await signer.grant({ ...terms, grantId: "good-1" });
  const denied = await signer.grant({ ...terms, grantId: "denied-1" });
  const { values } = (await signer.grant(terms)).cookies;
  const cookies = {
    Policy: values["CloudFront-Policy"] ?? "",
    Signature: values["CloudFront-Signature"] ?? "",
    "Key-Pair-Id": values["CloudFront-Key-Pair-Id"] ?? "",
  };
  const given = [givenBy(denied.query), givenBy(good.query), givenBy(denied.query), cookies];
  const random = seededRandom(20261124);
  const requests = Array.from({ length: 5000 }, () =>
    mutatedRequest(random, oneOf(random, [denied.query, denied.query, good.query]), given),
  );
  const events = requests.map((request) => eventOf(request, random() < 0.5));
  const admitting = requests.map((request) => [...admittingResources(request, host)]);
  const isOfGood = (resource: string): boolean => resource.endsWith("grant-id=good-1");
  return {
    requests,
    events,
    isToDeny: admitting.map((resources) => !resources.every(isOfGood)),
    isGood: admitting.map((resources) => resources.length > 0 && resources.every(isOfGood)),
  };
}

let made: ReturnType<typeof makeViewersRequests> | undefined;
function viewersRequests(): ReturnType<typeof makeViewersRequests> {
  made ??= makeViewersRequests();
  return made;
}

const count = (of: readonly boolean[]): number => of.filter(Boolean).length;

describe.each(["node", "njs"] as const)("the function in %s", (engine) => {
  const isMissing = engine === "njs" && !hasNjs;

  const answers = isMissing
    ? []
    : answersOf(
        engine,
        decisions.map(([request]) => request),
      );

  it.skipIf(isMissing).each(
    decisions.map(([request, expected], i) => ({
      asked: JSON.stringify(request).slice(0, 100),
      expected,
      i,
    })),
  )("answers $asked with $expected", ({ expected, i }) => {
    expect(answers[i]).toBe(expected);
  });

  it.skipIf(isMissing)("decides 2,500 requests as the model does, most of them attacks", () => {
    const random = seededRandom(20261122);
    const requests = Array.from({ length: 2500 }, () => arbitraryRequest(random));
    const answers = answersOf(engine, requests);
    const admitted = requests.map(isAdmitted);
    for (const [i, request] of requests.entries())
      expect(answers[i] === "pass", JSON.stringify(request)).toBe(admitted[i]);
    const count = admitted.filter(Boolean).length;
    expect(count).toBeGreaterThan(125);
    expect(count).toBeLessThan(1250);
  });

  it.skipIf(isMissing)("lets nothing pass that CloudFront admits for a grant with a denied ID", async () => {
    const resources = [`${host}/*`, `${host}/a*`, `${host}/a?*`, `${host}/a`, "*/a*", "http*://*/a?*"];
    const bound: string[] = [];
    for (const resource of resources) {
      const { signer, policies } = recorder();
      await signer.grant({ resource, dateLessThan: end, grantId: "denied" });
      bound.push(JSON.parse(policies[0] ?? "").Statement[0].Resource);
    }
    const random = seededRandom(20261123);
    const queries = Array.from({ length: 2500 }, () => arbitraryAttack(random, "denied"));
    const admitted = queries.filter((query) => {
      const url = `${host}/${oneOf(random, ["", "a", "ab", "a/b"])}`;
      const texts = [`${url}?${unsigned(query)}`, decodedOnce(`${url}?${unsigned(query)}`)];
      return bound.some((resource) =>
        Object.values(resourceReadings).some((covers) => texts.some((text) => covers(resource, text))),
      );
    });
    expect(admitted.length).toBeGreaterThan(1000);
    const answers = answersOf(
      engine,
      admitted.map((query) => ({ query })),
    );
    for (const [i, query] of admitted.entries()) expect(answers[i], query).not.toBe("pass");
  });

  it.skipIf(isMissing)(
    "lets no request pass that CloudFront may admit for a denied grant or for cookies",
    async () => {
      const { requests, events, isToDeny, isGood } = await viewersRequests();
      const answers = answersOf(engine, events);
      expect(requests.filter((_, i) => isToDeny[i] && answers[i] === "pass")).toEqual([]);
      expect(count(isToDeny)).toBeGreaterThan(625);
      expect(count(isGood)).toBeGreaterThan(250);
      expect(count(answers.map((answer, i) => answer === "pass" && isGood[i] === true))).toBeGreaterThan(125);
    },
  );

  it.skipIf(isMissing)("lets every URL pass that a grant signs", async () => {
    const { signer } = recorder();
    const grant = await signer.grant({ resource: `${host}/*`, dateLessThan: end, grantId: "good-1" });
    const paths = ["a", "a?x=1", "a?x=1&", "a?x?y", "grant-id/a", "a?flag", "é?ü=%", "a?x='b'#t=5"];
    const queries = paths.map((path) => new URL(grant.signUrl(`${host}/${path}`)).search.slice(1));
    const answers = answersOf(
      engine,
      queries.map((query) => ({ query })),
    );
    expect(answers).toEqual(paths.map(() => "pass"));
  });
});
