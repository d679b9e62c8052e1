import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Moto, startMoto } from "@cloudfront-sign-webcrypto/testing/moto";
import { findPython } from "@cloudfront-sign-webcrypto/testing/python";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../one-time-link/app.mjs";
import { dynamoDbStore } from "../one-time-link/dynamodb-store.mjs";
import { createLinks, type LinkStore, type Links } from "../one-time-link/links.mjs";
import { memoryStore } from "../one-time-link/memory-store.mjs";
import { linksTable } from "./support/links-table.ts";
import { startServer } from "./support/start-server.ts";

const requirements = join(import.meta.dirname, "../../packages/integration/keys/requirements.txt");
const { python, problem } = await findPython([requirements]);
if (problem !== undefined) console.log(`Not run: one-time links in DynamoDB, which need moto. ${problem}`);

const keyPairId = "K2JCJMDEHXQW5F";
const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const signer = createCloudFrontSigner({ keyPairId, privateKey });
const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: publicKey } });
const cdnOrigin = "https://cdn.example.com";
const soon = () => Math.floor(Date.now() / 1000) + 3600;

let moto: Moto | undefined;
let gate: Server | undefined;

/**
 * Sends one request at a time: moto compares and changes an item in two steps, which DynamoDB does in one. A store that
 * needs two requests for a use still fails.
 */
function oneAtATime(address: string): Server {
  let last: Promise<unknown> = Promise.resolve();
  return createServer((incoming, answer) => {
    const send = () =>
      new Promise<void>((resolve) => {
        const { method, headers, url } = incoming;
        const outgoing = httpRequest(address + url, { method, headers }, (response) => {
          answer.writeHead(response.statusCode ?? 500, response.headers);
          response.pipe(answer);
          response.once("close", resolve);
        });
        outgoing.once("error", () => resolve(void answer.destroy()));
        incoming.pipe(outgoing);
      });
    last = last.then(send);
  });
}
const stores: [name: string, isHere: boolean, open: () => Promise<LinkStore>][] = [
  ["in memory", true, async () => memoryStore()],
  [
    "in DynamoDB",
    python !== undefined,
    async () => {
      moto = await startMoto(python as string);
      const server = oneAtATime(moto.address);
      gate = server;
      await new Promise<void>((resolve) => server.listen(0, resolve));
      return dynamoDbStore(await linksTable(`http://localhost:${(server.address() as AddressInfo).port}`));
    },
  ],
];
afterAll(() => {
  gate?.close();
  return moto?.kill();
});

