import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createRawServer, type Server as RawServer } from "node:net";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  type CommandResult,
  type OpenedCommand,
  openCommand,
} from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

/** The command `explain --fetch` against servers of this machine, the first of them the library's own edge. */

const keyPairId = "K2JCJMDEHXQW5F";
const publicKey = keyText("rsa2048.pub.spki.pem");
const signer = createCloudFrontSigner({ keyPairId, privateKey: keyText("rsa2048.pkcs8.pem") });
const withKey = ["--public-key", `${keyPairId}=public.pem`];

let command: OpenedCommand;
const servers: (Server | RawServer)[] = [];
beforeAll(async () => {
  command = openCommand();
  writeFileSync(join(command.folder, "public.pem"), publicKey);
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => command.remove());

const explain = (...args: string[]): Promise<CommandResult> =>
  command.run(["explain", ...args], { env: { TZ: "UTC" } });

async function listening(server: Server | RawServer, host = "127.0.0.1"): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** CloudFront, as the library knows it. */
function startEdge(now?: () => Date): Promise<string> {
  const handler = restrictViewerAccess({
    publicKeys: { [keyPairId]: publicKey },
    restrict: ["/private/*"],
    origin: () => new Response("a film", { headers: { "X-Cache": "Miss from cloudfront" } }),
    now,
  });
  return listening(createServer((request, response) => answer(handler, request, response)));
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = `http://${request.headers.host}${request.url}`;
  const cookie = request.headers.cookie ?? "";
  const result = await handler(new Request(url, { headers: { cookie } }));
  response.writeHead(result.status, Object.fromEntries(result.headers));
  response.end(await result.text());
}

/** A server that answers with these bytes, and notes what it gets. */
async function startRaw(response: string): Promise<{ origin: string; requests: string[] }> {
  const requests: string[] = [];
  const origin = await listening(
    createRawServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", (bytes) => {
        requests.push(bytes.toString("latin1"));
        socket.end(Buffer.from(response, "latin1"));
      });
    }),
  );
  return { origin, requests };
}

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const date = "Mon, 02 Mar 2026 09:00:00 GMT";

