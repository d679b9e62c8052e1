import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { askQuestions } from "../src/ask-questions.ts";
import { readinessProblem } from "../src/controls.ts";
import { Edge } from "../src/edge.ts";
import { requestCount } from "../src/plan-text.ts";
import type { Question } from "../src/question.ts";
import { questions } from "../src/questions/all-topics.ts";
import { trustedKey } from "../src/trusted-keys.ts";
import { findViewerAddress } from "../src/viewer-address.ts";
import { deviatingEdges } from "./support/conformance-deviations.ts";
import { keyPairIds, privateKeys, publicKeys, startConformanceEdge } from "./support/conformance-edge.ts";

const server = await startConformanceEdge();
afterAll(() => server.close());
beforeEach(() => {
  server.deviation = {};
  server.failure = undefined;
});

function edge(viewerAddress?: string, { origin } = server): Edge {
  const keys = {
    rsa: trustedKey(keyPairIds.rsa, privateKeys.rsa),
    ec: trustedKey(keyPairIds.ec, privateKeys.ec),
  };
  const distribution = { origin, keys, viewerAddress };
  return new Edge(distribution, createCloudFrontVerifier({ publicKeys }), new AbortController().signal);
}

const ask = (asked: readonly Question[], to = edge("127.0.0.1")) => askQuestions(asked, to, () => {});
const named = (...ids: string[]) => questions.filter(({ id }) => ids.includes(id));
/** The questions that need no waiting. */
const quick = questions.filter(({ kind }) => kind !== "second");

// Questions of seconds take most of their time to wait: both tests wait at once.
describe.concurrent("all questions", () => {
  it("are answered by an edge of this package as the verifier decides", async () => {
    const results = await ask(questions);
    expect(results.map(({ id }) => id)).toEqual(questions.map(({ id }) => id));
    expect(results.filter(({ outcome }) => outcome !== "agrees")).toEqual([]);
    expect(server.requests).toBeLessThan(requestCount(questions));
  });

  it("of seconds differ where an edge decides otherwise in the second of an end or a start", async () => {
    const late = await startConformanceEdge();
    late.deviation = {
      rewrite: (request) => ({ ...request, now: new Date(request.now.getTime() - 1000) }),
    };
    const seconds = questions.filter(({ kind }) => kind === "second");
    const results = await ask(seconds, edge("127.0.0.1", late));
    late.close();
    expect(
      Object.fromEntries(results.map(({ id, outcome, cloudFront }) => [id, [outcome, cloudFront]])),
    ).toEqual({
      "end-second-canned": ["differs", "-1 s: allowed, 0 s: allowed, +1 s: denied"],
      "end-second-custom": ["differs", "-1 s: allowed, 0 s: allowed, +1 s: denied"],
      "start-second": ["differs", "-1 s: denied, 0 s: denied, +1 s: denied"],
    });
  });
});

describe("the questions of conformance", () => {
  it("each have an ID of their own, and end with a question mark", () => {
    const ids = questions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(questions.filter(({ asks }) => !/\?( \([^()]+\))?$/.test(asks)).map(({ id }) => id)).toEqual([]);
  });

  it("come with the request, the answer, its control and the verifier's reason", async () => {
    const [result] = await ask(named("no-signature"));
    expect(result).toEqual({
      id: "no-signature",
      topic: "Parameters",
      asks: "What is the answer without Signature?",
      source: "undocumented",
      requests: [{ method: "GET", target: "/object.txt?Expires=1900003600&Key-Pair-Id=K2JCJMDEHXQW5F" }],
      verifier: "MalformedSignature",
      reason: "signature-missing",
      cloudFront: "MalformedSignature",
      outcome: "agrees",
      answers: [
        {
          status: 403,
          xCache: "Error from cloudfront",
          isFromOrigin: false,
          body: '<?xml version="1.0" encoding="UTF-8"?><Error><Code>MalformedSignature</Code><Message>d111111abcdef8.cloudfront.net</Message></Error>',
        },
      ],
      control: { status: 200, xCache: "Miss from cloudfront", isFromOrigin: false },
    });
  });
});

describe("an edge that decides otherwise", () => {
  it.each(deviatingEdges)(
    "and $does differs in exactly these questions",
    async ({ differs, ...deviation }) => {
      server.deviation = deviation;
      // Without HTTP, which the test of all questions goes through.
      const results = await ask(quick, Object.assign(edge("127.0.0.1"), { send: server.send }));
      expect(results.filter(({ outcome }) => outcome === "undecided")).toEqual([]);
      const found = results.filter(({ outcome }) => outcome === "differs");
      expect(Object.fromEntries(found.map(({ id, cloudFront }) => [id, cloudFront]))).toEqual(differs);
    },
  );

  it("from answer to answer decides nothing", async () => {
    let count = 0;
    server.deviation = {
      decide: (_, decision) => (count++ % 3 === 0 ? { ...decision, isAllowed: true } : decision),
    };
    const [result] = await ask(named("no-signature"));
    expect([result?.outcome, result?.why]).toEqual([
      "undecided",
      "two answers differ: allowed, then MalformedSignature",
    ]);
  });
});

describe("a fault of the stack", () => {
  it("is not a finding: nothing is decided without the control", async () => {
    server.deviation = { decide: (_, decision) => ({ ...decision, isAllowed: false, code: "AccessDenied" }) };
    const results = await ask(named("no-signature", "cookies-canned", "ec-sha256", "cache-key-signature"));
    expect(results.map(({ outcome, why }) => [outcome, why])).toEqual([
      ["undecided", "the control request was answered with status 403 (AccessDenied)"],
      ["undecided", "the control request was answered with status 403 (AccessDenied)"],
      ["undecided", "the control request was answered with status 403 (AccessDenied)"],
      ["undecided", "the first request was answered with status 403 (AccessDenied)"],
    ]);
  });

  it("is tried again, and then named", async () => {
    server.failure = 503;
    server.requests = 0;
    const withoutPauses = Object.assign(edge(), { pause: async () => {} });
    const [result] = await ask(named("no-signature"), withoutPauses);
    expect(server.requests).toBe(8);
    expect([result?.outcome, result?.why]).toEqual([
      "undecided",
      "the control request was answered with status 503",
    ]);
  });

  it("keeps the questions from being asked", async () => {
    expect(await readinessProblem(edge())).toBeUndefined();
    server.deviation = { decide: (_, decision) => ({ ...decision, isAllowed: true }) };
    expect(await readinessProblem(edge())).toBe("a request without a signature was not denied");
    server.deviation = { decide: (_, decision) => ({ ...decision, isAllowed: false, code: "InvalidKey" }) };
    expect(await readinessProblem(edge())).toBe(
      "the control request (rsa) was answered with status 403 (InvalidKey)",
    );
  });

  it("decides nothing about addresses while the viewer's address is not known", async () => {
    const [result] = await ask(named("address-own"), edge());
    expect([result?.outcome, result?.why]).toEqual([
      "undecided",
      "the address that CloudFront sees is not known",
    ]);
  });
});

describe("the viewer's address", () => {
  it("is found by asking for halves of all addresses", async () => {
    expect(await findViewerAddress(edge())).toBe("127.0.0.1");
  });

  it("is not known if the answers fit no address", async () => {
    server.deviation = {
      decide: (_, decision) => ({ ...decision, isAllowed: false, code: "AccessDenied" }),
    };
    expect(await findViewerAddress(edge())).toBeUndefined();
  });
});
