import { knownAnswers } from "@cloudfront-sign-webcrypto/testing/support/answers.ts";
import { plainToSee, provenByKey } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { partOf } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import {
  type CloudFrontDenialQuestion,
  describeCloudFrontOutcome,
  explainCloudFrontDenial,
  readPastedRequest,
} from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";
import { findingCases } from "../checks/cases.ts";
import { contradictionsOf } from "../support/contradictions.ts";

/** What findings call themselves follows from what decided them. */

const explain = (question: CloudFrontDenialQuestion) =>
  explainCloudFrontDenial({ time: moment, ...question });
const brief = async (question: CloudFrontDenialQuestion): Promise<string[]> =>
  (await explain(question)).map(({ id, certainty }) => `${certainty} ${id}`);

const host = "https://cdn.example.com";
const ends = Math.floor(moment.getTime() / 1000) + 3600;
const signed = `${host}/a.jpg?Expires=${ends}&Signature=${"A".repeat(342)}__&Key-Pair-Id=K2JCJMDEHXQW5F`;

const accessDenied =
  "<Error><Code>AccessDenied</Code><Message>Access Denied</Message><HostId>x=</HostId></Error>";

describe("an answer proves nothing", () => {
  it.each(knownAnswers.map(({ name, answer }) => [name, answer] as const))("%s", async (_, answer) => {
    const findings = await explain(answer);
    expect(findings.filter(({ certainty }) => certainty === "proven")).toEqual([]);
  });

  it.each([
    ["unsigned", `${host}/a.jpg`, "no-credentials"],
    ["cut", signed.replace(/&Signature=[^&]*/, ""), "signature-missing"],
    ["of a wrong ID", signed.replace("K2JCJMDEHXQW5F", "undefined"), "key-id-not-a-key-id"],
  ])(
    "S3's text to a request that is %s: the path is not restricted, or it answers another one",
    async (_, url, id) => {
      const findings = await explain({ url, cookies: "", status: 403, responseBody: accessDenied });
      expect(findings.map((finding) => `${finding.certainty} ${finding.id}`)).toEqual([
        "likely not-restricted",
        "likely s3-denied",
        `likely ${id}`,
      ]);
    },
  );

  it.each([
    ["MinIO", { Server: "MinIO" }, accessDenied],
    [
      "MinIO without headers",
      {},
      accessDenied.replace("x=", "dd9025bab4ad464b049177c95eb6ebf374d3b3fd1af9251148b658df7ac2e3e8"),
    ],
    ["Ceph", { Server: "Ceph Object Gateway (squid)" }, accessDenied],
    [
      "Google Cloud Storage",
      {},
      "<Error><Code>AccessDenied</Code><Message>Access denied.</Message><Details>Anonymous caller does not have storage.objects.get access.</Details></Error>",
    ],
  ])("the text of %s is neither S3's nor CloudFront's", async (_, responseHeaders, responseBody) => {
    const question = { url: signed, status: 403, responseBody };
    const headers = { ...responseHeaders, "X-Cache": "Error from cloudfront" };
    expect(await brief({ ...question, responseHeaders: headers })).toEqual([
      "likely origin-denied",
      "possible signature-not-checked",
    ]);
  });
});

describe("text behind a finished URL", () => {
  it.each([
    "?1589000000",
    "?v",
    "/seg-1.ts",
    ".jpg",
    "|2026-01-01",
    ",%20https://b.example/2.jpg",
    "%3F1589000000",
    ";x",
  ])("%s is no fault of the ID", async (text) => {
    const [first, ...others] = await explain({ url: signed + text, status: 403 });
    expect(first).toMatchObject({ id: "stray-characters", certainty: "proven" });
    expect(first?.evidence).toMatch(/^Key-Pair-Id is followed by other text, from the character/);
    expect(others.filter(({ certainty }) => certainty !== "possible")).toEqual([]);
  });
});

describe("a text in which no URL was found", () => {
  it.each([
    '{"level":30,"req":{"method":"GET","url":"/a.jpg?Expires=1","headers": {"host":"cdn.example.com"}},"res":{"statusCode":403}}',
    "0000: GET /a.jpg HTTP/1.1\n0030: Host: cdn.example.com",
    "DEBUG fetching /a%20b.jpg on cdn.example.com%3A443\nfoo%3Dbar",
    '"date","uri"\n"2026-01-01","/a.jpg"',
  ])("is said to be unread, and proves nothing: %j", async (url) => {
    const [first, ...others] = await explain({ url, status: 403 });
    expect(first).toMatchObject({ id: "request-invalid", certainty: "possible" });
    expect(first?.evidence).toContain("nothing else of it was read");
    expect(others.filter(({ certainty }) => certainty !== "possible")).toEqual([]);
  });

  it("is none if it has one line and no spaces", async () => {
    expect(await brief({ url: "cdn.example.com/a.jpg" })).toEqual(["proven request-invalid"]);
  });
});

it("a Resource with a quote is no URL that was signed for another scheme", async () => {
  const Condition = { DateLessThan: { "AWS:EpochTime": ends } };
  const policy = JSON.stringify({ Statement: [{ Resource: `"${host}/a.jpg"`, Condition }] });
  const url = `${host}/a.jpg?Policy=${cloudFrontBase64(policy)}&Signature=${"A".repeat(342)}__&Key-Pair-Id=K2JCJMDEHXQW5F`;
  const [first] = await explain({ url, status: 403 });
  expect(first).toMatchObject({ id: "resource-mismatch", certainty: "proven" });
  expect(first?.evidence).toBe('Resource has the character "\\"", which no URL has');
});

