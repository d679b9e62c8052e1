import { innocentAnswers, knownAnswers } from "@cloudfront-sign-webcrypto/testing/support/answers.ts";
import {
  end,
  host,
  moment,
  momentSeconds,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import {
  type CloudFrontDenialQuestion,
  type CloudFrontFinding,
  explainCloudFrontDenial,
} from "cloudfront-sign-diagnosis";
import { cloudFrontUrl } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

const verifier = verifierOf();
const rsa = rsaSigner();

const explain = (question: CloudFrontDenialQuestion) =>
  explainCloudFrontDenial({ time: moment, ...question });
const brief = (findings: readonly CloudFrontFinding[]) =>
  findings.map(({ id, certainty }) => `${certainty} ${id}`);

const signedFor = async (origin: string) => rsa.signUrl(`${origin}/v/1.ts`, { dateLessThan: end });

describe("an answer to a request that is right", () => {
  it.each(knownAnswers)("shows who made it: $name", async ({ answer, id, certainty, fix = "", origin }) => {
    // A preflight has the URL's parameters: only without them it lacks the cookies.
    const url = id === "preflight-without-cookies" ? `${host}/v/1.json` : await signedFor(origin ?? host);
    for (const known of [{}, { verifier }]) {
      const [first] = await explain({ ...answer, url, ...known });
      expect(first).toMatchObject({ id, certainty, fix: expect.stringContaining(fix) });
      expect(first?.evidence).toMatch(/^[\w"'][^.]+[^.]$/);
      expect(first?.evidence.length).toBeLessThan(140);
    }
  });

  it.each(["S3's NoSuchKey", "S3's Access Denied"])(
    "names a // at the start of the path: %s",
    async (name) => {
      const known = knownAnswers.find((answer) => answer.name === name) ?? expect.fail(name);
      const url = await rsa.signUrl(cloudFrontUrl(host, "/v/1.ts"), { dateLessThan: end });
      const [first] = await explain({ ...known.answer, url, verifier });
      expect(first).toMatchObject({
        id: "s3-denied",
        evidence: "the path begins with //, so S3 looks for an object whose key begins with /",
        fix: "Sign the URL with one / before the path, unless the key of the object really begins with /.",
      });
    },
  );

  it.each(knownAnswers)("proves nothing else: $name", async ({ answer, id, origin }) => {
    if (id === "preflight-without-cookies") return;
    const findings = await explain({ ...answer, url: await signedFor(origin ?? host), verifier });
    expect(findings.filter((finding) => finding.certainty === "proven" && finding.id !== id)).toEqual([]);
  });

  it("is likely that of a proxy or the origin where it redirects to https without X-Cache", async () => {
    const url = await signedFor(host.replace("https", "http"));
    const redirect = { status: 301, responseHeaders: { Via: "1.1 a.cloudfront.net (CloudFront)" } };
    const to = (location: string) => ({ ...redirect.responseHeaders, Location: location });
    const https = url.replace("http:", "https:");
    expect(brief(await explain({ ...redirect, url, responseHeaders: to(https), verifier }))).toEqual([
      "likely https-required",
    ]);
    for (const [requested, location] of [
      [url, https.replace("/v/", "/w/")],
      [https, https],
      [https, url],
    ] as const)
      expect(
        brief(await explain({ ...redirect, url: requested, responseHeaders: to(location) })).slice(0, 1),
      ).not.toEqual(["likely https-required"]);
  });

  it.each(knownAnswers)("is read from Headers as from an object: $name", async ({ answer, id, origin }) => {
    const headers = Object.entries(answer.responseHeaders ?? {}).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as [string, string]] : [],
    );
    const url = id === "preflight-without-cookies" ? `${host}/v/1.json` : await signedFor(origin ?? host);
    const [first] = await explain({ ...answer, url, responseHeaders: new Headers(headers) });
    expect(first?.id).toBe(id);
  });

  it.each(innocentAnswers)("accuses nobody: %s", async (_, answer) => {
    const url = await rsa.signUrl(`${host}/page`, { dateLessThan: end });
    expect(await explain({ ...answer, url })).toEqual([]);
    expect(await explain({ ...answer, url, verifier })).toEqual([]);
  });

  it("is CloudFront's own denial where the code is CloudFront's, with whatever headers", async () => {
    const responseBody = "<Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>";
    for (const responseHeaders of [
      undefined,
      { Server: "CloudFront", "X-Cache": "Error from cloudfront" },
      { Server: "nginx", Date: "x" },
    ])
      expect(
        brief(
          await explain({ url: await signedFor(host), status: 403, responseBody, responseHeaders, verifier }),
        ),
      ).toEqual(["likely nothing-wrong-here"]);
  });

  it("tells the time of the request, unless the question does", async () => {
    const url = await rsa.signUrl(`${host}/a.jpg`, { dateLessThan: end });
    const isExpired = async (date?: string, now?: Date) => {
      const responseHeaders = {
        Server: "CloudFront",
        "X-Cache": "Error from cloudfront",
        ...(date && { Date: date }),
      };
      const findings = await explainCloudFrontDenial({ url, verifier, responseHeaders, time: now });
      return findings.some(({ id }) => id === "expired");
    };
    const [before, after] = [-60, 60].map((seconds) => new Date((Number(end) + seconds) * 1000)) as [
      Date,
      Date,
    ];
    expect(await isExpired(before.toUTCString())).toBe(false);
    expect(await isExpired(after.toUTCString())).toBe(true);
    expect(await isExpired(after.toUTCString(), before)).toBe(false);
    const isExpiredToday = await isExpired();
    for (const date of ["", "yesterday", "Thu, 99 Foo 2026 99:99:99 GMT"])
      expect(await isExpired(date)).toBe(isExpiredToday);
  });

  it("shows nothing where a script of another origin saw only the headers that CORS exposes", async () => {
    const responseHeaders = { "content-type": "text/plain", "cache-control": "no-store" };
    expect(
      brief(await explain({ url: await signedFor(host), status: 403, responseHeaders, verifier })),
    ).toEqual(["likely nothing-wrong-here"]);
  });

  it("is not proof against a server of this machine, which has no headers of CloudFront", async () => {
    const url = await rsa.signUrl("http://localhost:8080/a", { dateLessThan: end });
    expect(brief(await explain({ url, status: 403, responseHeaders: { Date: "x" }, verifier }))).toEqual([
      "likely nothing-wrong-here",
    ]);
  });
});

describe("an error from the cache", () => {
  const headers = (more: Record<string, string>) => ({
    Server: "AmazonS3",
    Via: "1.1 a.cloudfront.net (CloudFront)",
    ...more,
  });
  const body = "<Error><Code>AccessDenied</Code><Message>Access Denied</Message><HostId>x</HostId></Error>";

  it.each([
    [{ "X-Cache": "Hit from cloudfront" }, /^X-Cache says Hit/],
    [{ "X-Cache": "RefreshHit from cloudfront" }, /^X-Cache says Hit/],
    [{ "X-Cache": "Error from cloudfront", Age: "7" }, /^the response has an Age header/],
  ])("is a finding beside the one of its origin: %j", async (more, evidence) => {
    const findings = await explain({
      url: await signedFor(host),
      status: 403,
      responseBody: body,
      responseHeaders: headers(more),
      verifier,
    });
    expect(brief(findings)).toEqual(["likely s3-denied", "likely error-cached"]);
    expect(findings[1]?.evidence).toMatch(evidence);
    expect(findings[1]?.fix).toContain("10 seconds");
  });

  it("is none that CloudFront made for this request", async () => {
    for (const more of [
      { "X-Cache": "Error from cloudfront" },
      { "X-Cache": "Miss from cloudfront", Age: "7" },
    ])
      expect(
        brief(
          await explain({
            url: await signedFor(host),
            status: 403,
            responseBody: body,
            responseHeaders: headers(more),
            verifier,
          }),
        ),
      ).toEqual(["likely s3-denied"]);
  });
});

describe("an error page of the distribution", () => {
  it("is not called an error from the cache for being there itself", async () => {
    const responseHeaders = { Server: "AmazonS3", "X-Cache": "Error from cloudfront", Age: "7" };
    const page = { status: 403, responseBody: "<html>Sorry</html>", responseHeaders };
    expect(brief(await explain({ ...page, url: await signedFor(host), verifier }))).toEqual([
      "likely custom-error-page",
    ]);
  });
});

describe("an answer of the origin to a request with a fault", () => {
  const s3 = {
    status: 403,
    responseBody:
      "<Error><Code>AccessDenied</Code><Message>Access Denied</Message><HostId>x</HostId></Error>",
  };

  it.each(["AccessDenied", "InvalidKey", "MalformedPolicy"])(
    "%s is not the answer to a request that is not signed",
    async (code) => {
      const findings = await explain({
        url: "https://d111111abcdef8.cloudfront.net/a.jpg",
        status: 403,
        responseBody: `<Error><Code>${code}</Code><Message>Access denied</Message></Error>`,
      });
      expect(brief(findings)).toContain("possible no-credentials");
    },
  );

  it("says first that CloudFront did not check this request", async () => {
    const url = (await signedFor(host)).replace("?", "?utm_source=x&");
    const findings = await explain({ ...s3, url, verifier });
    expect(brief(findings)).toEqual([
      "likely not-restricted",
      "likely s3-denied",
      "proven url-parameter-added",
    ]);
    expect(findings[0]?.fix).toMatch(/^Check that viewer access is restricted/);
    expect(brief(await explain({ ...s3, url: `${host}/a`, cookies: "" }))).toEqual([
      "likely not-restricted",
      "likely s3-denied",
      "likely no-credentials",
    ]);
  });

  it("proves nothing of the sort where the request expired in the meantime, or came from elsewhere", async () => {
    const expired = await rsa.signUrl(`${host}/a`, { expiresIn: 1 });
    const later = new Date(momentSeconds * 1000 + 90_000);
    expect(brief(await explain({ ...s3, url: expired, time: later, verifier }))).toEqual([
      "likely s3-denied",
      "likely expired",
    ]);
    const restricted = await rsa.signUrl(`${host}/a`, { dateLessThan: end, ipAddress: "192.0.2.1" });
    expect(brief(await explain({ ...s3, url: restricted, ipAddress: "192.0.2.2", verifier }))).toEqual([
      "likely s3-denied",
      "likely ip-mismatch",
    ]);
  });

  it("comes after the proofs where only a header or a status shows it", async () => {
    const url = (await signedFor(host)).replace("?", "?utm_source=x&");
    const headers = { Server: "nginx", "X-Cache": "Error from cloudfront" };
    expect(brief(await explain({ url, status: 403, responseHeaders: headers, verifier }))).toEqual([
      "proven url-parameter-added",
      "likely origin-denied",
    ]);
    expect(
      brief(await explain({ url: url.replace(/Signature=[^&]+/, "Signature=undefined"), status: 404 })),
    ).toEqual(["proven signature-undecodable", "likely not-a-signing-error"]);
  });

  it("comes before an expiry that only the clock of the question shows, except for a page that hides it", async () => {
    const url = await rsa.signUrl(`${host}/a`, { expiresIn: 1 });
    const now = new Date(momentSeconds * 1000 + 90_000);
    expect(brief(await explain({ url, time: now, status: 404, verifier }))).toEqual([
      "likely not-a-signing-error",
      "proven expired",
    ]);
    const page = {
      status: 403,
      responseBody: "<html></html>",
      responseHeaders: { "x-cache": "Error from cloudfront" },
    };
    expect(brief(await explain({ url, time: now, ...page, verifier }))).toEqual([
      "proven expired",
      "likely custom-error-page",
    ]);
  });
});

describe("the method", () => {
  const missingKey = { status: 403, responseBody: "<Error><Code>MissingKey</Code></Error>" };

  it("OPTIONS without cookies is likely a preflight, and nothing is missing in it", async () => {
    expect(brief(await explain({ url: `${host}/a.json`, method: "options" }))).toEqual([
      "likely preflight-without-cookies",
    ]);
  });

  it("OPTIONS whose cookies did not arrive is one if the answer is MissingKey", async () => {
    const { values } = await rsa.signCookies({ resource: `${host}/*`, dateLessThan: end });
    const preflight = { url: `${host}/a.json`, cookies: values, method: "OPTIONS", verifier };
    expect(brief(await explain({ ...preflight, ...missingKey }))).toEqual([
      "likely preflight-without-cookies",
    ]);
    expect(brief(await explain(preflight))).toEqual([]);
    expect(brief(await explain({ ...preflight, ...missingKey, method: "GET" }))).toEqual([
      "likely parameters-lost",
    ]);
  });

  it("OPTIONS, HEAD and POST of a signed URL are checked like GET", async () => {
    const url = await signedFor(host);
    for (const method of ["OPTIONS", "HEAD", "POST", "PUT", "PATCH", "DELETE", "GET", "get"])
      expect(await explain({ url, method, verifier })).toEqual([]);
    expect(brief(await explain({ url: `${host}/a.json`, method: "HEAD" }))).toEqual([
      "likely no-credentials",
    ]);
  });

  it("is named where both the method and the cookies are missing in the behavior", async () => {
    const responseBody =
      "The request could not be satisfied. This distribution is not configured to allow the HTTP request method that was used for this request.";
    expect(
      brief(await explain({ url: `${host}/a.json`, method: "OPTIONS", status: 403, responseBody })),
    ).toEqual(["likely method-not-allowed", "likely preflight-without-cookies"]);
  });
});

describe("an answer of any type", () => {
  const throwing = new Proxy(
    {},
    {
      get() {
        throw new Error("get");
      },
      ownKeys() {
        throw new Error("ownKeys");
      },
    },
  );
  const getter = Object.defineProperty({}, "Server", {
    enumerable: true,
    get() {
      throw new Error("getter");
    },
  });

  it.each([
    [null],
    [42],
    ["x-cache: Error from cloudfront"],
    [[["server", "nginx"]]],
    [throwing],
    [getter],
    [{ get: 1 }],
    [{ get: () => ({}) }],
    [{ server: {}, "x-cache": [1, 2], via: null }],
    [{ "x-cache": ["Error from cloudfront", "x"], Location: throwing }],
  ])("does not throw: headers %#", async (responseHeaders) => {
    for (const responseBody of [throwing, 7, {}, "<Code>", "<HostId>", "<Message>"]) {
      const question = { url: `${host}/a`, status: 403, responseBody, responseHeaders, method: throwing };
      expect(await explain(question as never)).toBeInstanceOf(Array);
    }
  });

  it("is read in linear time, and only its beginning", async () => {
    const url = await signedFor(host);
    for (const part of ["<", "<Code>", "{", "<html", " ", "403 error", "<li>Code:", "request blocked"]) {
      const responseBody = part.repeat(200_000);
      const responseHeaders = { "x-cache": part.repeat(100_000), via: part.repeat(100_000), location: part };
      expect(await explain({ url, status: 403, responseBody, responseHeaders, method: part })).not.toEqual(
        [],
      );
    }
  });
});
