import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { clientRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DocumentedWorkers } from "./support/documented-workers.ts";
import { fits, p256KeyPair, rsaKeyPair } from "./support/throw-away-keys.ts";

/** The Workers of docs/keys.md as they stand there, in workerd. */

const workers = new DocumentedWorkers("recipes.md", "keys.md");
const { folder } = workers;
/** In place of the page's session.ts, which signs nobody in. */
const session =
  'export const userOf = async (cookie) => cookie === "session=a" ? { id: "a", courses: [] } : undefined;\nexport const maySee = (user, path) => !path.startsWith("/other/");';
writeFileSync(join(folder, "session.ts"), session);

const old = { keyPairId: "K2JCJMDEHXQW5F", ...rsaKeyPair() };
const next = { keyPairId: "K36X4X2EO997HM", ...p256KeyPair() };
type Pair = typeof old;

/** A server that answers with one of the keys. */
let answered: Pair = old;
const tokens = new Set<unknown>();
const keyServer = createServer(({ headers }, answer) => {
  tokens.add(headers.authorization);
  answer.end(JSON.stringify({ keyPairId: answered.keyPairId, privateKey: answered.pem }));
}).listen(0, "127.0.0.1");

beforeAll(async () => {
  if (!keyServer.listening) await once(keyServer, "listening");
});
afterAll(async () => {
  keyServer.close();
  await workers.close();
});

const ask = (url: string, headers: Record<string, string> = { Cookie: "session=a" }): Promise<Response> =>
  fetch(url, { redirect: "manual", headers });

async function signedBy(address: string, pairs: readonly Pair[]): Promise<(string | undefined)[]> {
  const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(`${address}/${i}.mp4`)));
  const requests = responses.map((response) => clientRequest(response.headers.get("Location") ?? ""));
  return requests.map(
    (request) =>
      pairs.find(({ keyPairId, publicKey }) => keyPairId === request.keyPairId && fits(publicKey, request))
        ?.keyPairId,
  );
}

describe("a Worker of docs/keys.md", () => {
  it("signs with its secret", async () => {
    const address = await workers.serve("with-worker-secret.ts", {
      CLOUDFRONT_KEY_PAIR_ID: old.keyPairId,
      CLOUDFRONT_PRIVATE_KEY: old.pem,
    });
    expect(new Set(await signedBy(address, [old]))).toEqual(new Set([old.keyPairId]));
  });

  it.each(["with-worker-secret.ts", "with-worker.ts"])(
    "%s signs for users only, and only plain paths",
    async (file) => {
      const address = await workers.serve(file, {
        CLOUDFRONT_KEY_PAIR_ID: old.keyPairId,
        CLOUDFRONT_PRIVATE_KEY: old.pem,
        KEY_SERVER: "http://127.0.0.1:1",
        KEY_SERVER_TOKEN: "a-token",
      });
      expect((await ask(`${address}/1.mp4`, {})).status).toBe(401);
      for (const path of [
        "/other/1.mp4",
        "/%252e%252e/secret",
        "//secret",
        "/a//b",
        "/a%2fb",
        "/..%5csecret",
      ])
        expect([path, (await ask(address + path)).status]).toEqual([path, 404]);
    },
  );

  it("loads its key at the first requests, 20 at once", async () => {
    const { port } = keyServer.address() as AddressInfo;
    const bindings = { KEY_SERVER: `http://127.0.0.1:${port}`, KEY_SERVER_TOKEN: "a-token" };
    const address = await workers.serve("with-worker.ts", bindings);
    expect(new Set(await signedBy(address, [old]))).toEqual(new Set([old.keyPairId]));
    expect([...tokens]).toEqual(["Bearer a-token"]);
  });

  it("signs with the new key after reloadAfter", async () => {
    const file = join(folder, "with-worker.ts");
    writeFileSync(file, readFileSync(file, "utf8").replace('reloadAfter: "10m"', 'reloadAfter: "1s"'));
    const { port } = keyServer.address() as AddressInfo;
    const bindings = { KEY_SERVER: `http://127.0.0.1:${port}`, KEY_SERVER_TOKEN: "a-token" };
    const address = await workers.serve("with-worker.ts", bindings);
    expect(new Set(await signedBy(address, [old, next]))).toEqual(new Set([old.keyPairId]));
    answered = next;
    await expect
      .poll(async () => [...new Set(await signedBy(address, [old, next]))], {
        interval: 300,
      })
      .toEqual([next.keyPairId]);
  });
});
