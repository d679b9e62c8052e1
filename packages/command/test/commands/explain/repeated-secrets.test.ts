import { type AddressInfo, createServer, type Server } from "node:net";
import { cloudFrontBase64ToText } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type OpenedCommand, openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { type CloudFrontDenialQuestion, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { requestSecrets, type SecretParts } from "cloudfront-sign-diagnosis/internals";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answerLines, explanationJson } from "../../../src/commands/explain/describe-explanation.ts";
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

/** A part of an answer of which something is printed. */
interface AnswerPart {
  readonly body?: string;
  readonly header?: readonly [name: string, value: string];
}

const places: Readonly<Record<string, (spelled: string) => AnswerPart>> = {
  body: (body) => ({ body }),
  "body of HTML": (spelled) => ({ body: `<html><p>Not found: <b>${spelled}</b></html>` }),
  "error message": (spelled) => ({
    body: `<Error><Code>AccessDenied</Code><Message>${spelled}</Message></Error>`,
  }),
  "error code": (spelled) => ({ body: `<Error><Code>${spelled}</Code><Message>no</Message></Error>` }),
  Location: (spelled) => ({ header: ["Location", spelled.replace(/[\r\n]+/g, " ")] }),
};

/** With the headers that are printed as Location is. */
const allPlaces: typeof places = {
  ...places,
  ...Object.fromEntries(
    ["X-Cache", "Server", "Via"].map((name) => [
      name,
      (spelled: string) => ({ header: [name, spelled.replace(/[\r\n]+/g, " ")] as const }),
    ]),
  ),
};

/** The answer as a server sends it. */
const sent = ({ body = "", header }: AnswerPart): string =>
  `HTTP/1.1 403 Forbidden\r\n${header ? `${header.join(": ")}\r\n` : ""}\r\n${body}`;

/** What is printed of an answer beside findings, as text and as JSON. */
function printedOf(
  { body = "", header: [name, value] = ["", ""] }: AnswerPart,
  secrets: SecretParts,
): string[] {
  // Node.js reads a character for each byte of a header.
  const bytes = Buffer.from(value).toString("latin1");
  const answer = {
    status: 403,
    body,
    header: (wanted: string) => (wanted.toLowerCase() === name.toLowerCase() ? bytes : undefined),
    headers: {},
    receivedAt: new Date(),
    ipv6Address: undefined,
  };
  return [
    answerLines(answer, secrets, 80).join("\n"),
    explanationJson(
      { findings: [], verdict: undefined, uncheckedId: undefined },
      { host: "localhost", answer, secrets, notes: [] },
    ),
  ];
}

const printed = async (...args: string[]): Promise<string> => {
  const { stdout, stderr } = await command.run(["explain", ...args, "--fetch"], { env: { TZ: "UTC" } });
  expect(stdout).toContain("403");
  return stdout + stderr;
};

const partsOf = (text: string, secrets: readonly string[]): string[] =>
  secrets.flatMap(formsOf).flatMap((form) => shownParts(text, form));

const site = "https://d111111abcdef8.cloudfront.net";

const session = "s3ss10nT0kenOfTheUserThatNobodyElseHas42";

/** The secrets in the header of signed cookies. */
const secretCookies = (header: string): string[] =>
  ["CloudFront-Signature", "CloudFront-Policy", "session"].map(
    (name) => new RegExp(`${name}=([^;]*)`).exec(header)?.[1] ?? "",
  );

/** The cookies of a header, each in a spelling, in a header of the answer. */
const spelledCookies = (header: string, spell: (name: string, value: string) => string): AnswerPart => ({
  header: [
    "Server",
    header
      .split("; ")
      .map((pair) => pair.split(/=(.*)/s) as [string, string])
      .map(([name, value]) => spell(name, value))
      .join(" ")
      .replace(/[\r\n]+/g, " "),
  ],
});

const cookieHeader = async (resource: string): Promise<string> => {
  const cookies = await signers["P-256"].signCookies({ resource, expiresIn: "1h" });
  return `${cookies.toCookieHeader()}; session=${session}`;
};

const signedUrl = async (type: keyof typeof signers, url: string) => {
  const signed = await signers[type].signUrl(url, { expiresIn: "1h" });
  return { signed, signature: /Signature=([^&]*)/.exec(signed)?.[1] ?? "" };
};

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
      const { signed, signature } = await signedUrl(type, `${site}/a.jpg`);
      const secrets = requestSecrets(signed, "");
      for (const [place, write] of Object.entries(places)) {
        const texts = printedOf(write(spell("Signature", signature)), secrets);
        const parts = texts.flatMap((text) => partsOf(text, [signature]));
        expect({ place, parts }).toEqual({ place, parts: [] });
      }
    },
  );

  it("shows nothing of cookies: signature, policy and session", async () => {
    // Not CloudFront's host name, which the names of the cookies have, too.
    const header = await cookieHeader("https://www.example.com/*");
    const texts = printedOf(spelledCookies(header, spell), requestSecrets("", header));
    expect(texts.flatMap((text) => partsOf(text, secretCookies(header)))).toEqual([]);
  });

  it.each(Object.keys(questions))("shows nothing of a signature in the evidence about %s", async (name) => {
    const { signed, signature } = await signedUrl("P-256", `${site}/a.jpg`);
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

describe("the command", () => {
  // One that is found where it stands, one that is found in a reading, and two that stretch over lines and elements.
  const some = ["a parameter", "hexadecimal digits of the query", "lines of a PEM", "line breaks of HTML"];
  const spellOf = (kind: string) => spellings[kind] ?? (() => expect.fail(kind));

  it.each(some)("shows nothing of a signature, in no place of the answer: %s", async (kind) => {
    for (const [place, write] of Object.entries(allPlaces)) {
      const origin = await startEcho((target) => {
        const [, value = ""] = /Signature=([^&]*)/.exec(target) ?? [];
        return sent(write(spellOf(kind)("Signature", value)));
      });
      const { signed, signature } = await signedUrl("P-256", `${origin}/a.jpg`);
      for (const json of [[], ["--json"]]) {
        const text = await printed(signed, ...json);
        expect({ place, json, parts: partsOf(text, [signature]) }).toEqual({ place, json, parts: [] });
      }
    }
  });

  it.each(some)("shows nothing of cookies: signature, policy and session: %s", async (kind) => {
    const origin = await startEcho((_, cookie) => sent(spelledCookies(cookie, spellOf(kind))));
    const header = await cookieHeader(`${origin}/*`);
    const text = await printed("--url", `${origin}/a.jpg`, "--cookie", header);
    expect(partsOf(text, secretCookies(header))).toEqual([]);
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

  it("the text of a policy, which explain itself explains", async () => {
    const cookies = await signers["P-256"].signCookies({ resource: `${site}/*`, expiresIn: "1h" });
    const header = cookies.toCookieHeader();
    const encoded = /Policy=([^;]*)/.exec(header)?.[1] ?? "";
    const policy = cloudFrontBase64ToText(encoded);
    expect(policy).toContain(`"Resource":"${site}/*"`);
    const [text = ""] = printedOf({ header: ["Server", policy] }, requestSecrets("", header));
    expect(text).toContain(`Server  ${policy}`);
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
