import { execFileSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Chromium } from "@cloudfront-sign-webcrypto/testing/chromium";
import { type Served, servePage } from "@cloudfront-sign-webcrypto/testing/serve";
import axe from "axe-core";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { holdsPrivateKey } from "../inspector/private-key.js";
import { samples } from "../inspector/samples.js";
import { layOut } from "../inspector/timeline.js";
import { readTime } from "../inspector/times.js";
import { axeOptions, expectedRules } from "./support/axe-rules.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const publicPem = rsa.publicKey.export({ type: "spki", format: "pem" }).toString();
const id = "K2JCJMDEHXQW5F";
const file = "https://d111111abcdef8.cloudfront.net/a.jpg";
const forCloudFront = (bytes: Buffer): string =>
  bytes.toString("base64").replace(/[+=/]/g, (char) => ({ "+": "-", "=": "_" })[char] ?? "~");

/** As the developer guide says, with Node.js's own crypto. */
function signedUrl(url: string, expires: number): string {
  const policy = `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
  const signature = forCloudFront(sign("sha1", Buffer.from(policy), rsa.privateKey));
  return `${url}${url.includes("?") ? "&" : "?"}Expires=${expires}&Signature=${signature}&Key-Pair-Id=${id}`;
}
const signed = signedUrl(file, 1_900_000_000);
const cookieHeader = samples["Cookies shadowed"]?.paste.replace("Cookie: theme=dark; ", "") ?? "";
const cookieLines = cookieHeader.split("; ");

describe("a time", () => {
  it.each([
    "2026-03-02 09:00:00",
    "2026-03-02T09:00:00.000Z",
    "2026-03-02T10:00+01:00",
    "2026-03-02\t09:00:00",
    "Mon, 02 Mar 2026 09:00:00 GMT",
    "1772442000",
    "1772442000000",
  ])("is read from %s", (text) => {
    expect(readTime(text)?.toISOString()).toBe("2026-03-02T09:00:00.000Z");
  });

  it.each(["yesterday", "2026", "2026-13-45 99:00:00", "-1", "1e10"])("is not read from %s", (text) => {
    expect(readTime(text)).toBeUndefined();
  });

  it("of any text is none or valid", () => {
    const piece = fc.constantFrom(
      "2026-03-02",
      "T25:61",
      " ",
      ":",
      "Mon, ",
      "GMT",
      "+01:00",
      "1772442000",
      "\n",
    );
    const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 10 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, (one) => {
        expect(readTime(one)?.getTime()).not.toBeNaN();
      }),
      { seed: 20260101, numRuns: 2000 },
    );
  });
});

describe("a private key", () => {
  const forms = (key: typeof rsa.privateKey, type: "pkcs1" | "sec1"): [string, string][] => [
    [type, key.export({ type, format: "pem" }).toString()],
    ["PKCS#8", key.export({ type: "pkcs8", format: "pem" }).toString()],
    [
      "encrypted",
      key.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" }).toString(),
    ],
    ["in one line", JSON.stringify(key.export({ type: "pkcs8", format: "pem" }))],
    ["base64 of a PEM", Buffer.from(key.export({ type, format: "pem" })).toString("base64")],
    ["base64 of DER", key.export({ type: "pkcs8", format: "der" }).toString("base64")],
    [`base64 of ${type} DER`, key.export({ type, format: "der" }).toString("base64")],
    ["JWK", JSON.stringify(key.export({ format: "jwk" }))],
  ];
  it.each([...forms(rsa.privateKey, "pkcs1"), ...forms(ec.privateKey, "sec1")])(
    "is recognised as %s",
    (_, text) => {
      expect(holdsPrivateKey(text)).toBe(true);
      expect(holdsPrivateKey(`key = "${text}"`)).toBe(true);
    },
  );

  const jwk = JSON.stringify(ec.privateKey.export({ format: "jwk" }));
  const asText = (key: typeof rsa.privateKey): string =>
    execFileSync("openssl", ["pkey", "-text", "-noout"], {
      input: key.export({ type: "pkcs8", format: "pem" }),
      encoding: "utf8",
    });
  it.each([
    [
      "a file of PuTTY",
      "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: me\nPublic-Lines: 1\nAAAAB3Nz\nPrivate-Lines: 1\nAAABAQ==\nPrivate-MAC: 00",
    ],
    ["a JWK inside JSON", JSON.stringify(jwk)],
    ["a JWK inside JSON inside JSON", JSON.stringify(JSON.stringify({ key: jwk }))],
    ["a JWK as an object of JavaScript", jwk.replaceAll(/"(\w+)":/g, "$1: ")],
    ["a JWK as a dictionary of Python", jwk.replaceAll('"', "'")],
    ["what openssl prints, RSA", asText(rsa.privateKey)],
    ["what openssl prints, P-256", asText(ec.privateKey)],
    ["what openssl prints of P-256, cut off", asText(ec.privateKey).split("\n").slice(1).join("\n")],
    ["hexadecimal digits, RSA", rsa.privateKey.export({ type: "pkcs8", format: "der" }).toString("hex")],
    [
      "hexadecimal digits, P-256",
      ec.privateKey.export({ type: "sec1", format: "der" }).toString("hex").toUpperCase(),
    ],
    [
      "hexadecimal digits with colons",
      rsa.privateKey
        .export({ type: "pkcs1", format: "der" })
        .toString("hex")
        .replaceAll(/..(?!$)/g, "$&:"),
    ],
  ])("is recognised as %s", (_, text) => {
    expect(holdsPrivateKey(text)).toBe(true);
    expect(holdsPrivateKey(`\n${text}\n`)).toBe(true);
  });

  it("makes no text throw, and no long one wait", () => {
    const piece = fc.constantFrom(
      "LS0tLS1CRUdJTi",
      "BEGIN ",
      "PRIVATE KEY",
      "MII",
      '"d":"',
      "\\n",
      "=",
      "\ud800",
    );
    const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, (one) => {
        expect(typeof holdsPrivateKey(one)).toBe("boolean");
      }),
      { seed: 20260101, numRuns: 2000 },
    );
    for (const part of [
      "kty",
      "kty {",
      "d: ",
      "30",
      "priv:",
      "\\",
      "https://",
      "'",
      '\\"',
      "a=b&",
      "\n ",
      "Cookie: ",
      "<",
      "curl 'a",
      "BEGIN ",
      "MII",
    ])
      expect(holdsPrivateKey(part.repeat(1_000_000))).toBe(false);
  });

  it("is not found where there is none", () => {
    for (const { publicKey } of [rsa, ec]) {
      const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
      const der = publicKey.export({ type: "spki", format: "der" }).toString("base64");
      for (const text of [
        pem,
        der,
        Buffer.from(pem).toString("base64"),
        JSON.stringify(publicKey.export({ format: "jwk" })),
        JSON.stringify(publicKey.export({ format: "jwk" })).replaceAll('"', "'"),
        publicKey.export({ type: "spki", format: "der" }).toString("hex"),
        execFileSync("openssl", ["pkey", "-pubin", "-text", "-noout"], { input: pem, encoding: "utf8" }),
      ])
        expect([text, holdsPrivateKey(text)]).toEqual([text, false]);
    }
    for (const text of [signed, cookieHeader, "", "LS0tLS1CRUdJTiAAAAAAAAAAAAAAAAAAAAA"])
      expect(holdsPrivateKey(text)).toBe(false);
  });
});

describe("the timeline", () => {
  it.each([
    ["before, far away", 1000, 2000, -9000],
    ["before", 1000, 2000, 500],
    ["at the start", 1000, 2000, 1000],
    ["within", 1000, 2000, 1800],
    ["a moment after", 1000, 2000, 2001],
    ["after", 1000, 2000, 2500],
    ["years after", 1000, 2000, 9e9],
    ["within, no start", undefined, 2000, 0],
    ["after, no start", undefined, 2000, 3000],
    ["a start behind the end", 3000, 2000, 2500],
  ])("keeps its points in order and within its bounds: %s", (_, start, end, now) => {
    const at = layOut(start, end, now);
    for (const place of [at.start, at.now, at.end]) expect(place >= 0 && place <= 92).toBe(true);
    expect(Math.sign(at.end - at.now)).toBe(Math.sign(end - now));
    if (start !== undefined && start < end) expect(Math.sign(at.start - at.now)).toBe(Math.sign(start - now));
  });
});

describe("the page in Chromium", () => {
  let server: Served;
  let page: Chromium;
  beforeAll(async () => {
    server = await servePage("inspector");
    page = await Chromium.open(server.address);
    await page.send("Emulation.setTimezoneOverride", { timezoneId: "Asia/Kolkata" });
    await page.evaluate(axe.source);
  });
  afterAll(async () => {
    await page?.close();
    server.close();
  });
  beforeEach(async () => {
    await page.send("Emulation.setDeviceMetricsOverride", {
      width: 1280,
      height: 900,
      deviceScaleFactor: 1,
      mobile: false,
    });
    // A page that still scrolls is hard to hit.
    await page.send("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-reduced-motion", value: "reduce" }],
    });
    await page.press("Clear");
    await page.until(
      `document.querySelector("#empty").hidden === false && document.querySelector("#paste").value === ""`,
    );
  });

  const text = (selector: string): Promise<string> =>
    page.evaluate(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText.trim().replace(/\\n+/g, "\\n")).join("\\n")`,
    );
  const answered = (): Promise<void> =>
    page.until("document.querySelector('#verdict :not([data-old])') !== null");
  async function pressAndWait(button: string): Promise<void> {
    await page.evaluate("for (const one of document.querySelectorAll('#verdict *')) one.dataset.old = ''");
    await page.press(button);
    await answered();
  }
  const example = pressAndWait;
  async function explain(fields: Record<string, string>): Promise<void> {
    await page.evaluate("document.querySelector('#more').open = true");
    for (const [label, value] of Object.entries(fields)) await page.fill(label, value);
    await pressAndWait("Explain");
  }
  const pasteField = "Signed URL or cookies, and the response";
  /** For the one who looks: SCREENSHOTS=folder npm test -- example. */
  async function picture(name: string): Promise<void> {
    if (process.env.SCREENSHOTS)
      writeFileSync(join(process.env.SCREENSHOTS, `inspector-${name}.png`), await page.screenshot());
  }

  it.each([
    ["Expired", "expired", "Proven", "The signature had expired 23 hours 30 minutes before the request."],
    [
      "Tampered",
      "signature-mismatch",
      "Proven",
      "The key is right, but the signature is for another URL or policy.",
    ],
    [
      "Parameter added",
      "url-parameter-added",
      "Proven",
      "The signature does not cover a query parameter of the URL.",
    ],
    [
      "Two faults at once",
      "url-scheme-changed",
      "Proven",
      "The signature is for https and the request for http.",
    ],
    ["Another host name", "url-host-changed", "Proven", "The signature is for another host name."],
    [
      "Encoded twice",
      "url-encoding-changed",
      "Proven",
      "The URL is encoded in another way than the signed one.",
    ],
    [
      "Cookies shadowed",
      "cookies-shadowed-by-query",
      "Proven",
      "A parameter in the URL makes CloudFront ignore the cookies.",
    ],
    [
      "Set-Cookie lines",
      "cookie-path",
      "Proven",
      "The cookies' Path does not match this URL, so browsers do not send them.",
    ],
    [
      "No Domain",
      "cookie-domain",
      "Likely",
      "The cookies may be for the host that set them, not for this one.",
    ],
    [
      "Preflight request",
      "preflight-without-cookies",
      "Likely",
      "This is a preflight request, which browsers send without cookies.",
    ],
    ["Another address", "ip-mismatch", "Proven", "The signature is for a different viewer address."],
    [
      "Too early",
      "not-yet-valid",
      "Proven",
      "The request came 1 minute 40 seconds before the signature became valid.",
    ],
    ["S3 access denied", "s3-denied", "Likely", "S3 denied the request, not CloudFront."],
    ["KMS key disabled", "origin-kms", "Likely", "The origin cannot use its KMS key."],
  ])("explains the example %s as %s (%s)", async (name, finding, certainty, sentence) => {
    await example(name);
    expect(await text("#verdict .label")).toBe(certainty.toUpperCase());
    expect(await text("#verdict .sentence")).toBe(sentence);
    expect(await text("#verdict .fix")).toMatch(/^Fix: [A-Z].*\.$/);
    expect(await text(".findings li:first-child .id")).toBe(`${finding}\n${certainty}`);
    expect(await text(".findings li:first-child .evidence")).toMatch(/^Seen: \S.*\.$/);
    expect(await text(".problem:not(:empty)")).toBe("");
  });

  it("names both faults of the example with two", async () => {
    await example("Two faults at once");
    expect(await text(".findings .id code")).toBe("url-scheme-changed\nurl-parameter-added");
  });

  it("calls the URL of an example cut off, and not its parameters missing", async () => {
    await example("URL cut off");
    expect(await text(".findings .id")).toBe("url-truncated\nLikely");
  });

  it("says when nothing is wrong, and shows all parts of the URL", async () => {
    await example("Valid request");
    expect(await text("#verdict .sentence")).toBe(
      "CloudFront should allow this request if it trusts the key.",
    );
    expect(await text(".sent")).toMatch(
      /Signed URL, custom policy[\s\S]*lesson-3\.mp4[\s\S]*KEXAMPLERSA2048[\s\S]*SHA1[\s\S]*256 bytes \(RSA 2048\)/,
    );
    expect(JSON.parse(await text("pre")).Statement[0].Condition.IpAddress).toEqual({
      "AWS:SourceIp": "203.0.113.0/24",
    });
    expect(await text("#result h3")).toBe("When it is valid\nWhat was sent\nWhat the policy says");
    expect(await page.evaluate("document.querySelectorAll('.findings').length")).toBe(0);
  });

  it("shows what the cookies say, also when they are ignored", async () => {
    await example("Cookies shadowed");
    expect(await text(".notes")).toMatch(/CloudFront ignores them/);
    expect(await text(".sent")).toMatch(/^Kind\nSigned cookies, custom policy/);
    expect(await text(".times")).toMatch(/End\n3 hours after the request/);
  });

  it("shows the times in words, here and in UTC", async () => {
    await example("Another address");
    expect(await text(".times")).toBe(
      [
        ["Start", "1 hour before the request", "2 Mar 2026, 13:30:00 GMT+5:30", "2026-03-02 08:00:00 UTC"],
        ["Request", "as given", "2 Mar 2026, 14:30:00 GMT+5:30", "2026-03-02 09:00:00 UTC"],
        ["End", "3 hours after the request", "2 Mar 2026, 17:30:00 GMT+5:30", "2026-03-02 12:00:00 UTC"],
      ]
        .flat()
        .join("\n"),
    );
    expect(await page.evaluate("document.querySelector('svg').getAttribute('aria-label')")).toBe(
      "Timeline: start, then the request, then the end.",
    );
    await explain({ [pasteField]: signed, "Time of the request": "" });
    expect(await text(".times")).toMatch(
      /^Start\nnone: valid immediately\nNow\nby the clock of this device\n[\s\S]*End\nin \d+ years? /,
    );
  });

  it.each([
    ["the path", signed.replace("a.jpg", "b.jpg"), "signature-mismatch"],
    ["the end, by a day", signed.replace("1900000000", "1900086400"), "expires-changed"],
    ["the end", signed.replace("1900000000", "1987654321"), "signature-mismatch"],
    ["the end of the signature", signed.replace(/.{90}__/, ""), "signature-truncated", "Likely"],
    ["the scheme", signed.replace("https", "http"), "url-scheme-changed"],
    ["a parameter", signed.replace("?", "?size=2&"), "url-parameter-added"],
    ["the signature", signed.replace(/Signature=./, "Signature=~"), "signature-mismatch"],
  ])("finds with the public key that %s was changed", async (_, url, finding, certainty = "Proven") => {
    await explain({ [pasteField]: url, "Public key": publicPem });
    expect(await text(".findings li:first-child .id")).toBe(`${finding}\n${certainty}`);
    expect(await text("#known")).toBe("given: Public key");
  });

  it("allows a correct URL, and proves nothing without the public key", async () => {
    await explain({ [pasteField]: signed, "Public key": publicPem, "ID of this public key": id });
    expect(await text("#verdict .label")).toBe("NO FAULT FOUND");
    await explain({ "Public key": "" });
    expect(await text("#verdict")).toBe("UNDECIDED\nThe signature was not checked.");
    await explain({ "CloudFront’s response": "HTTP/2 403\n\n<Error><Code>AccessDenied</Code></Error>" });
    expect(await text("#verdict .label")).toBe("POSSIBLE");
  });

  it.each([
    "d111111abcdef8.cloudfront.net",
    "cdn.example.com, https://D111111abcdef8.cloudfront.net/path\nmedia.example.com:8443",
  ])("tries other host names: %j", async (names) => {
    const url = signed.replace("d111111abcdef8.cloudfront.net", "media.example.com");
    await explain({
      [pasteField]: url,
      "Public key": publicPem,
      "Other host names that may have been signed": names,
    });
    expect(await text(".findings li:first-child")).toMatch(
      /^url-host-changed\nProven\nSeen: signed for d111111abcdef8\.cloudfront\.net, /,
    );
  });

  it("tries the host name of the distribution that a line of a log has, at the time of the log", async () => {
    const line = `#Fields: date time cs(Host) cs-uri-stem cs-uri-query x-host-header cs-protocol sc-status\n2026-03-02\t09:00:00\td111111abcdef8.cloudfront.net\t/a.jpg\t${signed.split("?")[1]}\tmedia.example.com\thttps\t403`;
    await explain({ [pasteField]: line, "Public key": publicPem });
    expect(await text(".findings li:first-child")).toMatch(
      /^url-host-changed\nProven\nSeen: signed for d111111abcdef8\.cloudfront\.net, /,
    );
    expect(await text(".notes")).toContain("is in the pasted text: 2026-03-02 09:00:00 UTC.");
  });

  it("says that the policy that CloudFront checks is not the one that was signed", async () => {
    await explain({
      [pasteField]: signed.replace("d111111abcdef8.cloudfront.net", "media.example.com"),
      "Public key": publicPem,
      "Other host names that may have been signed": "d111111abcdef8.cloudfront.net",
    });
    expect(await text("#result pre")).toContain('"Resource": "https://media.example.com/a.jpg"');
    expect(await text("#result h3:last-of-type + .hint")).toMatch(
      /The signature is for another policy: the findings show the difference\.$/,
    );
    await explain({ [pasteField]: signed });
    expect(await text("#result h3:last-of-type + .hint")).toMatch(/the requested URL and the expiry\.$/);
  });

  it("explains Set-Cookie lines too", async () => {
    const lines = cookieLines
      .map((line) => `Set-Cookie: ${line}; Domain=d111111abcdef8.cloudfront.net; Path=/course/*; Secure`)
      .join("\n");
    await explain({
      [pasteField]: lines,
      "Requested URL for cookies": "https://d111111abcdef8.cloudfront.net/course/1.ts",
    });
    expect(await text(".findings .id")).toBe(
      "cookie-path\nProven\ncookie-domain\nPossible\nresource-mismatch\nProven\nexpired\nLikely",
    );
  });

  it("takes the answer from the paste, unless it has a field of its own", async () => {
    const output = `> GET ${signed.slice("https://d111111abcdef8.cloudfront.net".length)} HTTP/2\n> Host: d111111abcdef8.cloudfront.net\n> \n< HTTP/2 403\n< date: Mon, 02 Mar 2026 09:00:00 GMT\n< \n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>`;
    await explain({ [pasteField]: output });
    expect(await text("#verdict .sentence")).toBe("S3 denied the request, not CloudFront.");
    expect(await text(".notes")).toMatch(
      /https is assumed\.\nThe time of the request is in the pasted text: 2026-03-02 09:00:00 UTC\.$/,
    );
    await explain({ "CloudFront’s response": "418 <Error></Error>" });
    expect(await text(".findings li:first-child .id")).toMatch(/^not-a-signing-error/);
  });

  it("takes the headers of the answer from the paste", async () => {
    const output = `> GET ${signed.slice("https://d111111abcdef8.cloudfront.net".length)} HTTP/2\n> Host: d111111abcdef8.cloudfront.net\n> \n< HTTP/2 403\n< date: Mon, 02 Mar 2026 09:00:00 GMT\n< x-cache: FunctionGeneratedResponse from cloudfront\n< \nforbidden`;
    await explain({ [pasteField]: output, "Public key": publicPem });
    expect(await text("#verdict .sentence")).toBe("A function of the distribution generated this response.");
    expect(await text(".findings .id")).toBe("edge-function-answered\nLikely");
  });

  it("takes the method from the paste, unless it has a field of its own", async () => {
    const output =
      '> OPTIONS /a.jpg HTTP/2\n> Host: d111111abcdef8.cloudfront.net\n> Origin: https://app.example.com\n> Access-Control-Request-Method: GET\n> \n< HTTP/2 403\n< date: Mon, 02 Mar 2026 09:00:00 GMT\n< x-cache: Error from cloudfront\n< \n<?xml version="1.0" encoding="UTF-8"?><Error><Code>MissingKey</Code><Message>Missing Key-Pair-Id query parameter or cookie value</Message></Error>';
    await explain({ [pasteField]: output });
    expect(await text(".findings .id")).toBe("preflight-without-cookies\nLikely");
    await explain({ Method: "GET" });
    expect(await text(".findings .id")).toBe("no-credentials\nLikely");
  });

  it.each([
    ["the answer, if nobody has checked the signature", "answer", { "Public key": "" }],
    [
      "the public key, if the answer is known",
      "publicKey",
      { "Public key": "", "CloudFront’s response": "403 <Error><Code>AccessDenied</Code></Error>" },
    ],
    [
      "the viewer's address, if the policy restricts it",
      "ip",
      {
        [pasteField]: samples["Another address"]?.paste ?? "",
        "Time of the request": "2026-03-02T09:00:00Z",
      },
    ],
  ])("opens the field that decides: %s", async (_, field, values) => {
    await page.fill(pasteField, signed);
    await page.evaluate("document.querySelector('#more').open = true");
    for (const [label, value] of Object.entries(values)) await page.fill(label, value);
    await page.evaluate("document.querySelector('#more').open = false; document.activeElement.blur()");
    await pressAndWait("Explain");
    expect(await page.evaluate("document.querySelector('#more').open")).toBe(true);
    expect(await text(`#${field}Why`)).toMatch(/^(?:Enter|Paste) the .*: .*\.$/);
    expect(
      await page.evaluate(`document.querySelector("#${field}").getAttribute("aria-describedby")`),
    ).toContain(`${field}Why`);
  });

  it("asks for the request if there is only a body", async () => {
    await explain({
      [pasteField]: "<Error><Code>MissingKey</Code></Error>",
      "Public key": "",
      "CloudFront’s response": "",
    });
    expect(await text("#verdict .sentence")).toBe("The key pair ID is missing.");
    expect(await text("#result > .aside")).toBe(
      `Paste the signed URL or the cookies, too: the page then checks them.\nGo to “${pasteField}”`,
    );
  });

  const expired = (() => {
    const end = Math.floor(Date.now() / 1000) - 3 * 86_400;
    return signedUrl(file, end).replace("a.jpg", "b.jpg");
  })();
  it("asks for the time and the public key of a URL that has expired by now", async () => {
    await page.evaluate("document.activeElement.blur()");
    await explain({ [pasteField]: expired });
    expect(await text(".findings .id")).toBe("expired\nProven");
    expect(await text("#result > .aside")).toBe(
      [
        "Enter the time of the request: the signature may have been valid then, and something else is wrong.",
        "Go to “Time of the request”",
        "Enter the public key: the page then checks the signature, too.",
        "Go to “Public key”",
      ].join("\n"),
    );
    expect(await text("#whenWhy")).toMatch(/^Enter the time of the request: /);
    // An answer without a date may be from a time before the expiry.
    const denied = "<Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>";
    await explain({ [pasteField]: `${expired}\n\n${denied}` });
    expect(await text(".findings li:first-child .id")).toBe("expired\nLikely");
    await explain({ [pasteField]: expired });
    await explain({ "Time of the request": `${Math.floor(Date.now() / 1000)}`, "Public key": publicPem });
    expect(await text(".findings .id")).toBe("signature-mismatch\nProven\nexpired\nProven");
    expect(await text("#whenWhy, #publicKeyWhy")).toBe("\n");
  });

  const localAddress =
    "This is an address of a local network, which CloudFront never sees, so it was not used. Enter the viewer’s public address, from x-forwarded-for or a log.";
  it.each(["192.168.1.23", "10.0.0.7", "172.31.255.255", "127.0.0.1:8080", "100.64.0.1", "169.254.7.7"])(
    "does not compare %s with the policy, because CloudFront never sees it",
    async (address) => {
      const { paste = "", when = "" } = samples["Another address"] ?? {};
      await explain({
        [pasteField]: paste,
        "Time of the request": when,
        "Viewer’s IP address": address,
      });
      expect(await text("#ipProblem")).toBe(localAddress);
      expect(await text(".findings .id code")).not.toContain("ip-mismatch");
    },
  );

  it.each(["::1", "[fe80::1]", "fd00::7", "::ffff:10.0.0.7"])(
    "gives no advice on IPv6 for %s, which CloudFront never sees",
    async (address) => {
      await explain({ [pasteField]: signed, "Viewer’s IP address": address });
      expect(await text("#ipProblem")).toBe(localAddress);
      expect(await text("#result")).not.toContain("IPv6");
    },
  );

  it.each([
    ["https://d111111abcdef8.cloudfront.net/a.jpg", "203.0.113.7"],
    ["https://d111111abcdef8.cloudfront.net/a.jpg", "172.32.0.1"],
    ["https://d111111abcdef8.cloudfront.net/a.jpg", "2001:db8::1"],
    ["http://localhost:8081/a.jpg", "127.0.0.1"],
    ["http://127.0.0.1:8081/a.jpg", "::1"],
    ["http://cdn:8081/a.jpg", "172.18.0.3"],
  ])("takes for %s the address %s", async (url, address) => {
    await explain({ [pasteField]: signedUrl(url, 1_900_000_000), "Viewer’s IP address": address });
    expect(await text("#ipProblem")).toBe("");
  });

  it("says that a time cannot be read, and does not call the request allowed", async () => {
    await explain({
      [pasteField]: signed,
      "Public key": publicPem,
      "Time of the request": "03/02/2026 9:00 AM",
    });
    expect(await text("#whenProblem")).toMatch(/^This time cannot be read, /);
    expect(await text("#verdict")).toBe("UNDECIDED\nThe time of the request could not be read.");
    await page.press("Copy the diagnosis");
    await page.until("document.querySelector('.share [role=status]').textContent !== ''");
    expect(await page.evaluate("document.querySelector('#diagnosis').value")).toMatch(
      /^Undecided: The time of the request could not be read\.\n/,
    );
    await explain({ "Time of the request": "2026-03-02 09:00:00" });
    expect(await text("#verdict .label")).toBe("NO FAULT FOUND");
  });

  it("says that an answer is that of the former fields as soon as one changes", async () => {
    await example("Tampered");
    expect(await page.evaluate("document.querySelector('#former').hidden")).toBe(true);
    await page.fill(pasteField, signed);
    expect(await text("#former")).toBe("The fields have changed since this result. Press Explain again.");
    await pressAndWait("Explain");
    expect(await page.evaluate("document.querySelector('#former').hidden")).toBe(true);
    await page.fill("Requested URL for cookies", file);
    await page.press("Clear");
    await page.until("document.querySelector('#former').hidden");
    await page.fill(pasteField, signed);
    expect(await page.evaluate("document.querySelector('#former').hidden")).toBe(true);
  });

  it("leaves the focus to who is writing", async () => {
    await page.fill(pasteField, signed);
    await page.evaluate("document.querySelector('#form').requestSubmit()");
    await answered();
    expect(await text("#publicKeyWhy")).not.toBe("");
    expect(await page.evaluate("document.activeElement.id")).toBe("paste");
  });

  it("asks for the requested URL, if there are cookies alone", async () => {
    await explain({ [pasteField]: `Cookie: ${cookieHeader}`, "Time of the request": "2026-03-02T09:00:00Z" });
    expect(await text("#requestedWhy")).toMatch(/^Enter the requested URL: /);
  });

  it("says beside the field what to paste instead of a key pair ID", async () => {
    await page.evaluate("document.querySelector('#more').open = true");
    await page.fill("Public key", id);
    expect(await text("#publicKeyProblem")).toMatch(
      /^The public key field has a key pair ID, .*-----BEGIN PUBLIC KEY-----\..*\naws cloudfront get-public-key --id K2JCJMDEHXQW5F /,
    );
    expect(await page.evaluate("document.querySelector('#publicKey').ariaInvalid")).toBe("true");
    await page.fill("Public key", publicPem);
    expect(await text("#publicKeyProblem")).toBe("");
    expect(await page.evaluate("document.querySelector('#publicKey').ariaInvalid")).toBe(null);
  });

  it("draws both sides of a difference, with a mark below its first character, also in words", async () => {
    await example("Another host name");
    expect(await text(".comparison mark")).toBe("d\nm");
    expect(await text(".comparison dt")).toBe("Signed\nRequested");
    expect(await page.evaluate("document.querySelector('.comparison .for-screen-readers').textContent")).toBe(
      "First difference at character 9: d was signed, m was requested.",
    );
  });

  it("shows the signed resource above the requested URL, with a mark where they part", async () => {
    const sent = () => text(".sent dd").then((all) => all.split("\n").slice(1, 3));
    const marks = () =>
      page.evaluate("[...document.querySelectorAll('.sent mark')].map((one) => one.textContent)");
    const url = "https://d111111abcdef8.cloudfront.net/video/lesson-3.mp4";
    await example("Valid request");
    expect([await sent(), await marks()]).toEqual([[url, url], []]);

    const { paste = "" } = samples["Another address"] ?? {};
    await explain({ [pasteField]: paste.replace("lesson-3.mp4", "lesson-4.mp4") });
    expect([await sent(), await marks()]).toEqual([
      [url, url.replace("3", "4")],
      ["3", "4"],
    ]);
    // Behind the resource, the URL goes on.
    await explain({ [pasteField]: paste.replace("lesson-3.mp4", "lesson-3.mp4.bak") });
    expect([await sent(), await marks()]).toEqual([
      [url, `${url}.bak`],
      [" ", "."],
    ]);

    await example("Another host name");
    expect((await sent())[0]).toBe("Another URL: the findings show the difference.");
    await example("Tampered");
    expect((await sent())[0]).toMatch(/^Not in the request\. CloudFront takes the requested URL,/);
  });

  it("copies the diagnosis, and shows what it copied", async () => {
    await page.send("Browser.grantPermissions", { permissions: ["clipboardReadWrite"] }).catch(() => {});
    await example("Expired");
    await page.press("Copy the diagnosis");
    await page.until("document.querySelector('.share [role=status]').textContent !== ''");
    expect(await text(".share [role=status]")).toMatch(
      /^(Copied|The browser did not let the page copy.*)\. The text contains no signature/,
    );
    const shown: string = await page.evaluate("document.querySelector('#diagnosis').value");
    expect(shown).toMatch(/^Proven: The signature had expired 23 hours 30 minutes before the request\.\n/);
    expect(shown).toContain("?Expires=…&Signature=…&Key-Pair-Id=…");
  });

  it("selects the diagnosis where the browser does not let the page copy", async () => {
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))");
    await example("Expired");
    await page.press("Copy the diagnosis");
    await page.until("document.querySelector('.share [role=status]').textContent !== ''");
    expect(await text(".share [role=status]")).toMatch(/^The browser did not let the page copy/);
    expect(
      await page.evaluate(
        "document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)",
      ),
    ).toMatch(/^Proven: [\s\S]*Explained by cloudfront-sign-webcrypto/);
    await page.evaluate("delete navigator.clipboard.writeText");
  });

  it.each([
    [360, 640],
    [390, 844],
    [1280, 720],
  ])(
    "shows the first field on a screen of %i × %i, and the examples below the form",
    async (width, height) => {
      await page.send("Emulation.setDeviceMetricsOverride", {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: width < 600,
      });
      await page.evaluate("scrollTo(0, 0)");
      const [field, form, examples, answer] = await page.evaluate(
        "['#paste', '#form', '#samples', '.answer'].map((one) => document.querySelector(one).getBoundingClientRect()).map(({ top, bottom }, i) => i < 2 ? bottom : top)",
      );
      expect(field).toBeLessThan(height);
      expect(examples).toBeGreaterThan(form);
      // Beside the form, or between it and the examples.
      if (width > 960) expect(answer).toBeLessThan(field);
      else expect([form, answer, examples].sort((a, b) => a - b)).toEqual([form, answer, examples]);
    },
  );

  it("asks whether &amp; came from the source of a page", async () => {
    await explain({ [pasteField]: signed.replaceAll("&", "&amp;"), "Public key": publicPem });
    expect(await text(".findings li:first-child .id")).toBe("html-escaped\nLikely");
    await page.press("Read &amp; as &");
    await page.until("document.querySelector('#verdict .label')?.textContent === 'No fault found'");
  });

  it.each([
    ["", "Paste a signed URL or cookies first."],
    ["hello", "There is no signed URL and no signed cookie in this."],
    ["\u202e%00{{{[[", "There is no signed URL and no signed cookie in this."],
  ])("says why it cannot read %j", async (nonsense, problem) => {
    await explain({ [pasteField]: nonsense });
    expect(await text("#verdict")).toMatch(/^NOT READ\n/);
    expect(await text("#pasteProblem")).toContain(problem);
    expect(await page.evaluate("document.activeElement.id + document.activeElement.ariaInvalid")).toBe(
      "pastetrue",
    );
  });

  it("ignores nonsense in the other fields, and says so beside them", async () => {
    await explain({
      [pasteField]: signed,
      "Public key": "-----BEGIN PUBLIC KEY-----\nnonsense",
      "CloudFront’s response": "\0<<<>>>",
      "Other host names that may have been signed": "media.example.com and %%%",
      "Viewer’s IP address": "localhost",
      "Time of the request": "teatime",
    });
    expect(await text(".problem")).toMatch(
      /The public key field was not used: [\s\S]*Not all of these are host names[\s\S]*not an IP address[\s\S]*time cannot be read/,
    );
    expect(await text("#verdict .label")).toBe("UNDECIDED");
    await explain({ "Public key": publicPem, "ID of this public key": "my key" });
    expect(await text("#keyPairIdProblem")).toMatch(/^Not used\. /);
    await explain({ [pasteField]: "https://a.example/?Signature=x", "ID of this public key": "" });
    expect(await text("#keyPairIdProblem")).toMatch(/Enter its ID here/);
    expect(await text(".findings li:first-child .id")).toBe("url-truncated\nLikely");
  });

  it("continues without an invalid public key", async () => {
    const offTheCurve = ec.publicKey.export({ type: "spki", format: "der" });
    offTheCurve.writeUInt8(offTheCurve.readUInt8(40) ^ 1, 40);
    const pem = `-----BEGIN PUBLIC KEY-----\n${offTheCurve.toString("base64")}\n-----END PUBLIC KEY-----`;
    const signature = forCloudFront(sign("sha1", Buffer.from("anything"), ec.privateKey));
    await explain({
      [pasteField]: `${file}?Expires=1&Signature=${signature}&Key-Pair-Id=${id}`,
      "Public key": pem,
    });
    expect(await text("#publicKeyProblem")).toMatch(/^The public key field was not used: /);
    expect(await text(".findings li:first-child .id")).toBe("expired\nProven");
  });

  it("answers whatever is typed", async () => {
    const pieces = [
      "https://a.example/",
      "?Expires=1",
      "&Signature=",
      "x y",
      "'",
      "\n",
      "Cookie: CloudFront-Policy=e30_",
      "; ",
      "%",
      "#",
      "{",
      "&Key-Pair-Id=K1",
    ];
    const wordless: string[] = await page.evaluate(`(async () => {
      const pieces = ${JSON.stringify(pieces)};
      const bad = [];
      let seed = 7;
      for (let round = 0; round < 150; round++) {
        const pick = () => pieces[(seed = (seed * 48271) % 2147483647) % pieces.length];
        for (const field of ["paste", "requested", "answer", "when"])
          document.getElementById(field).value = Array.from({ length: 1 + (round % 6) }, pick).join("");
        document.getElementById("form").requestSubmit();
        await new Promise((resolve) => setTimeout(resolve));
        while (!document.querySelector("#verdict").textContent) await new Promise((resolve) => setTimeout(resolve, 5));
        if (!document.querySelector("#verdict .sentence")?.textContent) bad.push(document.getElementById("paste").value);
      }
      return bad;
    })()`);
    expect(wordless).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  it.each([
    ["https://d1.cloudfront.net/a?Policy=%&Signature=%E0%A4&Key-Pair-Id=K2JCJMDEHXQW5F"],
    ["https://?Expires=1"],
    [
      `https://a.example/?Policy=${forCloudFront(Buffer.from('{"Statement":[{"Condition":{"DateLessThan":{"AWS:EpochTime":1e15}}}]}'))}&Signature=AAAA&Key-Pair-Id=${id}`,
    ],
    [`https://a.example/${"x".repeat(9000)}?Expires=1&Signature=AAAA&Key-Pair-Id=${id}`],
    ["CloudFront-Policy=; CloudFront-Signature=; CloudFront-Key-Pair-Id="],
    ["Set-Cookie: CloudFront-Policy"],
  ])("answers a broken request", async (broken) => {
    await explain({ [pasteField]: broken, "Public key": publicPem });
    expect(await text("#verdict .label")).toMatch(/^(PROVEN|LIKELY|NOT READ)$/);
  });

  it.each([pasteField, "Public key", "CloudFront’s response"])(
    "refuses a private key in %s before anything else",
    async (label) => {
      await example("Expired");
      await page.evaluate("document.querySelector('#more').open = true");
      const pem = ec.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
      await page.fill(label, pem);
      expect(await text("[role=alert]")).toMatch(
        /^REFUSED\nThat was a private key\.[\s\S]*make a new key pair/,
      );
      expect(
        await page.evaluate(
          "document.querySelector('#result').hidden && !document.querySelector('#verdict').textContent",
        ),
      ).toBe(true);
      const everything: string = await page.evaluate(
        "document.documentElement.outerHTML + [...document.querySelectorAll('input, textarea')].map((one) => one.value).join()",
      );
      expect(everything).not.toContain(pem.split("\n")[1]);
      await picture(`refused-${label.split(" ", 1)[0]}`);
    },
  );

  it("keeps the warning of a private key, and calls it compromised, until the form is cleared", async () => {
    const pem = ec.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    await page.evaluate("document.querySelector('form').reset()");
    await page.fill(pasteField, pem);
    const warning = await text("[role=alert]");
    expect(warning).toContain("Treat it as compromised");
    await page.press("Explain");
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 50))");
    expect(await text("[role=alert]")).toBe(warning);
    expect(await page.evaluate("document.querySelector('#verdict').textContent")).toBe("");
    expect(await page.evaluate("document.querySelector('#paste').value")).toBe("");
    await explain({ [pasteField]: signed });
    expect(await text("[role=alert]")).toBe(warning);
    await page.evaluate("document.querySelector('form').reset()");
    expect(await page.evaluate("document.querySelector('[role=alert]').textContent")).toBe("");
  });

  it("requests only its own files, stores nothing, and its policy refuses fetch()", async () => {
    const own = ["", "cloudfront-sign-diagnosis/", "cloudfront-sign-webcrypto/"].map(
      (folder) => server.address + folder,
    );
    const asked = page.requests
      .map((request) => request.split(" ")[1] ?? "")
      .filter((url) => !url.startsWith("data:"));
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((url) => !own.includes(url.replace(/[\w.-]+$/, "")))).toEqual([]);
    const before = page.requests.length;
    await example("Cookies shadowed");
    await explain({ [pasteField]: signed, "Public key": publicPem });
    expect(page.requests.slice(before)).toEqual([]);
    expect(page.complaints).toEqual([]);
    expect(await page.evaluate("location.href")).toBe(server.address);
    expect(
      await page.evaluate(
        "[localStorage.length, sessionStorage.length, document.cookie.length, history.length > 3].join()",
      ),
    ).toBe("0,0,0,false");
    expect(
      await page.evaluate(`fetch("${server.address}page.css").then(() => "sent", () => "refused")`),
    ).toBe("refused");
    await page.evaluate(`{ const image = new Image(); image.src = "${server.address}leak.png"; }`);
    // Both were stopped by the policy, which says so.
    for (const stopped of ["page.css", "leak.png"])
      await expect
        .poll(() => page.complaints.join())
        .toMatch(`${stopped}' violates the following Content Security Policy`);
    page.complaints.length = 0;
  });

  it("works with the keyboard alone: the answer comes next in order and is announced", async () => {
    const key = async (name: string, code: number, more = {}): Promise<void> => {
      for (const type of ["keyDown", "keyUp"])
        await page.send("Input.dispatchKeyEvent", {
          type,
          key: name,
          code: name,
          windowsVirtualKeyCode: code,
          ...more,
        });
    };
    const focused = (): Promise<string> =>
      page.evaluate("document.activeElement.id || document.activeElement.innerText");
    await page.evaluate(
      "document.querySelector('#more').open = false; document.querySelector('#paste').focus()",
    );
    await page.send("Input.insertText", { text: signed });
    const path = [await focused()];
    for (let i = 0; i < 4; i++) {
      await key("Tab", 9);
      path.push(await focused());
    }
    expect(path.map((name) => name.split(" ").slice(0, 3).join(" "))).toEqual([
      "paste",
      "requested",
      "More about the",
      "Explain",
      "Clear",
    ]);
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
    await key("Tab", 9, { modifiers: 8 });
    await key("Enter", 13, { text: "\r" });
    await answered();
    // The answer is announced, and stays in view.
    expect(await focused()).toBe("Explain");
    expect(await page.evaluate("document.querySelector('[aria-live=polite] .sentence').textContent")).toBe(
      "The signature was not checked.",
    );
    await page.evaluate("document.querySelector('#form [type=reset]').focus()");
    await key("Tab", 9);
    expect(await focused()).toBe("Go to “CloudFront’s response”");
    await key("Enter", 13, { text: "\r" });
    expect(await focused()).toBe("answer");
    await page.evaluate("document.querySelector('#paste').focus()");
    await page.evaluate("document.querySelector('#paste').value = 'hello'");
    await key("Enter", 13, { modifiers: 2, text: "\r" });
    await page.until("document.querySelector('#verdict .label')?.textContent === 'Not read'");
  });

  describe.each([
    ["phone", 320, "light"],
    ["phone", 390, "light"],
    ["phone", 390, "dark"],
    ["desktop", 1280, "light"],
    ["desktop", 1280, "dark"],
  ])("on a %s %i px wide in %s mode", (device, width, scheme) => {
    beforeEach(async () => {
      const mobile = device === "phone";
      await page.send("Emulation.setDeviceMetricsOverride", {
        width,
        height: 844,
        deviceScaleFactor: 1,
        mobile,
      });
      await page.send("Emulation.setEmulatedMedia", {
        features: [
          { name: "prefers-color-scheme", value: scheme },
          { name: "prefers-reduced-motion", value: "reduce" },
        ],
      });
    });

    it.each([
      ["nothing yet", async () => {}],
      ["an example", () => example("Expired")],
      ["all is well", () => example("Valid request")],
      [
        "a long URL",
        () =>
          explain({
            [pasteField]: signedUrl(
              `https://d111111abcdef8.cloudfront.net/${"long-name".repeat(80)}.jpg`,
              1_900_000_000,
            ),
          }),
      ],
      [
        "a former answer",
        async () => {
          await example("Expired");
          await page.fill(pasteField, signed);
        },
      ],
      ["nonsense", () => explain({ [pasteField]: "hello", "Viewer’s IP address": "x" })],
      ["a private key", () => page.fill(pasteField, "-----BEGIN PRIVATE KEY-----")],
    ])("fits the screen and passes axe: %s", async (state, show) => {
      await show();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      const paper: number[] = (await page.evaluate("getComputedStyle(document.body).backgroundColor"))
        .match(/\d+/g)
        .map(Number);
      expect(paper.every((value) => (scheme === "dark" ? value < 40 : value > 220))).toBe(true);
      const { violations, passes } = await page.evaluate(
        `axe.run(${axeOptions(scheme)}).then(({ violations, passes }) => ({ violations, passes }))`,
      );
      expect(
        violations.map((found: axe.Result) => [
          found.id,
          found.nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
        ]),
      ).toEqual([]);
      expect(passes.map((passed: axe.Result) => passed.id)).toEqual(
        expect.arrayContaining(expectedRules(scheme, "label", "region", "heading-order")),
      );
      await picture(`${device}-${width}-${scheme}-${state.replaceAll(" ", "-")}`);
      expect(page.complaints).toEqual([]);
    });
  });
});
