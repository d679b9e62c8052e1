import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, it, vi } from "vitest";
import { describeExample } from "./support/describe-example.ts";
import { settings } from "./support/environment.ts";
import { keyPairId } from "./support/local-cdn.ts";
import type { RunningExample } from "./support/running-example.ts";
import { awslambda, StreamedResponse } from "./support/streamed-response.mjs";

const invoker = join(import.meta.dirname, "support/function-url.mjs");
const invoke = (file: string) => () => ({ command: "node", args: [invoker, file] });

/** As AWS documents it: https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-payloads */
const listEvent = (cookies: string) => ({
  version: "2.0",
  routeKey: "$default",
  rawPath: "/urls",
  rawQueryString: "",
  cookies: cookies.split("; "),
  headers: { "user-agent": "agent" },
  requestContext: {
    accountId: "123456789012",
    apiId: "urlid",
    authentication: null,
    authorizer: null,
    domainName: "urlid.lambda-url.us-west-2.on.aws",
    domainPrefix: "urlid",
    http: {
      method: "GET",
      path: "/urls",
      protocol: "HTTP/1.1",
      sourceIp: "203.0.113.7",
      userAgent: "agent",
    },
    requestId: "id",
    routeKey: "$default",
    stage: "$default",
    time: "12/Mar/2020:19:03:58 +0000",
    timeEpoch: 1583348638390,
  },
  isBase64Encoded: false,
});

function list({ app, cdn, folder, signIn }: RunningExample): void {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  it("lists the user's files, each with a signed URL on a line of its own", async () => {
    const response = await (await signIn()).fetch(`${app()}/urls`);
    expect(response.headers.get("Content-Type")).toBe("application/x-ndjson");
    const lines = (await response.text()).trimEnd().split("\n");
    const urls: string[] = lines.map((line) => JSON.parse(line).url);
    expect(urls).toHaveLength(3);
    for (const url of urls) expect((await fetch(url)).status).toBe(200);
  });

  it("answers 401 for the list before sign-in, and 404 for an unknown path", async () => {
    expect((await fetch(`${app()}/urls`)).status).toBe(401);
    expect((await (await signIn()).fetch(`${app()}/not-there`)).status).toBe(404);
  });

  it("streams the metadata, eight null bytes, and then each line by itself", async () => {
    vi.stubGlobal("awslambda", awslambda);
    for (const [name, value] of Object.entries(settings(cdn().origin, keyPairId, cdn().privateKey)))
      vi.stubEnv(name, value);
    const viewer = await signIn();
    const { handler } = await import(pathToFileURL(join(folder(), "streaming.js")).href);
    const stream = new StreamedResponse({ begin() {}, write() {}, end() {} });
    await handler(listEvent(await viewer.jar.getCookieString(app())), stream, {});

    const [metadata, delimiter, empty, ...lines] = stream.writes.map(String);
    expect(JSON.parse(metadata ?? "")).toEqual({
      statusCode: 200,
      headers: { "Content-Type": "application/x-ndjson", "Cache-Control": "private, no-store" },
    });
    expect([delimiter, empty]).toEqual(["\0".repeat(8), ""]);
    expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual([["url"], ["url"], ["url"]]);
  });
}

describeExample("lambda", {
  starts: { "buffered: index.js": invoke("index.js"), "streamed: streaming.js": invoke("streaming.js") },
  further: list,
});
