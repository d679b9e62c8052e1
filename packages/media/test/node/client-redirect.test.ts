import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { renewingGrant } from "cloudfront-sign-media/client";
import { afterAll, beforeAll, expect, it } from "vitest";

/** An endpoint whose URL leads elsewhere, over HTTP as it is: only the host that was asked gives a grant. */

const answer = () => {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 600_000);
  return JSON.stringify({
    resource: "https://cdn.example.com/*",
    query: "Policy=p&Signature=s&Key-Pair-Id=K",
    now,
    expiresAt,
  });
};
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(`http://localhost${request.url}`);
  if (pathname === "/grant") return response.setHeader("Content-Type", "application/json").end(answer());
  if (pathname === "/refused") return response.writeHead(403).end('{"code":"forbidden"}');
  return response.writeHead(307, { Location: searchParams.get("to") ?? "" }).end();
});
let port = 0;

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const loadOf = (path: string) => renewingGrant({ load: `http://127.0.0.1:${port}${path}`, maxWait: 20 });
const redirected = (to: string) => loadOf(`/redirect?to=${encodeURIComponent(to)}`);

it("gets its grant after a redirect on the same host", async () => {
  const grant = redirected("/grant");
  await grant.ready();
  expect(grant.state.status).toBe("valid");
  grant.close();
});

it.each(["/grant", "/refused"])("gets no grant and no refusal from another host: %s", async (path) => {
  // The same server, by another name.
  const grant = redirected(`http://localhost:${port}${path}`);
  expect(await refusal(() => grant.ready())).toMatchObject({
    code: "ERR_GRANT_LOAD_FAILED",
    message:
      "load: was redirected to another host, which could return a grant of its own; pass the URL of the endpoint itself",
  });
  expect(grant.state.status).toBe("unavailable");
  grant.close();
});

it("gets no grant from another host after several redirects", async () => {
  const there = `http://localhost:${port}/grant`;
  const grant = redirected(`/redirect?to=${encodeURIComponent(there)}`);
  expect(await refusal(() => grant.ready())).toMatchObject({ code: "ERR_GRANT_LOAD_FAILED" });
  grant.close();
});