describe.each(stores)("links %s", (_name, isHere, open) => {
  let store: LinkStore;
  let links: Links;
  let server: Server;
  const address = (token: string) => `http://localhost:${(server.address() as AddressInfo).port}/l/${token}`;
  const request = (token: string, method = "POST") => fetch(address(token), { method, redirect: "manual" });
  const create = (uses: number, expiresAt = soon()) =>
    links.create({ key: "reports/2026 Q3.pdf", uses, expiresAt });
  const statusesOf = async (token: string, count: number) => {
    const responses = await Promise.all(Array.from({ length: count }, () => request(token)));
    return responses.map(({ status }) => status).sort();
  };

  beforeAll(async () => {
    if (!isHere) return;
    store = await open();
    links = await createLinks({ store, signer, cdnOrigin });
    server = createServer(createApp({ links }));
    await new Promise<void>((resolve) => server.listen(0, resolve));
  });
  afterAll(() => server?.close());

  it.runIf(isHere)("work once, and redirect to a URL that is valid for a minute", async () => {
    const token = await create(1);
    const first = await request(token);
    expect([first.status, first.headers.get("Cache-Control"), first.headers.get("Referrer-Policy")]).toEqual([
      303,
      "private, no-store",
      "no-referrer",
    ]);
    const url = first.headers.get("Location") ?? "";
    expect(url).toMatch(/^https:\/\/cdn\.example\.com\/reports\/2026%20Q3\.pdf\?Expires=/);
    expect((await verifier.verifyUrl(url)).allowed).toBe(true);
    expect(Number(new URL(url).searchParams.get("Expires")) - Date.now() / 1000).toBeLessThanOrEqual(60);
    expect((await request(token)).status).toBe(410);
  });

  it.runIf(isHere)("work as many times as was said", async () => {
    const token = await create(3);
    const statuses: number[] = [];
    for (let use = 0; use < 5; use++) statuses.push((await request(token)).status);
    expect(statuses).toEqual([303, 303, 303, 410, 410]);
  });

  it.runIf(isHere)("give 40 requests at once no more than the uses that are left", async () => {
    for (const uses of [1, 3]) {
      const statuses = await statusesOf(await create(uses), 40);
      expect(statuses).toEqual([...Array(uses).fill(303), ...Array(40 - uses).fill(410)]);
    }
  });

  it.runIf(isHere)("are not used up by those who only look", async () => {
    const token = await create(1);
    const page = await request(token, "GET");
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')]);
    expect((await request(token, "HEAD")).status).toBe(405);
    expect((await request(token)).status).toBe(303);
  });

  it.runIf(isHere)("end with their time", async () => {
    const now = vi.spyOn(Date, "now").mockReturnValue((soon() - 7200) * 1000);
    const token = await create(1, soon() - 1).finally(() => now.mockRestore());
    expect((await request(token)).status).toBe(410);
  });

  it.runIf(isHere).each([
    [{ key: "a.pdf", uses: 1, expiresAt: Date.now() + 3_600_000 }, /^expiresAt: is in milliseconds; /],
    [{ key: "a.pdf", uses: 1, expiresAt: new Date() }, /^expiresAt: is not whole epoch seconds; /],
    [{ key: "a.pdf", uses: 1, expiresAt: 1.5 }, /^expiresAt: is not whole epoch seconds; /],
    [{ key: "a.pdf", uses: 1, expiresAt: `${soon()}` }, /^expiresAt: is not whole epoch seconds; /],
    [{ key: "a.pdf", uses: 1 }, /^expiresAt: is not whole epoch seconds; /],
    [{ key: "a.pdf", uses: 1, expiresIn: "1h" }, /^expiresIn: no such member; /],
    [{ key: "a.pdf", usesLeft: 1, expiresAt: soon() }, /^usesLeft: no such member; /],
    [{ key: "a.pdf", expiresAt: soon() }, /^uses: is not a whole number from 1; /],
    [{ key: "a.pdf", uses: "1", expiresAt: soon() }, /^uses: is not a whole number from 1; /],
    [{ key: "a.pdf", uses: 0, expiresAt: soon() }, /^uses: is not a whole number from 1; /],
    [{ uses: 1, expiresAt: soon() }, /^key: is not the key of an object; /],
    [{ key: "", uses: 1, expiresAt: soon() }, /^key: is not the key of an object; /],
    [
      { key: "https://cdn.example.com/a.pdf", uses: 1, expiresAt: soon() },
      /^key: is a URL; write the key of the object alone, such as reports\/a\.pdf$/,
    ],
    [
      { key: "a.pdf", uses: 1, expiresAt: 3600 },
      /^expiresAt: is over \(1970-01-01T01:00:00\.000Z\); write Math\.floor\(Date\.now\(\) \/ 1000\) \+ 3600 for an hour from now$/,
    ],
    [{ key: "a.pdf", uses: 1, expiresAt: soon() - 3605 }, /^expiresAt: is over \(20/],
    [{ key: "a.pdf", uses: 1, expiresAt: 20261231 }, /^expiresAt: is over \(1970-08-23/],
  ])("refuse %j, and store nothing", async (link, message) => {
    const put = vi.spyOn(store, "put");
    // @ts-expect-error: what JavaScript lets through
    await expect(links.create(link)).rejects.toThrow(message);
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();
  });

  it.runIf(isHere).each([
    ["/reports/a.pdf", "begins with /, so its URL has two"],
    ["report%20q1.pdf", "has %20, which is encoded again, as %2520"],
  ])("warn of the key %s, which S3 may hold", async (key, fault) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await links.create({ key: "100% a+b/c.pdf", uses: 1, expiresAt: soon() });
    expect(warn).not.toHaveBeenCalled();
    await links.create({ key, uses: 1, expiresAt: soon() });
    expect(warn.mock.calls).toEqual([[`key: ${fault}; write it as S3 shows it`]]);
    warn.mockRestore();
  });

  it.runIf(isHere)("open for nobody who stored one without a number", async () => {
    // @ts-expect-error: what JavaScript lets through
    const stored = await Promise.allSettled([store.put("uses", { key: "a", expiresAt: soon() })]);
    // @ts-expect-error: what JavaScript lets through
    stored.push(...(await Promise.allSettled([store.put("end", { key: "a", usesLeft: 1 })])));
    for (const id of ["uses", "end"]) expect(await store.take(id, soon() - 3600)).toBeUndefined();
  });

  it.runIf(isHere)("are not found by another token, and are stored without theirs", async () => {
    const token = await create(1);
    expect((await request("A".repeat(22))).status).toBe(410);
    expect((await request("a")).status).toBe(404);
    expect(await store.take(token, 0)).toBeUndefined();
  });
});

it.each([
  [{ expiresIn: 60_000 }, /^expiresIn: grants access for up to 16 hours 40 minutes \(60000 s\), /],
  [
    { expiresIn: "10m" },
    /^expiresIn: grants access for up to 10 minutes \(600 s\), but the maximum lifetime is 5 minutes \(300 s\); /,
  ],
  [{ cdnOrigin: "cdn.example.com" }, /^origin: the scheme is missing; /],
  [{ cdnOrigin: undefined }, /^origin: expected a string or URL; received undefined/],
] as const)(
  "options with which no link could be opened are refused before a use is taken: %j",
  async (options, message) => {
    const short = createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "5m" });
    const store = memoryStore();
    const take = vi.spyOn(store, "take");
    const open = async () => {
      // @ts-expect-error: what JavaScript lets through
      const links = await createLinks({ store, signer: short, cdnOrigin, ...options });
      await links.open(await links.create({ key: "a.pdf", uses: 1, expiresAt: soon() }));
    };
    await expect(open()).rejects.toThrow(message);
    expect(take).not.toHaveBeenCalled();
  },
);

