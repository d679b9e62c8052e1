import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  type CommandInput,
  type OpenedCommand,
  openCommand,
} from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const keyPairId = "K2JCJMDEHXQW5F";
const withKey = ["--public-key", `${keyPairId}=public.pem`];
const at = (now: string) => createCloudFrontSigner({ ...key, now: () => new Date(now) });
const key = { keyPairId, privateKey: keyText("rsa2048.pkcs8.pem") };

const host = "https://d111111abcdef8.cloudfront.net";
const film = `${host}/private/film.mp4`;
const now = ["--now", "2026-03-02T09:00:00Z"];

let command: OpenedCommand;
let signed: string;
let cookies: string;
beforeAll(async () => {
  command = openCommand();
  writeFileSync(join(command.folder, "public.pem"), keyText("rsa2048.pub.spki.pem"));
  const signer = at("2026-03-02T08:30:00Z");
  signed = await signer.signUrl(film, { expiresIn: "1h" });
  cookies = (await signer.signCookies({ resource: `${host}/private/*`, expiresIn: "1h" })).toCookieHeader();
});
afterAll(() => command.remove());

const explain = (args: readonly string[], input: CommandInput = {}) =>
  command.run(["explain", ...args], { ...input, env: { TZ: "UTC", ...input.env } });

describe("the findings of a URL", () => {
  it("are whole for an expired one: when it expired, as proven, and what to do", async () => {
    expect(await explain([signed, "--now", "2026-03-03T12:30:00Z"])).toEqual({
      status: 1,
      stdout: `The signature had expired 1 day 3 hours before the request.
Proven (expired): It was valid until 2026-03-02T09:30:00Z; the request came at
2026-03-03T12:30:00Z.
Fix: Sign again. Only the author of the policy can decide on a longer lifetime.
If the request was made before that time, explain it with the time at which it
was made. If the signature should still be valid, check the clock of the signer.
`,
      stderr: `note: To check the signature, too, pass the public key: --public-key\n${keyPairId}=FILE.\n`,
    });
  });

  it("are undecided for a public key without an ID: CloudFront may have another key under that of the URL", async () => {
    const bare = ["--public-key", "public.pem"];
    const { status, stdout, stderr } = await explain([signed, ...now, ...bare]);
    expect([status, stdout.replaceAll("\n", " ").trim()]).toEqual([
      1,
      "Undecided: The signature is valid for this public key, and nothing else is wrong with the request. Whether CloudFront has the key as K2JCJMDEHXQW5F, the ID of the request, was not compared: if it has another key under this ID, it denies the request.",
    ]);
    expect(JSON.parse((await explain([signed, ...now, ...bare, "--json"])).stdout)).toEqual({ findings: [] });
    const other = ["--restrict", "/open/*"];
    expect((await explain([signed, ...now, ...bare, ...other])).status).toBe(0);
    expect(stderr).toBe(
      "note: --public-key public.pem has no ID, so it is taken as the key of\nK2JCJMDEHXQW5F, the ID of the request. CloudFront must have it under this ID: to\ncheck the ID too, write --public-key ID=public.pem.\n",
    );
  });

  it.each([
    ["the flag", "K3D5EWEUDCCXON=public.pem", undefined],
    ["its name", "K3D5EWEUDCCXON.pem", keyText("rsa2048.pub.spki.pem")],
    [
      "what AWS prints",
      "key.json",
      JSON.stringify({
        PublicKey: {
          Id: "K3D5EWEUDCCXON",
          PublicKeyConfig: { EncodedKey: keyText("rsa2048.pub.spki.pem") },
        },
      }),
    ],
  ])("prove that the key has another ID than the URL, by %s", async (_, file, text) => {
    if (text !== undefined) writeFileSync(join(command.folder, file), text);
    const { status, stdout } = await explain([signed, ...now, "--public-key", file]);
    expect([status, stdout.replaceAll("\n", " ").trim()]).toEqual([
      1,
      "The signature fits a different public key from the one that the request names. Proven (key-id-wrong): The signature fits the public key with the ID K3D5EWEUDCCXON. Fix: Send Key-Pair-Id=K3D5EWEUDCCXON, or if K2JCJMDEHXQW5F is right, correct the ID that you passed for the public key.",
    ]);
  });

  it("are found with a public key without an ID where HTML escaped the one of the URL", async () => {
    const { status, stdout } = await explain([
      signed.replaceAll("&", "&amp;"),
      ...now,
      "--public-key",
      "public.pem",
    ]);
    expect(status).toBe(1);
    expect(stdout).toContain("Likely (html-escaped)");
    expect(stdout).not.toContain("key-not-trusted");
  });

  it("are not looked for with --allow-emulator-key-pair-ids and no public key, which alone uses it", async () => {
    const flag = "--allow-emulator-key-pair-ids";
    const { status, stdout, stderr } = await explain([signed, flag]);
    expect([status, stdout, stderr.split("\n")[0]]).toEqual([
      2,
      "",
      `${flag}: works only with a public key; add --public-key ${keyPairId}=FILE, or leave it out`,
    ]);
    const env = { CLOUDFRONT_PUBLIC_KEYS: `${keyPairId}=public.pem` };
    expect((await explain([signed, flag, ...now], { env })).status).toBe(0);
  });

  it("use what is told of the distribution without a public key, too", async () => {
    const open = ["https://cdn.example.com/open/a.mp4", "--restrict", "/private/*"];
    expect((await explain([...open, "--status", "403"])).stdout).toContain("(not-restricted)");
    const { status, stdout } = await explain(open);
    expect([status, stdout.split("\n")[0]]).toEqual([0, expect.stringContaining("No --restrict pattern")]);
    const named = await explain([signed, "--hostname", "cdn.example.com", ...now]);
    expect([named.status, named.stdout]).toEqual([1, expect.stringContaining("(signature-not-checked)")]);
  });

  it.each([
    [["--allow-private"], "--allow-private: lets --fetch connect; add --fetch, or leave it out"],
    [["--fetch", "--status", "200"], "--status: --fetch gets the response itself; leave one of them out"],
    [["--fetch", "--body", "public.pem"], "--body: --fetch gets the response itself; leave one of them out"],
    [["--fetch", ...now], "--now: --fetch sends the request now; leave one of them out"],
  ])("are not looked for with flags that contradict each other: %j", async (flags, message) => {
    const { status, stdout, stderr } = await explain([signed, ...flags]);
    expect([status, stdout, stderr.split("\n")[0]]).toEqual([2, "", message]);
  });

  it("have the local time, where it is not UTC", async () => {
    const { stdout } = await explain([signed, "--now", "2026-03-03T12:30:00Z"], {
      env: { TZ: "Asia/Kolkata" },
    });
    expect(stdout).toContain(
      "until 2026-03-02T09:30:00Z; the request came at\n2026-03-03T12:30:00Z; the expiry in local time is 2026-03-02T15:00:00+05:30.\n",
    );
  });

  it("count from now without --now", async () => {
    const start = Date.now();
    const signer = at(new Date(start - 61 * 3_600_000).toISOString());
    const { stdout } = await explain([await signer.signUrl(film, { expiresIn: 1200 })]);
    expect(stdout).toMatch(/^The signature expired 2 days 12 hours ago\.\nProven [^;]*; now it is\n?/);
  });

  it("are none for a URL that is right: undecided without a public key, allowed with one", async () => {
    expect(await explain([signed, ...now])).toEqual({
      status: 1,
      stdout: `The signature was not checked.
Not checked (signature-not-checked): No public key was passed.
Fix: Pass the public key as CloudFront has it (aws cloudfront get-public-key
--id K2JCJMDEHXQW5F).
`,
      stderr: `note: The flag for the public key: --public-key ${keyPairId}=FILE.\n`,
    });
    expect(await explain([signed, ...now, ...withKey])).toEqual({
      status: 0,
      stdout:
        "No fault found: CloudFront should allow this request if it trusts the key.\nNext: If you still get a 403, pass the response (--status CODE --body FILE), or\nadd --fetch. cloudfront-sign doctor checks the distribution.\n",
      stderr: "",
    });
  });

  it("name the host that was signed, if --hostname has it", async () => {
    const moved = signed.replace("d111111abcdef8.cloudfront.net", "media.example.com");
    const hosts = ["--hostname", `${host}/`, "--hostname", "d222222abcdef8.cloudfront.net"];
    const { status, stdout } = await explain([moved, ...now, ...withKey, ...hosts]);
    expect([status, stdout]).toEqual([1, expect.stringContaining("\nProven (url-host-changed): ")]);
  });

  it("are numbered where there are several, the cause first", async () => {
    const { stdout } = await explain([
      signed.replace(/Expires=\d+/, "Expires=1"),
      ...withKey,
      "--status",
      "502",
    ]);
    expect(stdout).toMatch(
      /^1\. .*\n {3}Proven \([\w-]+\): [^\n]+\n(?: {3}[^\n]+\n)*\n2\. .*\n {3}(?:Proven|Likely) /,
    );
  });

  it("are JSON in one line with --json", async () => {
    const { stdout, status } = await explain([signed, "--now", "2026-03-03T12:30:00Z", "--json", ...withKey]);
    expect(stdout).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(stdout)).toEqual({
      findings: [
        {
          id: "expired",
          certainty: "proven",
          summary: "The signature had expired 1 day 3 hours before the request.",
          evidence: "it was valid until 2026-03-02T09:30:00Z; the request came at 2026-03-03T12:30:00Z",
          fix: expect.any(String),
        },
      ],
      allowed: false,
    });
    expect(status).toBe(1);
  });

  it("leave allowed out of the JSON where something beside the signature is proven", async () => {
    const body =
      "<Error><Code>AccessDenied</Code><Message>Access Denied</Message><HostId>a=</HostId></Error>";
    const args = [signed, ...now, ...withKey, "--json"];
    const denied = JSON.parse((await explain([...args, "--body", "-"], { input: body })).stdout);
    expect([denied.findings[0].id, "allowed" in denied]).toEqual(["s3-denied", false]);
    expect(JSON.parse((await explain(args)).stdout)).toEqual({ findings: [], allowed: true });
  });

  it("ask for the viewer's address where the policy restricts it", async () => {
    const url = await at("2026-03-02T08:30:00Z").signUrl(film, { expiresIn: "1h", ipAddress: "192.0.2.1" });
    expect(await explain([url, ...now, ...withKey])).toEqual({
      status: 1,
      stdout: expect.stringContaining("\nNot checked (ip-unknown): "),
      stderr: "note: More can be checked with --ip-address IP.\n",
    });
  });

  it("speak of flags, and not of options of the library", async () => {
    const url = await at("2026-03-02T08:30:00Z").signUrl(film, { expiresIn: "1h", ipAddress: "192.0.2.1" });
    expect(await explain([url, ...now, ...withKey, "--ip-address", "192.0.2.1"])).toMatchObject({
      status: 0,
    });
    expect((await explain([url, ...now, ...withKey, "--ip-address", "192.0.2.9"])).stdout).toContain(
      "(ip-mismatch)",
    );
    expect((await explain(["--cookie", cookies, ...now])).stdout).not.toMatch(/verifier|as url|ipAddress/);
    const open = (await explain([signed, ...now, ...withKey, "--restrict", "/paid/*", "--status", "403"]))
      .stdout;
    expect(open).toContain("Likely (not-restricted): No restricted path pattern matches this path.\n");
    expect(open.replace(/\s+/g, " ")).toContain("and add its path pattern to the restricted ones.");
  });
});