describe("what comes back", () => {
  it("is shown and allowed for a URL that is right", async () => {
    const origin = await startEdge();
    const url = await signer.signUrl(`${origin}/private/film.mp4`, { expiresIn: "1h" });
    const { status, stdout } = await explain(url, "--fetch", ...withKey);
    expect(stdout.replace(/\d\d:\d\d:\d\d|\w{3}, \d\d \w{3} \d{4}/g, "…")).toBe(
      `Response from ${new URL(origin).host}\nStatus   200\nX-Cache  Miss from cloudfront\nDate     … … GMT\nClock    agrees with this machine's\n\nAllowed: The status is 200, and nothing is wrong with this request. This does\nnot prove that the path is protected: without a signature, the same request must\nget 403.\n`,
    );
    expect(status).toBe(0);
  });

  it("is shown with its code, and the finding that explains it comes first", async () => {
    const origin = await startEdge();
    const url = await signer.signUrl(`${origin}/private/film.mp4`, { expiresIn: "1h" });
    const { status, stdout } = await explain(url.replace("?", "?utm_source=x&"), "--fetch", ...withKey);
    expect(stdout).toContain("Status   403\nCode     AccessDenied\nMessage  Access denied\n");
    expect(stdout).toContain(
      "\n\nThe signature does not cover a query parameter of the URL.\nProven (url-parameter-added): Not signed: the parameter utm_source.\nFix: ",
    );
    expect(status).toBe(1);
  });

  it("says that a path is open where a wrong signature is not denied", async () => {
    const origin = await startEdge();
    const url = await signer.signUrl(`${origin}/open/film.mp4`, { expiresIn: "1h" });
    const { status, stdout } = await explain(url.replace("film", "song"), "--fetch", ...withKey);
    expect(stdout).toContain("Status   200\n");
    expect(stdout).toContain(
      "\n\nThe response denies nothing: CloudFront checks no signature for this path,",
    );
    expect(stdout).toContain("Proven (signature-mismatch)");
    expect(status).toBe(1);
  });

  it("is no answer if the server switches protocols", async () => {
    const { origin } = await startRaw(
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    );
    const { status, stdout } = await explain(`${origin}/a`, "--fetch");
    expect(stdout).toContain(
      `No response from ${new URL(origin).host}: the connection was closed before a response;\ntry again (ECONNRESET).`,
    );
    expect(status).toBe(1);
  });

  it.each([
    ["+275760-09-13T00:00:00Z", "1"],
    ["-271821-04-20T00:00:00Z", "0"],
    ["Wed, 31 Dec 1969 23:59:59 GMT", "0"],
  ])("has no time if its Date is %s, its Age %s", async (date, age) => {
    const { origin } = await startRaw(
      `HTTP/1.1 403 Forbidden\r\nDate: ${date}\r\nAge: ${age}\r\nContent-Length: 0\r\n\r\n`,
    );
    const { status, stdout, stderr } = await explain(`${origin}/a`, "--fetch", "--json");
    expect([status, stderr]).toEqual([1, ""]);
    expect(JSON.parse(stdout).response).toEqual({ status: 403, headers: { date } });
  });

  it("is requested with the cookies", async () => {
    const origin = await startEdge();
    const cookies = await signer.signCookies({ resource: `${origin}/private/*`, expiresIn: "1h" });
    const cookie = cookies.toCookieHeader();
    const url = `${origin}/private/film.mp4`;
    expect(await explain(url, "--fetch", "--cookie", cookie)).toMatchObject({ status: 0 });
    const denied = await explain(url, "--fetch");
    expect(denied.stdout).toContain("Code     MissingKey");
    expect(denied.stdout).toContain("Proven (no-credentials)");
    expect(denied.status).toBe(1);
  });

  it("has the time of the request in its Date header, and shows how far the clocks differ", async () => {
    const { origin } = await startRaw(`HTTP/1.1 403 Forbidden\r\nDate: ${date}\r\nAge: 60\r\n\r\n`);
    const early = createCloudFrontSigner({
      keyPairId,
      privateKey: keyText("rsa2048.pkcs8.pem"),
      now: () => new Date("2026-03-02T08:00:00Z"),
    });
    const url = await early.signUrl(`${origin}/a`, { expiresIn: "30m" });
    const { stdout, stderr } = await explain(url, "--fetch", ...withKey);
    expect(stdout).toContain("The signature had expired 31 minutes before the request.\n");
    expect(stdout.replace(/\n/g, " ")).toContain(
      "Proven (expired): It was valid until 2026-03-02T08:30:00Z; the request came at 2026-03-02T09:01:00Z.",
    );
    expect(stdout).toMatch(/\nClock {3}this machine's is \d+ days .*ahead\n/);
    expect(stderr).toBe("");
  });

  it("is JSON with --json", async () => {
    const { origin } = await startRaw(
      `HTTP/1.1 403 Forbidden\r\nDate: ${date}\r\nX-Cache: Error from cloudfront\r\nServer: AmazonS3\r\n\r\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>`,
    );
    const { stdout } = await explain(`${origin}/a`, "--fetch", "--json");
    const { findings, response } = JSON.parse(stdout);
    expect(findings[0]).toEqual({
      id: "not-restricted",
      certainty: "likely",
      summary: expect.any(String),
      evidence: expect.any(String),
      fix: expect.any(String),
    });
    expect(response).toEqual({
      status: 403,
      code: "AccessDenied",
      message: "Access Denied",
      headers: { date, server: "AmazonS3", "x-cache": "Error from cloudfront" },
      time: "2026-03-02T09:00:00.000Z",
      clockAheadSeconds: expect.any(Number),
    });
  });

  it("is a redirect that is shown and not followed", async () => {
    const { origin, requests } = await startRaw(
      "HTTP/1.1 301 Moved\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n",
    );
    const { stdout, status } = await explain(`${origin}/a`, "--fetch");
    expect(stdout).toContain("Status    301\nLocation  /elsewhere\n");
    expect(requests).toHaveLength(1);
    expect(status).toBe(1);
  });

  it("is shown without the signature that it repeats, and a long header cut", async () => {
    const { origin } = await startRaw(
      `HTTP/1.1 403 Forbidden\r\nLocation: https://elsewhere.example/a?Policy=cG9saWN5&Signature=c2lnbmF0dXJl&b=1\r\nServer: ${"s".repeat(9000)}\r\n\r\nCannot GET /a?Signature=c2lnbmF0dXJl%2B`,
    );
    const { stdout } = await explain(`${origin}/a`, "--fetch");
    expect(stdout).toContain("Location  https://elsewhere.example/a?Policy=…&Signature=…&b=1\n");
    expect(stdout).toContain("Body      Cannot GET /a?Signature=…\n");
    expect(stdout).toContain(`Server    ${"s".repeat(300)}…\n`);
    const json = await explain(`${origin}/a`, "--fetch", "--json");
    expect(stdout + json.stdout).not.toMatch(/cG9saWN5|c2lnbmF0dXJl/);
  });

  it("is a denial where X-Cache says that an error page has the status 200", async () => {
    const { origin } = await startRaw(
      "HTTP/1.1 200 OK\r\nX-Cache: Error from cloudfront\r\nContent-Length: 2\r\n\r\nok",
    );
    const { stdout, status } = await explain(`${origin}/a`, "--fetch");
    expect(stdout).toContain("Likely (custom-error-page): X-Cache says Error, and the status is 200.\n");
    expect(status).toBe(1);
  });

  it("is explained by its headers", async () => {
    const { origin } = await startRaw(
      "HTTP/1.1 403 Forbidden\r\nServer: CloudFront\r\nX-Cache: FunctionGeneratedResponse from cloudfront\r\nContent-Length: 0\r\n\r\n",
    );
    const url = await signer.signUrl(`${origin}/a`, { expiresIn: "1h" });
    const { stdout } = await explain(url, "--fetch", ...withKey);
    expect(stdout).toContain(
      "\n\nA function of the distribution generated this response.\nLikely (edge-function-answered): X-Cache says that a CloudFront function\ngenerated the response.\n",
    );
  });

  it("is read up to 64 kB", async () => {
    let sent = 0;
    const origin = await listening(
      createServer((_, response) => {
        response.writeHead(403);
        const chunk = Buffer.alloc(65_536, "a");
        const write = (): void => {
          while (!response.destroyed && sent < 1e9) {
            sent += chunk.length;
            if (!response.write(chunk)) return void response.once("drain", write);
          }
        };
        write();
      }),
    );
    const { stdout } = await explain(`${origin}/a`, "--fetch");
    expect(stdout).toContain(`Body    ${"a".repeat(160)}…\n`);
    expect(sent).toBeLessThan(1e8);
  });

  it("never brings its control characters to the terminal", async () => {
    const { origin } = await startRaw(
      "HTTP/1.1 403 \x1b[31mForbidden\r\nX-Cache: Error\x9b31m from\x85 cloudfront\r\nServer: a\u00ad\r\n\r\n<Error><Code>\x1b]0;title\x07</Code><Message>\x1b[2J\u00e2\u0080\u00ae</Message></Error>",
    );
    for (const json of [[], ["--json"]]) {
      const { stdout, stderr } = await explain(`${origin}/a`, "--fetch", ...json);
      expect((stdout + stderr).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(stdout).toContain("Error\\u009b31m from\\u0085 cloudfront");
    }
  });
});

describe("the request", () => {
  it.each([
    ["/a/../b//%7e%2F|{}'\"<>^`\\?x=%2f&y&&=|", "/a/../b//%7e%2F|{}'\"<>^`\\?x=%2f&y&&=|"],
    ["/f\u00fcr/\u{1f3ac}?\u00e9", "/f\u00c3\u00bcr/\u00f0\u009f\u008e\u00ac?\u00c3\u00a9"],
    ["?a=1", "/?a=1"],
    ["", "/"],
    ["/a#never=sent", "/a"],
    ["/a?", "/a?"],
  ])("has the bytes of the URL %j", async (given, sent) => {
    const { origin, requests } = await startRaw(ok);
    await explain("--url", origin + given, "--fetch");
    expect(requests[0]?.split("\r\n", 1)).toEqual([`GET ${sent} HTTP/1.1`]);
  });

  it("has the method, if that one changes nothing", async () => {
    const { origin, requests } = await startRaw(ok);
    for (const method of ["HEAD", "options"])
      await explain("--url", `${origin}/a`, "--method", method, "--fetch");
    expect(requests.map((request) => request.split("\r\n", 1)[0])).toEqual([
      "HEAD /a HTTP/1.1",
      "OPTIONS /a HTTP/1.1",
    ]);
    expect(await explain("--url", `${origin}/a`, "--method", "DELETE", "--fetch")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining(
        "--fetch: sends GET, HEAD and OPTIONS only, and this is a DELETE request; leave --fetch out, and pass the response with --status and --body\n",
      ),
    });
    expect(requests).toHaveLength(2);
  });

  it("comes with a note where a browser sends another one", async () => {
    const { origin } = await startRaw(ok);
    const { stderr } = await explain("--url", `${origin}/a/../b?x='`, "--fetch");
    expect(stderr.replace(/\n/g, " ")).toContain(
      `note: The URL was sent as it is. A browser sends another one: "b?x=%27" instead of "a/../b?x='", from character 2 of the path.`,
    );
    const withUser = `http://u:p@${new URL(origin).host}/b?#c`;
    expect((await explain("--url", withUser, "--fetch", "--allow-private")).stderr).toBe("");
    expect((await explain("--url", `${origin}/b?x=y`, "--fetch")).stderr).not.toContain("browser");
  });

  it("has white space as a browser sends it, with a note", async () => {
    const { origin, requests } = await startRaw(ok);
    const { stderr } = await explain("--url", `${origin}/a b`, "--fetch");
    await explain("--url", `${origin}\\a`, "--fetch");
    expect(requests.map((request) => request.split("\r\n", 1)[0])).toEqual([
      "GET /a%20b HTTP/1.1",
      "GET /a HTTP/1.1",
    ]);
    expect(stderr).toContain("The URL cannot be sent as it is, with white space or such");
  });

  it("is not made over http to another machine", async () => {
    for (const host of ["d111111abcdef8.cloudfront.net", "127.0.0.1.example.com", "localhost.example.com"])
      expect(await explain(`http://${host}/a`, "--fetch")).toMatchObject({
        status: 2,
        stdout: "",
        stderr: expect.stringContaining("--fetch: sends a signature over https only; pass the https URL"),
      });
  });

  it.each([
    ["https://169.254.169.254/latest/meta-data/", "169.254.169.254", "169.254.169.254"],
    ["https://10.1.2.3/a", "10.1.2.3", "10.1.2.3"],
    ["https://0.0.0.0:1/a", "0.0.0.0:1", "0.0.0.0"],
    ["https://0xa9fea9fe/a", "169.254.169.254", "169.254.169.254"],
    ["https://[::]/a", "[::]", "::"],
    ["https://[::ffff:127.0.0.1]:1/a", "[::ffff:7f00:1]:1", "::ffff:7f00:1"],
    ["https://[fd00:ec2::254]/a", "[fd00:ec2::254]", "fd00:ec2::254"],
    ["https://[fe80::1]/a", "[fe80::1]", "fe80::1"],
    // Names of this machine that do not look like one.
    ["http://2130706433:1/a", "127.0.0.1:1", "127.0.0.1"],
    ["http://0177.1:1/a", "127.0.0.1:1", "127.0.0.1"],
    ["http://d111111abcdef8.cloudfront.net@127.0.0.1:1/a", "127.0.0.1:1", "127.0.0.1"],
  ])("is not made to a private address: %s", async (url, host, address) => {
    expect(await explain("--url", url, "--fetch")).toEqual({
      status: 2,
      stdout: "",
      stderr: `--fetch: ${host} is the private address ${address}, and a URL from somebody else could reach your internal services there; if you trust it, add --allow-private\n\ncloudfront-sign explain --help shows all options.\n`,
    });
  });

  it("is made to a private address with --allow-private", async () => {
    const { origin, requests } = await startRaw(ok);
    const url = origin.replace("127.0.0.1", "0177.1");
    await explain("--url", `${url}/a`, "--fetch", "--allow-private");
    expect(requests).toHaveLength(1);
  });

  it("does not bring the cookies of one URL to another host that a paste names", async () => {
    const { origin, requests } = await startRaw(ok);
    const cookie = ["--cookie", "CloudFront-Policy=x"];
    const given = ["--url", "https://d111111abcdef8.cloudfront.net/a", ...cookie, "--fetch"];
    expect(await explain(`${origin}/a?Signature=x`, ...given)).toMatchObject({
      status: 2,
      stderr:
        "--url: the paste has another URL, and --fetch would send your cookies there; leave one of the two out\n\ncloudfront-sign explain --help shows all options.\n",
    });
    expect(requests).toEqual([]);
  });

  it("that cannot be sent is refused", async () => {
    const origin = "http://127.0.0.1:1";
    const { stderr } = await explain("--fetch", "--cookie", "CloudFront-Policy=x");
    expect(stderr).toContain("--fetch: there is no URL to request; pass it with --url");
    const cookie = await explain("--url", origin, "--fetch", "--cookie", "a=b\nX-Other: c");
    expect(cookie.stderr).toContain("--fetch: the cookies have a control character at position 4");
    expect(cookie.status).toBe(2);
  });

  it("without an answer is reported, and the URL explained", async () => {
    const { stdout, status } = await explain("http://127.0.0.1:1/a", "--fetch");
    expect(stdout).toContain(
      "No response from 127.0.0.1:1: nothing listens there; check host name and port\n(ECONNREFUSED).\n\nThis request is not signed.\n",
    );
    expect(stdout).toContain("Likely (no-credentials)");
    expect(status).toBe(1);
  });

  it("names the IPv6 address of this machine to a policy with an IPv4 address", async () => {
    const server = createServer((_, response) => response.writeHead(403).end());
    servers.push(server);
    const isListening = await new Promise((resolve) => {
      server.on("error", () => resolve(false));
      server.listen(0, "::1", () => resolve(true));
    });
    if (!isListening) return;
    const origin = `http://[::1]:${(server.address() as AddressInfo).port}`;
    const url = await signer.signUrl(`${origin}/a`, { expiresIn: "1h", ipAddress: "192.0.2.1" });
    expect((await explain(url, "--fetch", ...withKey)).stdout).toContain("(ipv6-viewer)");
  });
});

describe("a request whose method is not known", () => {
  const unknown =
    "--fetch: the paste does not show that the request was a GET, which is what this sends; if it was one, add --method GET\n\ncloudfront-sign explain --help shows all options.\n";

  it.each([
    "POST https://other.example 403 %s",
    "Request Method\nPOST\nRequest URL\n%s",
    "Request URL:\n%s\nRequest Method\nDELETE",
    "http %s a=b",
    "https --form %s a=b",
    "wget %s --body-data=x --meth=POST",
    "Invoke-WebRequest -Body x -Meth POST -Uri '%s'",
    "Invoke-RestMethod @{ Method = 'Post'; Uri = '%s' }",
    "axios.post('%s')",
    "$.post('%s')",
    "fetch('%s', options)",
    "requests.delete('%s')",
    "time curl '%s' -d x",
    "env A=b curl '%s' --data x",
    "A=b curl -T film.mp4 '%s'",
    "curl -K options.txt '%s'",
    "ffmpeg -i a.mp4 -f mp4 '%s'",
    "aws s3 cp a.mp4 '%s'",
    "[Error] Failed to load resource: 403 (%s)",
  ])("is not sent: %s", async (paste) => {
    const { origin, requests } = await startRaw(ok);
    const url = `${origin}/a?Expires=1&Signature=AA&Key-Pair-Id=${keyPairId}`;
    const { status, stderr } = await explain(paste.replace("%s", url), "--fetch");
    expect([status, stderr, requests]).toEqual([2, unknown, []]);
  });

  it.each(["POST %s", "sudo curl -X POST '%s'", '192.0.2.1 - - "POST %s" 403'])(
    "is not sent, and its method is named, where the text shows another one: %s",
    async (paste) => {
      const { origin, requests } = await startRaw(ok);
      const url = `${origin}/a?Expires=1&Signature=AA&Key-Pair-Id=${keyPairId}`;
      const { status, stderr } = await explain(paste.replace("%s", url), "--fetch");
      expect([status, stderr.split(";")[0], requests]).toEqual([
        2,
        "--fetch: sends GET, HEAD and OPTIONS only, and this is a POST request",
        [],
      ]);
    },
  );

  it.each([
    ["%s"],
    ["  <%s>  "],
    ["'%s',"],
    ["POST %s", "--method", "GET"],
    ["see %s please", "--method", "get"],
    ["curl '%s' -H 'Accept: */*' --compressed"],
    ["curl -G -d a=b '%s'"],
    ['fetch("%s", {"method":"GET","headers":{}});'],
    ["Request URL: %s\nRequest Method: GET"],
  ])("is sent when it is known: %s", async (paste, ...flags) => {
    const { origin, requests } = await startRaw(ok);
    const url = `${origin}/a?Expires=1&Signature=AA&Key-Pair-Id=${keyPairId}`;
    await explain(paste.replace("%s", url), "--fetch", ...flags);
    expect(requests.map((request) => request.slice(0, 7))).toEqual(["GET /a?"]);
  });

  it("is sent for cookies to the URL of --url", async () => {
    const { origin, requests } = await startRaw(ok);
    await explain("CloudFront-Signature=AA; CloudFront-Expires=1", "--url", `${origin}/a`, "--fetch");
    expect(requests).toHaveLength(1);
  });
});
