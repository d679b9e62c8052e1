import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";
import { curlOutputs } from "../support/curl-outputs.ts";

const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const cookies = await rsaSigner().signCookies({ resource: `${host}/course/42/*`, dateLessThan: end });
const read = (text: string) => readPastedRequest(text);

describe("the output of curl", () => {
  const base = "d111111abcdef8.cloudfront.net/a.jpg";
  const query = "size=1&Expires=1900000000&Signature=AAAA-BBBB~CCCC__&Key-Pair-Id=K2JCJMDEHXQW5F";
  const body =
    '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>';
  const denial = {
    status: 403,
    date: new Date("2026-03-02T09:00:00Z"),
    responseBody: body,
    responseHeaders: expect.objectContaining({ server: "CloudFront", "x-cache": "Error from cloudfront" }),
  };
  const none = { cookies: undefined, setCookie: undefined, notes: [] };
  const ofHttps = { ...none, ...denial, method: "GET", url: `https://${base}?${query}` };

  it.each([
    ["of -v into a file, with the progress meter", ofHttps],
    ["of -sv over HTTP/1.1", ofHttps],
    ["of -sv over http", { ...ofHttps, url: `http://${base}?${query}` }],
    ["of -sv through a proxy", ofHttps],
    ["of a program with libcurl", ofHttps],
    ["of -svI", { ...ofHttps, method: "HEAD", responseBody: undefined }],
    ["of -si", { ...none, ...denial, url: undefined }],
    [
      "of -svL after a redirect",
      {
        ...ofHttps,
        url: `http://${base}?${query}`,
        notes: ["There are several requests; the last one is explained."],
      },
    ],
    [
      "of -sv -b",
      {
        ...ofHttps,
        url: "https://d111111abcdef8.cloudfront.net/v/1.ts",
        cookies:
          "theme=dark; CloudFront-Policy=eyJ; CloudFront-Signature=AAAA; CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F",
      },
    ],
    ["of -sv -i on a terminal", { ...ofHttps, notes: ["Invisible characters were removed."] }],
    [
      "of -sv for a response that sets cookies",
      {
        url: undefined,
        cookies: "CloudFront-Policy=eyJ; CloudFront-Signature=AAAA; CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F",
        areCookiesUncertain: true,
        setCookie: [
          "CloudFront-Policy=eyJ; Path=/; Secure",
          "CloudFront-Signature=AAAA; Path=/; Secure",
          "CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F; Path=/; Secure",
        ],
        status: undefined,
        date: undefined,
        isTimeUncertain: true,
        responseBody: undefined,
        notes: [
          "The response sets signed cookies. They are explained, and not the request that received them.",
        ],
      },
    ],
  ] as const)("%s has the request and the response", (name, expected) => {
    expect(read(curlOutputs[name])).toEqual(expected);
  });

  const output = curlOutputs["of -sv over HTTP/1.1"];

  it("counts more than the command before it: it shows what was sent", () => {
    const command = `$ curl -sv https://${base}?${query}`;
    const cut = output.replace(`&${query.slice("size=1&".length)}`, "");
    expect(read(`${command}\n${cut}`)).toMatchObject({
      url: `https://${base}?size=1`,
      status: 403,
      notes: [expect.stringContaining("not in quotes")],
    });
  });

  it("counts more than the words before it", () => {
    const words = `${signed}\nCookie: ${cookies.toCookieHeader()}\n`;
    expect(read(words + output)).toEqual(ofHttps);
  });

  it("counts more than a command in the body", () => {
    for (const command of ["curl", "Invoke-WebRequest"])
      expect(read(output.replace(body, `<html>\n${command} https://a.example/\n</html>`))).toMatchObject({
        url: ofHttps.url,
        status: 403,
      });
  });

  it("is read without the lines about the connection, with a note", () => {
    const messages = output
      .split("\n")
      .filter((line) => !/^[*{}]/.test(line))
      .join("\n");
    expect(read(messages)).toEqual({
      ...ofHttps,
      notes: ["The paste does not show whether the request used http or https: https is assumed."],
    });
  });

  it("is read when a terminal has broken its lines", () => {
    expect(read(output.replace(/.{80}/g, "$&\n"))).toMatchObject({ url: ofHttps.url, status: 403 });
  });

  it("ends a body without its own last words", () => {
    const [last = ""] = output.split("\n").slice(-2);
    expect(read(output.replace(`${last}\n${body}`, `${body}${last}`))?.responseBody).toBe(body);
  });

  it("can be passed on to be explained", async () => {
    const denied = output.replaceAll(`/a.jpg?${query}`, signed.slice(host.length).replace("a.jpg", "b.jpg"));
    const { date, notes, ...request } = read(denied) ?? { date: undefined, notes: [] };
    const [cause] = await explainCloudFrontDenial({ ...request, time: moment, verifier: verifierOf() });
    expect([date, notes, cause?.id]).toEqual([denial.date, [], "signature-mismatch"]);
  });
});
