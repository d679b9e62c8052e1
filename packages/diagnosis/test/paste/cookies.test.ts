import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Cookies as clients keep them, and as answers set them. */

const header = (
  await rsaSigner().signCookies({ resource: `${host}/v/*`, dateLessThan: end })
).toCookieHeader();
const pairs = header.split("; ").map((pair) => {
  const at = pair.indexOf("=");
  return { name: pair.slice(0, at), value: pair.slice(at + 1) };
});
const name = host.slice("https://".length);
const segment = `${host}/v/1.ts`;
const leftOut = "Cookies whose Domain, Path or Secure does not fit the URL were left out, as clients do.";

/** A file of curl, wget and yt-dlp. */
function netscape(domain: string, path = "/", separator = "\t"): string {
  const lines = pairs.map(({ name: one, value }) =>
    [`#HttpOnly_${domain}`, "FALSE", path, "TRUE", "0", one, value].join(separator),
  );
  return ["# Netscape HTTP Cookie File", "# https://curl.se/docs/http-cookies.html", "", ...lines].join("\n");
}

/** What extensions of browsers export. */
function exported(domain: string) {
  return pairs.map((pair) => ({
    domain,
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "no_restriction",
    expirationDate: end + 0.5,
    ...pair,
  }));
}

const storageState = (domain: string) => ({
  cookies: exported(domain).map(({ expirationDate, ...cookie }) => ({ ...cookie, expires: -1 })),
  origins: [],
});

async function found(text: string, requestedUrl?: string) {
  const { date, notes, ...request } = readPastedRequest(text, { requestedUrl }) ?? {
    date: undefined,
    notes: [],
  };
  return await explainCloudFrontDenial({ ...request, time: moment, verifier: verifierOf() });
}

describe("the cookies of a jar are those of the request:", () => {
  it.each([
    ["a file of curl in front of a URL", `${netscape(name)}\n\n${segment}`],
    ["a file of curl behind a URL", `${segment}\n\n${netscape(`.${name}`)}`],
    ["a file of curl whose tabs a chat made spaces", `${segment}\n\n${netscape(name, "/v", "  ")}`],
    ["the export of an extension", `${segment}\n${JSON.stringify(exported(name))}`],
    [
      "the state of Playwright",
      `cookies:\n${JSON.stringify(storageState(`.${name}`), undefined, 2)}\nGET ${segment} 403`,
    ],
    ["document.cookie", `> document.cookie\n< "_ga=GA1; ${header}"\n${segment} is 403`],
  ])("%s", async (_, paste) => {
    expect(readPastedRequest(paste)).toMatchObject({ url: segment, setCookie: undefined });
    expect(readPastedRequest(paste)?.cookies).toContain(header.slice(header.indexOf("CloudFront-Key")));
    expect((await found(paste)).filter(({ certainty }) => certainty === "proven")).toEqual([]);
  });

  it("with the URL given besides it", () => {
    const read = readPastedRequest(netscape(name), { requestedUrl: segment });
    expect(read).toMatchObject({ url: segment, cookies: header });
  });

  it("without a URL, judged against their policy", async () => {
    expect((await found(netscape("app.example.com")))[0]).toMatchObject({
      id: "cookie-domain",
      evidence: `Domain=app.example.com does not cover ${name}`,
    });
    expect((await found(netscape(name)))[0]?.id).toBe("resource-not-checked");
  });

  it.each([
    ["another domain", netscape("app.example.com"), "cookie-domain"],
    ["another path", netscape(name, "/other"), "cookie-path"],
    ["another domain, as JSON", JSON.stringify(exported("app.example.com"), undefined, 1), "cookie-domain"],
  ])("but not those of %s", async (_, jar, id) => {
    const paste = `${segment}\n${jar}`;
    expect(readPastedRequest(paste)).toMatchObject({ url: segment, cookies: undefined, notes: [leftOut] });
    expect((await found(paste))[0]).toMatchObject({ id, certainty: "proven" });
  });

  it.each([["[".repeat(50_000)], ["{\n".repeat(50_000)], ["a\tTRUE\t".repeat(10_000)]])(
    "and hostile text %# is not a jar",
    (text) => {
      const { setCookie, notes } = readPastedRequest(`CloudFront-Policy\n${text}`) ?? {};
      expect({ setCookie, notes }).toMatchObject({ setCookie: undefined });
    },
  );
});