it("the server starts with its settings, and names one that is wrong", async () => {
  const start = (changes: Record<string, string> = {}) =>
    startServer("one-time-link/server.mjs", {
      LINKS_TABLE: "links",
      CLOUDFRONT_KEY_PAIR_ID: keyPairId,
      CLOUDFRONT_PRIVATE_KEY: privateKey,
      CDN_ORIGIN: cdnOrigin,
      AWS_REGION: "us-east-1",
      ...changes,
    });
  expect(await start()).toMatch(/^http:\/\/localhost:\d+\/$/);
  expect(await start({ CDN_ORIGIN: "cdn.example.com" })).toMatch(/^origin: the scheme is missing; /);
  expect(await start({ CLOUDFRONT_PRIVATE_KEY: "" })).toMatch(/^privateKey: /);
  expect(await start({ PORT: "8080tcp" })).toMatch(/port should be/);
});

it("a table that fails is a 500 without details", async () => {
  const take = () => Promise.reject(new Error("the table of account 123456789012 fails"));
  const store = { ...memoryStore(), take };
  const server = createServer(createApp({ links: await createLinks({ store, signer, cdnOrigin }) }));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://localhost:${port}/l/${"A".repeat(22)}`, { method: "POST" });
  expect([response.status, await response.text()]).toEqual([500, "Something went wrong.\n"]);
  expect(String(logged.mock.lastCall?.[0])).toContain("the table of account");
  logged.mockRestore();
  server.close();
});

it.each([1, 3])("try.mjs opens a link of %d uses as often, and needs no AWS", (uses) => {
  const program = join(import.meta.dirname, "../one-time-link/try.mjs");
  const printed = execFileSync(process.execPath, [program, `${uses}`], { encoding: "utf8" });
  expect(printed).toContain(`Signed URLs: ${uses}, 410 Gone: ${40 - uses}.`);
  expect(printed).toContain("/report.pdf?Expires=");
});
