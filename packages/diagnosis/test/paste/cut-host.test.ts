import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const cookies = (
  await rsaSigner().signCookies({ resource: `${host}/v/*`, dateLessThan: end })
).toCookieHeader();
const segment = `${host}/v/1.ts`;

describe("a host name that was cut", () => {
  const cut = `${host.slice(0, -2)}`;
  const rest = signed.slice(cut.length);

  it.each([
    ["by a line break", `Does not open:\n${cut}\n${rest}`],
    ["by a line break in a quoted mail", `> ${cut}\n> ${rest}`],
    ["behind its dot", `${host.slice(0, -3)}\n${signed.slice(host.length - 3)}`],
  ])("%s is put together", (_, paste) => {
    expect(readPastedRequest(paste)?.url).toBe(signed);
  });

  it("by a line break is put together in front of cookies, too", () => {
    expect(readPastedRequest(`${cut}\net/v/1.ts\nCookie: ${cookies}`)).toMatchObject({
      url: segment,
      cookies,
    });
  });

  it.each([
    ["a URL", { url: cut }],
    ["a URL with its parameters", { url: signed.replace(host, cut) }],
    ["a URL in the middle of the name", { url: "https://d111111abcdef8.cloud" }],
    ["a URL behind its label", { url: "https://d111111abcdef8" }],
    ["a URL that a program shortened", { url: "https://d111111abcdef8.cloudfront.n…" }],
    ["cookies", { url: `${cut}/v/1.ts`, cookies }],
    [
      "cookies and their lines",
      {
        url: `${cut}/v/1.ts`,
        setCookie: cookies.split("; ").map((pair) => `${pair}; Domain=d111111abcdef8.cloudfront.net; Path=/`),
      },
    ],
  ])("is said to be cut, and nothing that follows from it is, of %s", async (_, question) => {
    for (const known of [{}, { verifier: verifierOf() }]) {
      const findings = await explainCloudFrontDenial({ ...question, time: moment, ...known });
      const said = findings.filter(({ certainty }) => certainty !== "possible");
      expect(said.map(({ id, certainty }) => `${certainty} ${id}`)).toEqual(["likely url-truncated"]);
      expect(said[0]?.summary).toBe("The host name of the URL was cut off.");
    }
  });

  it.each([
    "https://d111111abcdef8.example.com/a.jpg",
    "https://download/a.jpg",
    "https://d111111abcdef8.cl/a",
  ])("is none: %s", async (url) => {
    const findings = await explainCloudFrontDenial({ url, time: moment });
    expect(findings.map(({ id }) => id).includes("url-truncated")).toBe(url.endsWith(".cl/a"));
  });
});