describe("a number of seconds that is not written as a whole one", () => {
  const policyWith = (time: string): string =>
    `${host}/a.jpg?Policy=${cloudFrontBase64(`{"Statement":[{"Resource":"${host}/*","Condition":{"DateLessThan":{"AWS:EpochTime":${time}}}}]}`)}&Signature=${"A".repeat(342)}__&Key-Pair-Id=K2JCJMDEHXQW5F`;
  it.each([
    [
      "policy-schema",
      policyWith("1900000000.0"),
      "AWS:EpochTime of DateLessThan is 1900000000.0",
      " as DateLessThan",
    ],
    ["policy-schema", policyWith("1.9e9"), "AWS:EpochTime of DateLessThan is 1.9e9", " as DateLessThan"],
    ["expires-invalid", signed.replace(`${ends}`, "1900000000.0"), 'Expires is "1900000000.0"', ""],
  ])("is perhaps read: %s of %s", async (id, url, fault, place) => {
    const [first] = await explain({ url, status: 403 });
    expect(first).toMatchObject({
      id,
      certainty: "likely",
      evidence: `${fault}: AWS documents whole seconds alone`,
      fix: `Sign and send 1900000000${place}: CloudFront counts seconds.`,
    });
  });

  it("is none below zero", async () => {
    expect(await brief({ url: policyWith("-1"), status: 403 })).toContain("proven policy-schema");
  });
});

it("a request that succeeded is not called denied", async () => {
  const findings = await explain({ url: signed, status: 200, time: new Date(2e12) });
  expect(findings.map(({ id }) => id)).toContain("expired");
  expect(describeCloudFrontOutcome(findings, { status: 200 }).outcome).toBe("undecided");
});

describe("a success speaks against", () => {
  const right = () => rsaSigner().signUrl(`${host}/a%20b.jpg`, { dateLessThan: end });
  const cors =
    "Access to fetch at 'https://cdn.example.com/a.jpg' from origin 'https://app.example.com' has been blocked by CORS policy: No 'Access-Control-Allow-Origin' header\nGET https://cdn.example.com/a.jpg net::ERR_FAILED 200 (OK)";
  const certain = async (question: CloudFrontDenialQuestion) =>
    (await brief({ ...question, verifier: verifierOf() })).filter((one) => !one.startsWith("possible"));

  it.each<[string, (url: string) => string]>([
    ["one more level of percent-encoding", (url) => url.replace("%20", "%2520")],
    ["&amp; in the place of &", (url) => url.replaceAll("&", "&amp;")],
    ["%26 in the place of &", (url) => url.replace("&", "%26")],
  ])("%s: logs and pages write it so", async (_, change) => {
    expect(await certain({ url: change(await right()), status: 206 })).toEqual([]);
    expect(await certain({ url: change(await right()), status: 403 })).not.toEqual([]);
  });

  it("a signature that is missing", async () => {
    expect(await certain({ url: `${host}/a.jpg`, cookies: "", status: 200 })).toEqual([]);
    expect(await certain({ url: `${host}/v/segment-1.ts`, status: 200 })).toEqual([]);
    const { notes, date, ...pasted } = readPastedRequest(cors) ?? expect.fail();
    expect(await certain(pasted)).toEqual(["likely not-a-signing-error"]);
  });
});

describe("no list contradicts itself", () => {
  const requests: readonly (readonly [string, CloudFrontDenialQuestion])[] = [
    ...[...provenByKey, ...plainToSee].map(([name, question]) => [name, question] as const),
    ...Object.entries(findingCases).map(
      ([
        id,
        {
          example: { question },
        },
      ]) => [id, question] as const,
    ),
  ];

  it("about the request of one case with the answer or the lines of another", async () => {
    const others = Object.entries(findingCases).flatMap(([id, { example }]) => {
      const { status, responseBody, responseHeaders, setCookie, pageOrigin, credentials } = example.question;
      const answer = { status, responseBody, responseHeaders };
      const lines = { setCookie, pageOrigin, credentials };
      return [answer, lines]
        .filter((part) => Object.values(part).some((value) => value !== undefined))
        .map((part) => [id, part] as const);
    });
    const pairs = Object.entries(findingCases).flatMap(([id, { example }]) =>
      others.map(([other, part]) => [`${id} with ${other}`, { ...example.question, ...part }] as const),
    );
    for (const [name, question] of partOf(pairs))
      expect(contradictionsOf(await explain(question)), name).toEqual([]);
  });

  it("about a request alone", async () => {
    for (const [name, question] of partOf(requests))
      expect(contradictionsOf(await explain(question)), name).toEqual([]);
  });

  it.each(knownAnswers.map(({ name, answer }) => [name, answer] as const))(
    "about a request with a fault and the answer %s",
    async (name, answer) => {
      for (const url of [
        `${host}/a.jpg`,
        `${signed}?v`,
        signed.replace("Signature=A", "Signature=*"),
        signed,
      ]) {
        const findings = await explain({ ...answer, url, time: new Date(2e12) });
        expect(contradictionsOf(findings), `${name}: ${url}`).toEqual([]);
      }
    },
  );
});
