import { type AddressInfo, createServer, type Server } from "node:net";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type OpenedCommand, openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { type CloudFrontDenialQuestion, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { formsOf, shownParts, spellings } from "../../support/spelled-secrets.ts";

/** What `explain --fetch` prints of an answer that repeats the secrets of the request. */

const keyPairId = "K2JCJMDEHXQW5F";
const signers = {
  RSA: createCloudFrontSigner({ keyPairId, privateKey: keyText("rsa2048.pkcs8.pem") }),
  "P-256": createCloudFrontSigner({ keyPairId, privateKey: keyText("ecp256.pkcs8.pem") }),
};

let command: OpenedCommand;
const servers: Server[] = [];
beforeAll(() => {
  command = openCommand();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => command.remove());

/** A server that answers a request with what `respond` makes of its target and its cookies. */
async function startEcho(respond: (target: string, cookie: string) => string): Promise<string> {
  const server = createServer((socket) => {
    let request = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      request += bytes.toString("latin1");
      if (!request.includes("\r\n\r\n")) return;
      const [, target = ""] = /^\S+ (\S+)/.exec(request) ?? [];
      const [, cookie = ""] = /\r\ncookie: (.*)\r\n/i.exec(request) ?? [];
      socket.end(respond(target, cookie));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The places of an answer of which something is printed. */
const places: Readonly<Record<string, (spelled: string) => string>> = {
  body: (spelled) => `\r\n${spelled}`,
  "body of HTML": (spelled) => `\r\n<html><p>Not found: <b>${spelled}</b></html>`,
  "error message": (spelled) => `\r\n<Error><Code>AccessDenied</Code><Message>${spelled}</Message></Error>`,
  "error code": (spelled) => `\r\n<Error><Code>${spelled}</Code><Message>no</Message></Error>`,
  ...Object.fromEntries(
    ["X-Cache", "Server", "Via", "Location"].map((name) => [
      name,
      (spelled: string) => `${name}: ${spelled.replace(/[\r\n]+/g, " ")}\r\n\r\n`,
    ]),
  ),
};

const printed = async (...args: string[]): Promise<string> => {
  const { stdout, stderr } = await command.run(["explain", ...args, "--fetch"], { env: { TZ: "UTC" } });
  expect(stdout).toContain("403");
  return stdout + stderr;
};

const partsOf = (text: string, secrets: readonly string[]): string[] =>
  secrets.flatMap(formsOf).flatMap((form) => shownParts(text, form));

const site = "https://d111111abcdef8.cloudfront.net";

const setCookieLines = (signature: string, attributes: string): string[] =>
  [`Signature=${signature}`, "Expires=1900000000", `Key-Pair-Id=${keyPairId}`].map(
    (pair) => `CloudFront-${pair}; ${attributes}`,
  );

const cookiesOf = (signature: string): string =>
  `CloudFront-Signature=${signature}; CloudFront-Expires=1900000000; CloudFront-Key-Pair-Id=${keyPairId}`;

/** Questions with a signature in a place of which evidence quotes something. */
const questions: Readonly<
  Record<string, (signed: string, signature: string, spelled: string) => CloudFrontDenialQuestion>
> = {
  "the answer": (url, _, spelled) => ({
    url,
    status: 403,
    responseBody: `<Error><Code>${spelled}</Code><Message>${spelled}</Message></Error>`,
    responseHeaders: Object.fromEntries(
      ["server", "via", "x-cache", "location", "x-amzn-waf-action", "x-amz-error-code"].map((name) => [
        name,
        spelled,
      ]),
    ),
  }),
  "the path of cookies": (_, signature, spelled) => ({
    url: `${site}/a.jpg`,
    cookies: cookiesOf(signature),
    setCookie: setCookieLines(signature, `Path=/${spelled.slice(-38)}`),
  }),
  "the domain of cookies": (_, signature, spelled) => ({
    url: `${site}/a.jpg`,
    setCookie: setCookieLines(signature, `Domain=${spelled.slice(-38)}`),
  }),
  "the page": (_, signature, spelled) => ({
    url: `${site}/a.jpg`,
    setCookie: setCookieLines(signature, "SameSite=Lax; Path=/"),
    pageOrigin: `https://${spelled.slice(-38)}.example`,
  }),
  "the key pair ID": (url, signature) => ({ url: url.replace(keyPairId, signature) }),
  "the expiry": (url, signature) => ({ url: url.replace(/Expires=\d+/, `Expires=${signature}`) }),
  "the hash": (url, signature) => ({ url: `${url}&Hash-Algorithm=${signature}` }),
  "the name of a parameter": (url, _, spelled) => ({ url: `${url}&${spelled.slice(-38)}=1` }),
  "the host name": (url, signature) => ({
    url: url.replace("d111111abcdef8", signature.slice(0, 40).replace(/[-~_]/g, "x")),
    hostnames: ["cdn.example.com"],
  }),
};

describe("the search", () => {
  const value = `${"Ab3-".repeat(3)}Qw9~Zx7Ty5-Rt2`;
  it.each(Object.entries(spellings))("finds a signature spelled as %s", (kind, spell) => {
    // Bytes are those of the whole value.
    expect(partsOf(spell("Signature", value), [value]), kind).not.toEqual([]);
  });
});

describe.each(Object.entries(spellings))("%s", (_, spell) => {
  it.each(Object.keys(signers) as (keyof typeof signers)[])(
    "shows nothing of a signature, %s",
    async (type) => {
      for (const [place, write] of Object.entries(places)) {
        const origin = await startEcho((target) => {
          const [, value = ""] = /Signature=([^&]*)/.exec(target) ?? [];
          return `HTTP/1.1 403 Forbidden\r\n${write(spell("Signature", value))}`;
        });
        const url = await signers[type].signUrl(`${origin}/a.jpg`, { expiresIn: "1h" });
        const [, signature = ""] = /Signature=([^&]*)/.exec(url) ?? [];
        for (const json of [[], ["--json"]]) {
          const text = await printed(url, ...json);
          expect({ place, json, parts: partsOf(text, [signature]) }).toEqual({ place, json, parts: [] });
        }
      }
    },
  );

  it("shows nothing of cookies: signature, policy and session", async () => {
    const session = "s3ss10nT0kenOfTheUserThatNobodyElseHas42";
    const origin = await startEcho((__, cookie) => {
      const pairs = cookie.split("; ").map((pair) => pair.split(/=(.*)/s) as [string, string]);
      const spelled = pairs.map(([name, value]) => spell(name, value));
      return `HTTP/1.1 403 Forbidden\r\nServer: ${spelled.join(" ").replace(/[\r\n]+/g, " ")}\r\n\r\n`;
    });
    const cookies = await signers["P-256"].signCookies({ resource: `${origin}/*`, expiresIn: "1h" });
    const header = `${cookies.toCookieHeader()}; session=${session}`;
    const [, signature = ""] = /Signature=([^;]*)/.exec(header) ?? [];
    const [, policy = ""] = /Policy=([^;]*)/.exec(header) ?? [];
    const text = await printed("--url", `${origin}/a.jpg`, "--cookie", header);
    expect(partsOf(text, [signature, policy, session])).toEqual([]);
  });

  it.each(Object.keys(questions))("shows nothing of a signature in the evidence about %s", async (name) => {
    const signed = await signers["P-256"].signUrl(`${site}/a.jpg`, { expiresIn: "1h" });
    const [, signature = ""] = /Signature=([^&]*)/.exec(signed) ?? [];
    const spelled = spell("Signature", signature);
    const findings = await explainCloudFrontDenial(questions[name]?.(signed, signature, spelled) ?? {});
    expect(findings.length).toBeGreaterThan(0);
    // Text by text: two that are printed one behind the other may look like a part of the signature.
    const texts = findings.flatMap((finding) =>
      Object.values({ ...finding, ...finding.comparison }).map(String),
    );
    expect(texts.flatMap((text) => shownParts(text, signature))).toEqual([]);
  });
});

describe("what is no secret stays", () => {
  it("the host name, the key pair ID and the words of the answer", async () => {
    const origin = await startEcho(
      () =>
        "HTTP/1.1 403 Forbidden\r\nX-Cache: Error from cloudfront\r\nVia: 1.1 abcdef0123456789.cloudfront.net (CloudFront)\r\nLocation: https://localhost/login?from=K2JCJMDEHXQW5F&Expires=1900000000&b=2\r\n\r\n",
    );
    const cookies = "a=1; theme=dark; CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F; CloudFront-Expires=1900000000";
    const text = await printed("--url", `${origin}/a.jpg?x=y`, "--cookie", cookies);
    expect(text).toContain("X-Cache   Error from cloudfront\n");
    expect(text).toContain("Via       1.1 abcdef0123456789.cloudfront.net (CloudFront)\n");
    expect(text).toContain("https://localhost/login?from=K2JCJMDEHXQW5F&Expires=1900000000&b=2\n");
  });

  it("public words and values that parameters have, too", async () => {
    const lines = [
      "X-Cache: Error from cloudfront",
      "Server: DateLessThan, AWS:EpochTime, Missing Key-Pair-Id query parameter or cookie value",
      "Via: Referrer-Policy: strict-origin-when-cross-origin; Policy=in; Content-Security-Policy: upgrade-insecure-requests",
    ];
    const origin = await startEcho(() => `HTTP/1.1 403 Forbidden\r\n${lines.join("\r\n")}\r\n\r\n`);
    const values = [
      "Error from cloudfront",
      "DateLessThan",
      "AWS:EpochTime",
      "in",
      "strict-origin-when-cross-origin",
    ];
    const query = values.map((value, i) => `p${i}=${encodeURIComponent(value)}`).join("&");
    const policy = encodeURIComponent('{"Statement":[{"Condition":{"DateLessThan":{"AWS:EpochTime":1}}}]}');
    const text = await printed(`${origin}/a.jpg?${query}&Policy=${policy}`, "--json");
    const { headers } = (JSON.parse(text) as { response: { headers: Record<string, string> } }).response;
    expect(headers).toMatchObject(
      Object.fromEntries(
        lines.map((line) => line.split(/: (.*)/)).map(([name = "", value]) => [name.toLowerCase(), value]),
      ),
    );
  });

  it("a signature of somebody else is hidden behind its name, also escaped", async () => {
    for (const spelled of [
      '{"Signature":"c2lnbmF0dXJlT2ZPdGhlcnM"}',
      "?%53ignature%3Dc2lnbmF0dXJlT2ZPdGhlcnM",
      "/a?Policy\\u003dc2lnbmF0dXJlT2ZPdGhlcnM\\u0026b=1",
      "<Signature>c2lnbmF0dXJlT2ZPdGhlcnM</Signature>",
    ]) {
      const origin = await startEcho(() => `HTTP/1.1 403 Forbidden\r\nServer: ${spelled}\r\n\r\n`);
      const text = await printed(`${origin}/a.jpg`);
      expect(text).toContain(`Server  ${spelled.replace("c2lnbmF0dXJlT2ZPdGhlcnM", "…")}\n`);
    }
  });
});