describe("the input", () => {
  const output = () =>
    `* Connected to d111111abcdef8.cloudfront.net\n> GET ${signed.slice(host.length)} HTTP/2\r\n> Host: d111111abcdef8.cloudfront.net\r\n> \r\n< HTTP/2 403 \r\n< date: Tue, 03 Mar 2026 12:30:00 GMT\r\n< x-cache: Error from cloudfront\r\n< \r\n<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>\n`;

  it("can be the output of curl -v, whose Date is the time of the request", async () => {
    const { stdout, stderr, status } = await explain(["-", ...withKey], { input: output() });
    expect(stdout).toMatch(
      /^The signature had expired 1 day 3 hours before the request\.\nProven \(expired\)/,
    );
    expect(stdout).toContain("the request came at\n2026-03-03T12:30:00Z.");
    expect(stderr).toContain("note: The time of the request is in the input: a Date header, or a log.\n");
    expect(status).toBe(1);
  });

  it("has the time of the request, whatever --now says", async () => {
    const input = output().replace("03 Mar 2026 12:30", "02 Mar 2026 09:00");
    const flags = ["--now", "2026-03-03T12:30:00Z", ...withKey];
    const { stdout, stderr } = await explain(["-", ...flags], { input });
    expect(stdout).not.toContain("expired");
    expect(stderr.replace(/\s+/g, " ")).toContain(
      "note: The time of the request is in the input: a Date header, or a log. --now is not used.",
    );
    // What the words around it mean by a time is not certain.
    const told = await explain(["-", ...flags], {
      input: `At 2026-03-02T09:00:00Z this failed: ${signed}\n`,
    });
    expect(told.stdout).toContain("Likely (expired): ");
  });

  it("can be a curl command as one argument, or from standard input", async () => {
    const curl = `curl -i '${signed}' -H 'accept: */*'`;
    for (const result of [
      await explain([curl, ...now, ...withKey]),
      await explain(["-", ...now, ...withKey], { input: curl }),
    ])
      expect(result).toMatchObject({ status: 0, stdout: expect.stringContaining("No fault found: ") });
  });

  it("can be cookies, with the requested URL", async () => {
    for (const result of [
      await explain(["--url", film, "--cookie", cookies, ...now, ...withKey]),
      await explain([film, ...cookies.split("; ").flatMap((one) => ["--cookie", one]), ...now, ...withKey]),
      await explain(["-", "--url", film, ...now, ...withKey], { input: `Cookie: ${cookies}\n` }),
    ])
      expect(result).toMatchObject({ status: 0, stdout: expect.stringContaining("No fault found: ") });
  });

  it("can be cookies alone, which are undecided without the requested URL", async () => {
    expect(await explain(["--cookie", cookies, ...now, ...withKey])).toEqual({
      status: 1,
      stdout: `The signed resource was not compared with the requested URL.
Not checked (resource-not-checked): The cookies have no fault, but the requested
URL is not known.
Fix: Pass the requested URL to compare the signed resource with it.
`,
      stderr: "note: More can be checked with --url URL.\n",
    });
  });

  it("can be Set-Cookie lines, whose attributes count", async () => {
    const lines = cookies
      .split("; ")
      .map((cookie) => `${cookie}; Path=/other; Domain=cloudfront.net; Secure`);
    const { stdout } = await explain([
      "--url",
      film,
      ...lines.flatMap((line) => ["--set-cookie", line]),
      ...now,
    ]);
    expect(stdout).toContain("(cookie-path)");
  });

  it("can be Set-Cookie lines of another host, which are never called allowed", async () => {
    const lines = cookies.split("; ").flatMap((cookie) => ["--set-cookie", `${cookie}; Path=/; Secure`]);
    const args = ["--url", film, ...lines, "--page-origin", "https://app.example.com", ...now, ...withKey];
    const { status, stdout } = await explain(args);
    expect(status).toBe(1);
    expect(stdout).not.toContain("Allowed");
    expect(stdout).toContain("Likely (cookie-domain): There is no Domain, so browsers");
    const json = JSON.parse((await explain([...args, "--json"])).stdout);
    expect(json.allowed).toBeUndefined();
    const body = "<Error><Code>MissingKey</Code><Message>Missing Key-Pair-Id</Message></Error>";
    writeFileSync(join(command.folder, "missing-key.xml"), body);
    const denied = (await explain([...args, "--status", "403", "--body", "missing-key.xml"])).stdout;
    expect(denied).toContain("The browser did not send the cookies.");
    expect(denied).toContain("(cookie-domain)");
  });

  it("can have the status and the body of the answer", async () => {
    const body = "<Error><Code>AccessDenied</Code><Message>Access Denied</Message><HostId>x</HostId></Error>";
    writeFileSync(join(command.folder, "body.xml"), body);
    for (const result of [
      await explain([signed, ...now, "--body", "body.xml", "--status", "403"]),
      await explain([signed, ...now, "--body", "file://body.xml"]),
      await explain([signed, ...now, "--body", "-"], { input: body }),
    ])
      expect(result.stdout).toMatch(/\nLikely \(s3-denied\): /);
  });

  it("can have the method and the origin of the page", async () => {
    const preflight = ["--url", `${host}/private/a.json`, "--method", "options"];
    expect(await explain([...preflight, ...now, ...withKey])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("\nLikely (preflight-without-cookies): The method is OPTIONS, "),
    });
    expect((await explain([signed, "--method", "PUT", ...now, ...withKey])).status).toBe(0);
    const pasted = `curl -X OPTIONS ${film}`;
    expect((await explain([pasted])).stdout).toContain("(preflight-without-cookies)");
    expect((await explain([pasted, "--method", "GET"])).stdout).toContain("(no-credentials)");
    const page = ["--page-origin", "https://d111111abcdef8.cloudfront.net/a/page.html"];
    expect((await explain(["--url", film, "--cookie", cookies, ...page, ...now, ...withKey])).status).toBe(0);
  });

  it("can have an answer that denies nothing", async () => {
    const ok = "HTTP/2 200\r\ndate: Mon, 02 Mar 2026 09:00:00 GMT\r\n\r\n<HostId>";
    expect(await explain(["-"], { input: output().replace(/< HTTP.*$/s, ok) })).toMatchObject({
      status: 0,
      stdout:
        "Allowed: The status is 200, and nothing is wrong with this request. This does\nnot prove that the path is protected: without a signature, the same request must\nget 403.\n",
    });
    expect((await explain([film, "--status", "200"])).stdout).toMatch(
      /^The response denies nothing: [^:]*:\n\nThis request is not signed\.\nPossible \(no-credentials\): /,
    );
  });

  it("gets a note where a shell has split the URL", async () => {
    expect((await explain([signed.split("&", 1)[0] as string, ...now])).stderr).toContain(
      "note: The URL ends at its first signing parameter. If it should not, put it in\nsingle quotes: a shell ends a command at &.\n",
    );
    expect((await explain([signed, ...now])).stderr).not.toContain("single quotes");
  });

  it("gets a note with &amp; that HTML source may need it", async () => {
    expect((await explain([signed.replaceAll("&", "&amp;"), ...now])).stderr).toContain(
      "note: If you copied the URL from HTML source, &amp; is right there",
    );
  });

  it.each([
    [
      [],
      "Give what was requested: a URL or a curl command in single quotes, or - to read it from standard\ninput.",
    ],
    [["a", "b"], "Give one request: these are 2 arguments."],
    [["hello"], "There is no signed URL and no signed cookie in this."],
    [[film, "--status", "40"], '--status: "40" is not an HTTP status; write its three digits, such as 403'],
    [
      [film, "--hostname", "a b"],
      '--hostname: "a b" is not a host name; write one such as d111111abcdef8.cloudfront.net',
    ],
    [
      [film, "--method", "GET /"],
      '--method: "GET /" is not an HTTP method; write one such as GET, HEAD, OPTIONS or POST',
    ],
    [
      [film, "--page-origin", "app.example.com"],
      '--page-origin: "app.example.com" is not the origin of a page; write one such as https://app.example.com',
    ],
    [["-", "--body", "-"], "--body: standard input has the request already; pass the body as a file"],
    [
      ["curl", "-H", "accept: */*", film],
      "curl: put single quotes around the whole command, or send it to explain - on standard input",
    ],
    [[film, "--body", "missing.xml"], "--body: cannot read missing.xml (ENOENT); check the path"],
  ])("%j is refused", async (args, message) => {
    const { status, stdout, stderr } = await explain(args, { input: film });
    expect(stderr.replace(/\n/g, " ")).toContain(message.replace(/\n/g, " "));
    expect([status, stdout]).toEqual([2, ""]);
  });

  it("never brings its control characters to the terminal", async () => {
    const hostile = "\x1b]0;title\x07\x9b2J\u202e";
    for (const args of [
      ["--url", `${host}/a?${hostile}=1&Expires=${hostile}&Signature=${hostile}&Key-Pair-Id=${hostile}`],
      ["--url", `https://${hostile}/`, "--cookie", `CloudFront-Policy=${hostile}`],
      [`${film}?Expires=1&Key-Pair-Id=${hostile}`, "--json"],
      [
        "--cookie",
        `CloudFront-Key-Pair-Id=${hostile}; CloudFront-Expires=${hostile}; CloudFront-Signature=AAAA`,
      ],
      [film, "--status", hostile],
      [film, "--hostname", hostile],
      [hostile],
    ]) {
      const { stdout, stderr } = await explain(args);
      expect((stdout + stderr).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });
});

describe("a private key", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const forms: [string, string][] = [
    ["PEM", pem],
    ["PEM without line breaks", pem.replace(/\n/g, "\\n")],
    ["base64 of a PEM", btoa(pem)],
    ["base64 of DER", privateKey.export({ type: "sec1", format: "der" }).toString("base64")],
    ["a JWK", JSON.stringify(privateKey.export({ format: "jwk" }))],
    ["base64 of a PEM after that of a public key", `${btoa(keyText("rsa2048.pub.spki.pem"))} ${btoa(pem)}`],
  ];

  const expectRefusal = async (
    where: string,
    args: readonly string[],
    text: string,
    input = "",
  ): Promise<void> => {
    const { status, stdout, stderr } = await explain(args, { input });
    expect(stderr).toContain(`${where} has a private key in it. It was not used.`);
    for (const line of text.split(/[^\w+/=-]+/).filter(({ length }) => length > 20))
      expect(stderr).not.toContain(line);
    expect([status, stdout]).toEqual([2, ""]);
  };

  it.each(forms)("as %s is refused, and never shown", async (_, text) => {
    await expectRefusal("Standard input", ["-"], text, `${signed} ${text}`);
  });

  it("is refused wherever it stands", async () => {
    writeFileSync(join(command.folder, "key.txt"), pem);
    await expectRefusal("An argument", [pem], pem);
    await expectRefusal("An argument", [`curl ${pem}`], pem);
    await expectRefusal("An argument", [film, pem], pem);
    await expectRefusal("--url:", ["--url", `${film}?a=${pem}`], pem);
    await expectRefusal("--cookie:", ["--cookie", `a=${pem}`], pem);
    await expectRefusal("--set-cookie:", [film, "--set-cookie", `a=${pem}`], pem);
    await expectRefusal("--status:", [film, "--status", pem], pem);
    await expectRefusal("--hostname:", [film, "--hostname", pem], pem);
    await expectRefusal("--body:", [film, "--body", "key.txt"], pem);
  });

  it("is refused as an argument of any command", async () => {
    for (const args of [
      [pem],
      ["sign", pem],
      ["verify", film, pem],
      ["inspect", pem],
      ["verify", ` ${pem}`],
    ]) {
      const { status, stdout, stderr } = await command.run(args);
      expect(stderr).toContain("An argument has a private key in it. It was not used.");
      expect(stderr).not.toContain(pem.split("\n")[1]);
      expect([status, stdout]).toEqual([2, ""]);
    }
  });

  it("is not suspected in a public key, a URL or cookies", async () => {
    for (const text of [signed, `Cookie: ${cookies}`, `${signed}\n${keyText("rsa2048.pub.spki.pem")}`])
      expect((await explain(["-"], { input: text })).stderr).not.toContain("private key");
  });
});

