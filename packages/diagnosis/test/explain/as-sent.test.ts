import {
  host,
  keyPairId,
  moment,
  momentSeconds,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import {
  type CloudFrontDenialQuestion,
  explainCloudFrontDenial,
  readPastedRequest,
} from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** The bytes of a request prove something where they are those that were sent, and nothing speaks against them. */

const rsa = rsaSigner();
const verifier = verifierOf();
const end = momentSeconds + 3600;
const signed = await rsa.signUrl(`${host}/a.jpg`, { dateLessThan: end });
const target = signed.slice(host.length);
const name = host.slice("https://".length);
const policyFor = (resource: string, more: object = {}, seconds = end): string =>
  JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": seconds }, ...more } }],
  });
const withPolicy = (url: string, policy: string): string =>
  `${url}?Policy=${cloudFrontBase64(policy)}&Signature=${"A".repeat(342)}__&Key-Pair-Id=${keyPairId}`;
const missingKey =
  "<Error><Code>MissingKey</Code><Message>Missing Key-Pair-Id query parameter or cookie value</Message></Error>";
const denied = "<Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>";

const brief = async (question: CloudFrontDenialQuestion): Promise<string[]> =>
  (await explainCloudFrontDenial({ time: moment, ...question })).map(
    ({ id, certainty }) => `${certainty} ${id}`,
  );

async function found(paste: string, more: CloudFrontDenialQuestion = {}): Promise<string[]> {
  const pasted = readPastedRequest(paste);
  if (!pasted) return ["nothing was read"];
  const { date: _, notes: __, ...request } = pasted;
  return brief({ ...request, isTimeUncertain: false, ...more });
}

const entities = signed.replaceAll("&", "&amp;");
const escaped = signed.replaceAll("&", "\\u0026");

describe("a text may show a request otherwise than it was sent", () => {
  it.each([
    ["entities as in HTML", entities, "likely html-escaped"],
    ["entities in a sentence", `We see 403 for ${entities} in our page`, "likely html-escaped"],
    ["escapes of JSON", escaped, "likely parameters-escaped"],
    ["escapes in a command", `curl "${escaped}"`, "likely parameters-escaped"],
    ["the source of a mail", signed.replaceAll("=", "=3D"), "likely quoted-printable"],
    ["the full stop of a sentence", `See ${signed}.`, "likely stray-characters"],
    [
      "source code",
      'url = f"https://{domain}/a.jpg?Expires=1&Signature={signature}&Key-Pair-Id={id}"',
      "likely request-invalid",
    ],
    ["a host name that somebody hid", signed.replace(name, "<my-domain>"), "possible request-invalid"],
    [
      "a batch file",
      `curl "${signed.replace("Signature=", "Signature=%%7E")}"`,
      "likely signature-undecodable",
    ],
    [
      "white space of a scan",
      signed.replace("Signature=", "Signature=abc def"),
      "likely signature-undecodable",
    ],
    [
      "escapes of a log",
      `192.0.2.1 - - [01/Jan/2026:00:00:00 +0000] "GET ${target.replace("Signature=", "Signature=\\x7E")} HTTP/1.1" 403 110`,
      "likely stray-characters",
    ],
    ["a cookie of several", `CloudFront-Policy=${cloudFrontBase64(policyFor("*"))}`, "likely key-id-missing"],
  ])("%s", async (_, paste, cause) => {
    const findings = await found(paste);
    expect(findings).toContain(cause);
    expect(findings.filter((finding) => finding.startsWith("proven"))).toEqual([]);
  });

  it.each([
    [
      "a request line",
      `> GET ${target.replaceAll("&", "\\u0026")} HTTP/1.1\n> Host: ${name}\n>\n< HTTP/1.1 403 Forbidden\n`,
    ],
    ["a question", undefined],
  ])("and %s shows it as it was sent", async (_, paste) => {
    expect(await (paste === undefined ? brief({ url: escaped }) : found(paste))).toEqual([
      "proven parameters-escaped",
    ]);
  });

  it("but what a key decides holds for the text", async () => {
    const moved = signed.replace("/a.jpg", "/A.jpg");
    expect(await found(`I get 403 at ${moved} every time`, { verifier })).toEqual([
      "proven url-path-changed",
    ]);
  });

  it("and that nothing is signed is proven where the cookies are known, too", async () => {
    const unsigned = { url: `${host}/a.jpg`, status: 403 };
    expect(await brief(unsigned)).toEqual(["likely no-credentials"]);
    expect(await brief({ ...unsigned, cookies: "" })).toEqual(["proven no-credentials"]);
  });
});