describe("an answer that sets cookies", () => {
  const lines = (domain: string) =>
    pairs
      .map((pair) => `Set-Cookie: ${pair.name}=${pair.value}; Domain=${domain}; Path=/; Secure`)
      .join("\n");
  const page = "https://app.example.com/login";

  it.each([
    ["its text", `Response of ${page}:\n${lines("app.example.com")}\nthen ${segment} is 403`],
    [
      "the answer",
      `HTTP/1.1 200 OK\nContent-Type: text/plain\n${lines("app.example.com")}\n\n${segment} 403`,
    ],
    [
      "the command",
      `$ curl -i ${page}\nHTTP/2 200\n${lines("app.example.com")}\n\nGET ${segment} 403 (Forbidden)`,
    ],
  ])("is not the denied request behind %s", async (_, paste) => {
    expect(readPastedRequest(paste)?.url).toBe(segment);
    expect((await found(paste))[0]?.id).toBe("cookie-domain");
  });

  it("is the entry before the denied one in a HAR file", async () => {
    const setCookie = lines("app.example.com")
      .split("\n")
      .map((line) => ({ name: "Set-Cookie", value: line.slice("Set-Cookie: ".length) }));
    const entries = [
      { request: { method: "POST", url: page, headers: [] }, response: { status: 200, headers: setCookie } },
      { request: { method: "GET", url: segment, headers: [] }, response: { status: 403, headers: [] } },
    ];
    const paste = JSON.stringify({ log: { entries } });
    expect(readPastedRequest(paste)?.url).toBe(segment);
    expect((await found(paste))[0]).toMatchObject({ id: "cookie-domain", certainty: "proven" });
  });

  it.each([
    ["app.example.com", "proven"],
    // No other host can set it, and nobody says which one has.
    [name, "possible"],
  ])("for %s is judged against the resource of the policy", async (domain, certainty) => {
    const paste = `$ curl -i ${page}\nHTTP/2 200\n${lines(domain)}\n`;
    expect(readPastedRequest(paste)?.url).toBeUndefined();
    expect((await found(paste))[0]).toMatchObject({ id: "cookie-domain", certainty });
  });

  it.each([
    ["/v/course", undefined],
    ["/other", "cookie-path"],
  ])("with Path=%s may fit the pattern of the policy", async (path, id) => {
    const paste = `HTTP/2 200\n${lines(name).replaceAll("Path=/", `Path=${path}`)}\n`;
    const ids = (await found(paste)).map((finding) => finding.id);
    expect(ids.find((one) => one === "cookie-path")).toBe(id);
  });

  it.each([
    [
      "in capital letters in front of the request",
      "SET-COOKIE",
      `GET /v/1.ts HTTP/2\nHost: ${name}\n\nHTTP/2 403\n\n`,
    ],
    ["in front of the URL", "set-cookie", `GET ${segment} 403\n`],
  ])("has not sent them, %s, where CloudFront says that none arrived", async (_, field, request) => {
    const set = lines("app.example.com").replaceAll("Set-Cookie", field);
    const warned = set.replaceAll("Secure", "Secure   \u26a0 This attempt to set a cookie was blocked");
    const missing = "<Error><Code>MissingKey</Code><Message>Missing Key-Pair-Id</Message></Error>";
    for (const text of [set, warned]) {
      const read = readPastedRequest(`${text}\n\nthen\n${request}${missing}`);
      expect(read).toMatchObject({ url: segment, cookies: undefined, status: 403 });
      expect(read?.setCookie).toEqual(set.split("\n").map((line) => line.slice(field.length + 2)));
    }
  });

  it("has not sent them with a call that leaves them out", () => {
    const call = `fetch("${segment}", ${JSON.stringify({ method: "GET", credentials: "omit" })});`;
    const stored = pairs.map((pair) => `${pair.name}=${pair.value}; Domain=.example.com; Path=/`);
    expect(readPastedRequest(call)).toMatchObject({
      cookies: undefined,
      setCookie: undefined,
      credentials: "omit",
    });
    expect(
      readPastedRequest(`${call}\n\n403, <Error></Error>\n(Application tab):\n${stored.join("\n")}`),
    ).toMatchObject({
      url: segment,
      cookies: undefined,
      setCookie: stored,
      method: "GET",
      credentials: "omit",
    });
    const script = `const answer = await fetch("${segment}", {\n  credentials: 'omit',\n});\nconsole.log(answer.status); // 403`;
    expect(readPastedRequest(script)).toMatchObject({ url: segment, credentials: "omit" });
  });
});