describe("a public key that cannot be used", () => {
  it("is refused in the words of the flags", async () => {
    writeFileSync(join(command.folder, "private.pem"), keyText("rsa2048.pkcs8.pem"));
    const { status, stderr, stdout } = await explain([signed, "--public-key", `${keyPairId}=private.pem`]);
    expect(stderr).toMatch(/--public-key K2JCJMDEHXQW5F=private\.pem: /);
    expect([status, stdout]).toEqual([2, ""]);
  });
});

describe("what people try first", () => {
  it.each([
    ["<Error><Code>MissingKey</Code></Error>", "Likely (key-id-missing): The response is MissingKey"],
    ["HTTP/2 403", "Not checked (signature-not-checked): Neither a URL nor cookies were passed."],
  ])("is the answer %s alone", async (input, expected) => {
    const { status, stdout, stderr } = await explain(["-"], { input });
    expect([status, stdout]).toEqual([1, expect.stringContaining(expected)]);
    expect(stdout).toContain("Fix: Pass what was requested: the URL, or the URL and the cookies.\n");
    expect(stderr.replace(/\s+/g, " ")).toContain(
      "note: More can be checked with --url URL, --cookie COOKIES, or the whole output of curl -v, which writes the request to standard error: add 2>&1 before the pipe.",
    );
  });

  it("is a URL that was denied without a reason, and the next step is to see the response", async () => {
    const { stdout, stderr } = await explain([signed, ...withKey, ...now, "--status", "403"]);
    expect(stdout).toContain("Likely (nothing-wrong-here)");
    expect(stderr.replace(/\s+/g, " ")).toContain(
      "The response shows what denied the request: pass it with --body FILE, or add --fetch. cloudfront-sign doctor checks the distribution.",
    );
  });

  it("is what PowerShell 5 wrote, in UTF-16", async () => {
    const input = Buffer.from(`\ufeff${signed}\r\n`, "utf16le");
    expect((await explain(["-", ...withKey, ...now], { input })).status).toBe(0);
  });

  it("is --cookies for --cookie", async () => {
    expect((await explain(["--url", film, "--cookies", cookies, ...withKey, ...now])).status).toBe(0);
  });
});