describe("an answer speaks against the bytes of a request", () => {
  const outside = withPolicy(`${host}/b/1.ts`, policyFor(`${host}/a/*`));
  const plain = signed.replace(/Signature=./, "Signature=+");
  it.each([
    ["it is no denial", { url: outside, status: 200 }, "likely resource-mismatch"],
    [
      "it is S3's",
      { url: plain, status: 403, responseBody: denied.replace("denied", "Denied") },
      "likely signature-undecodable",
    ],
    [
      "the signature was read",
      { url: plain, status: 403, responseBody: denied },
      "likely signature-undecodable",
    ],
    [
      "no key pair ID arrived",
      { url: outside, status: 403, responseBody: missingKey },
      "likely resource-mismatch",
    ],
    [
      "the key was known",
      { url: signed.replace(keyPairId, "a-name"), responseBody: denied },
      "likely key-id-not-a-key-id",
    ],
  ])("where %s", async (_, question, cause) => {
    expect(await brief(question)).toContain(cause);
  });

  it.each([
    [
      "it fits",
      { url: plain, responseBody: "<Error><Code>MalformedSignature</Code></Error>" },
      "proven signature-undecodable",
    ],
    [
      "it is of an earlier step",
      { url: plain, responseBody: "<Error><Code>InvalidKey</Code></Error>" },
      "proven signature-undecodable",
    ],
  ])("but not where %s", async (_, question, cause) => {
    expect(await brief(question)).toContain(cause);
  });
});

describe("one fault is told once", () => {
  it.each([
    ["another path", withPolicy(`${host}/b.jpg`, policyFor(`${host}/a.jpg`)), ["proven url-path-changed"]],
    [
      "another scheme",
      withPolicy(`${host}/a.jpg`, policyFor(`http://${name}/a.jpg`)),
      ["proven url-scheme-changed"],
    ],
  ])("%s of a policy without wildcards", async (_, url, causes) => {
    const findings = await brief({ url });
    expect(findings.filter((finding) => !finding.endsWith("-not-checked"))).toEqual(causes);
  });

  it("the ID of something else beside the one of the key that signed", async () => {
    expect(await brief({ url: signed.replace(keyPairId, "E2QWRUHAPOMQZL"), verifier })).toEqual([
      "proven key-id-wrong",
    ]);
  });

  it("a parameter of another service is no expiry", async () => {
    const url = `https://cdn.example.com/a.jpg?AWSAccessKeyId=AKIA&Expires=1000000000&Signature=abc%3D`;
    expect(await brief({ url })).toEqual(["proven s3-presigned"]);
  });
});

describe("an address in the text", () => {
  const url = withPolicy(
    `${host}/a.jpg`,
    policyFor(`${host}/*`, { IpAddress: { "AWS:SourceIp": "198.51.100.0/24" } }),
  );
  it.each([
    ["Client: 203.0.113.7", "likely ip-mismatch"],
    ["X-Forwarded-For: 203.0.113.7, 10.0.0.1", "likely ip-mismatch"],
    ['"remote_addr": "203.0.113.7"', "likely ip-mismatch"],
    ["my IP is 203.0.113.7", "likely ip-mismatch"],
    ["Client: 2001:db8::1", "likely ipv6-viewer"],
    ["Remote Address: 203.0.113.7:443", "possible ip-unknown"],
    ["client 1.2.3", "possible ip-unknown"],
  ])("%s", async (text, cause) => {
    expect(await found(`${url}\n403 Forbidden\n${text}`)).toContain(cause);
  });
});

describe("who answered", () => {
  const fromNginx = "Server: nginx\nDate: Thu, 01 Jan 2026 00:00:00 GMT";
  it.each([
    [
      "a page of CloudFront",
      `${signed}\nHTTP/1.1 502 Bad Gateway\n${fromNginx}\n\n502 ERROR\nGenerated by cloudfront (CloudFront)`,
    ],
    ["what X-Cache says, told in a sentence", `${signed} gives "Error from cloudfront"\n${fromNginx}`],
    [
      "a code of CloudFront as text of a page",
      `${signed}\n403 Forbidden\n${fromNginx}\n\n${missingKey.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}`,
    ],
  ])("is CloudFront for %s", async (_, paste) => {
    expect((await found(paste)).join()).not.toContain("not-from-cloudfront");
  });

  it("of an answer that stands in front of its request", () => {
    const paste = `Response Headers\nHTTP/1.1 403 Forbidden\nServer: CloudFront\nX-Cache: Error from cloudfront\nRequest Headers\nGET ${target} HTTP/1.1\nHost: ${name}`;
    expect(readPastedRequest(paste)).toMatchObject({
      url: signed,
      status: 403,
      responseHeaders: { server: "CloudFront" },
    });
  });
});

describe("where the parameters were lost", () => {
  it("a redirect without them", async () => {
    const [finding] = await explainCloudFrontDenial({
      url: signed,
      status: 301,
      responseHeaders: { Location: `${host}/a.jpg` },
      time: moment,
    });
    expect(finding).toMatchObject({ id: "parameters-lost", certainty: "likely" });
    expect(finding?.summary).toBe("A redirect drops the parameters.");
  });

  it("a URL in PowerShell without quotes has its parameters", () => {
    expect(readPastedRequest(`Invoke-WebRequest ${signed.split("&", 1).join()}`)?.url).toBe(
      signed.split("&", 1).join(),
    );
  });
});

describe("a fix opens no more than was meant", () => {
  it.each([
    ["another name with the same beginning", `${host}/user10/secret.txt`, `${host}/user1`],
    ["the whole site", `${host}/a/b.txt`, `${host}/`],
  ])("%s", async (_, url, resource) => {
    for (const { fix } of await explainCloudFrontDenial({
      url: withPolicy(url, policyFor(resource)),
      time: moment,
    }))
      expect(fix).not.toMatch(/^Sign https:\S*\*/);
  });
});
