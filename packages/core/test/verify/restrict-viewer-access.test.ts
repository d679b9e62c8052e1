import { withPolicy } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { withoutSha1 } from "@cloudfront-sign-webcrypto/testing/support/stubbed-crypto.ts";
import { ecKeyPairId } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const publicKeys = { [keyPairId]: keyText("rsa2048.pub.spki.pem") };
const signer = rsaSigner();
const seen: string[] = [];
const edge = restrictViewerAccess({
  publicKeys,
  origin: (request: Request, address?: string) => {
    seen.push(`${request.method} ${request.url} ${address}`);
    return new Response(`from the origin`, { headers: { "X-Origin": "1" } });
  },
  ipAddress: (_, address?: string) => address,
  explain: true,
  now: () => moment,
});
const url = await signer.signUrl(`${host}/a.jpg?size=1&&b`, { dateLessThan: end });

describe("the edge", () => {
  it("asks the origin without the signing parameters, and gives back its answer", async () => {
    const response = await edge(new Request(url, { method: "HEAD" }), "192.0.2.1");
    expect([response.status, response.headers.get("x-origin")]).toEqual([200, "1"]);
    expect(seen.pop()).toBe(`HEAD ${host}/a.jpg?size=1&&b 192.0.2.1`);
    expect((await edge(new Request(url, { method: "POST", body: "text" }))).status).toBe(200);
    expect(seen.pop()).toBe(`POST ${host}/a.jpg?size=1&&b undefined`);
  });

  it("answers in CloudFront's words, and without asking the origin", async () => {
    const response = await edge(new Request(`${host}/a.jpg`));
    expect(response.status).toBe(403);
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "text/xml",
      server: "CloudFront",
      "x-cache": "Error from cloudfront",
      "x-cloudfront-sign-reason": "no-credentials",
    });
    const body = await response.text();
    expect(body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Error><Code>MissingKey</Code><Message>Missing Key-Pair-Id query parameter or cookie value</Message></Error>',
    );
    expect(body).toHaveLength(146);
    expect(await (await edge(new Request(`${host}/a.jpg`, { method: "HEAD" }))).text()).toBe("");
    expect(seen).toEqual([]);
  });

  it.each([
    [url.replace("a.jpg", "b.jpg"), 403, "signature-mismatch"],
    [url.replace(keyPairId, "KOTHER"), 403, "key-not-trusted"],
    [`${host}/${"a".repeat(8192)}`, 413, "request-too-large"],
  ])("answers request %# with a status and reason of its own", async (address, status, reason) => {
    const response = await edge(new Request(address));
    expect([response.status, response.headers.get("x-cloudfront-sign-reason")]).toEqual([status, reason]);
  });

  it("names the request of a server without the Fetch API, which would never get the answer", async () => {
    const { code, message } = await refusal(() => edge({ url: "/a.jpg", headers: { host: "a" } } as never));
    expect(code).toBe("ERR_OPTION_INVALID");
    expect(message).toMatch(/^request: received an object; pass a Request of the Fetch API/);
  });

  it("names no reason without explain", async () => {
    const silent = restrictViewerAccess({ publicKeys, origin: () => new Response() });
    expect((await silent(new Request(`${host}/a.jpg`))).headers.has("x-cloudfront-sign-reason")).toBe(false);
  });

  it("takes the viewer's address only from the option ipAddress", async () => {
    const forOne = await signer.signUrl(`${host}/a.jpg`, { dateLessThan: end, ipAddress: "192.0.2.1" });
    expect((await edge(new Request(forOne), "192.0.2.1")).status).toBe(200);
    expect((await edge(new Request(forOne), "192.0.2.2")).status).toBe(403);
    expect((await edge(new Request(forOne, { headers: { "X-Forwarded-For": "192.0.2.1" } }))).status).toBe(
      403,
    );
    seen.length = 0;
  });

  it("asks the origin for what is not restricted as it came, and for nothing else without a signature", async () => {
    const partly = restrictViewerAccess({
      publicKeys,
      restrict: [{ pathPattern: "/private/preview.jpg", restricted: false }, "/private/*", "*.pdf"],
      origin: (request: Request) => new Response(request.url),
      now: () => moment,
    });
    const signed = await signer.signUrl(`${host}/private/a.jpg?size=1`, { dateLessThan: end });
    const answer = async (address: string) => {
      const response = await partly(new Request(address));
      return `${response.status} ${response.ok ? await response.text() : ""}`.trim();
    };
    expect(await answer(signed)).toBe(`200 ${host}/private/a.jpg?size=1`);
    expect(await answer(`${host}/private/a.jpg`)).toBe("403");
    expect(await answer(`${host}/public/../private/a.jpg`)).toBe("403");
    expect(await answer(`${host}//private/a.jpg`)).toBe("403");
    expect(await answer(`${host}/%70rivate%2Fa.jpg`)).toBe("403");
    expect(await answer(`${host}/public/a.pdf?x=1`)).toBe("403");
    expect(await answer(`${host}/private/preview.jpg?Signature=x&b=`)).toBe(
      `200 ${host}/private/preview.jpg?Signature=x&b=`,
    );
    expect(await answer(`${host}/`)).toBe(`200 ${host}/`);
  });

  it("gives the origin no other URL than the one that it has verified", async () => {
    const given: string[] = [];
    const strict = restrictViewerAccess({
      publicKeys,
      origin: (request: Request) => new Response(String(given.push(request.url))),
      explain: true,
      now: () => moment,
    });
    // No runtime's Request has such a URL; an adapter's own object may.
    const raw = (path: string) =>
      ({ url: url.replace("/a.jpg?size=1&&b", path), method: "GET", headers: new Headers() }) as never;
    const wide = await signer.signUrl(`${host}/v/1.ts`, { resource: `${host}/v/*`, dateLessThan: end });
    for (const path of ["/x/../a.jpg", "/.y/../a.jpg", "/a.jpg?it's"])
      expect((await strict(raw(path))).status).toBe(403);
    const outside = await strict({
      url: wide.replace("/v/1.ts", "/v/.y/../../secret"),
      method: "GET",
      headers: new Headers(),
    } as never);
    expect(outside.headers.get("x-cloudfront-sign-reason")).toBe("dot-segment");
    const changed = await signer.signUrl(`${host}/a.jpg`, { dateLessThan: end });
    const upper = changed.replace("https://d1", "https://D1");
    expect((await strict({ url: upper, method: "GET", headers: new Headers() } as never)).status).toBe(403);
    expect((await strict(new Request(changed))).status).toBe(200);
    expect(given).toEqual([`${host}/a.jpg`]);
  });

  it("denies what the runtime would make another URL of, though it is signed", async () => {
    const resource = `${host}/x/../a.jpg`;
    // A custom policy for exactly this URL, which the signer would not make.
    const policy = {
      Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": end } } }],
    };
    const exact = await withPolicy(JSON.stringify(policy), resource);
    const given: string[] = [];
    const strict = restrictViewerAccess({
      publicKeys,
      origin: (request: Request) => new Response(String(given.push(request.url))),
      now: () => moment,
    });
    const { status } = await strict({ url: exact, method: "GET", headers: new Headers() } as never);
    // The oldest workers keep a URL as it was written: there it is what was judged.
    const isKept = new Request(resource).url === resource;
    expect([status, given]).toEqual(isKept ? [200, [resource]] : [400, []]);
  });

  it("takes key pair IDs of any shape with allowEmulatorKeyPairIds", async () => {
    const options = {
      publicKeys: { "K-of-an-emulator": keyText("rsa2048.pub.spki.pem") },
      origin: () => new Response(),
    };
    expect(await refusedAs(() => restrictViewerAccess(options))).toBe("ERR_KEY_PAIR_ID_INVALID keyPairId");
    const emulated = restrictViewerAccess({ ...options, allowEmulatorKeyPairIds: true, explain: true });
    const response = await emulated(new Request(url.replace(keyPairId, "other-id")));
    expect(response.headers.get("x-cloudfront-sign-reason")).toBe("key-not-trusted");
  });
});

/** Requests of anyone, where the runtime refuses SHA-1: what is not checked is not allowed. */

const pairs = [
  { id: keyPairId, privateKey: keyText("rsa2048.pkcs8.pem"), publicKey: keyText("rsa2048.pub.spki.pem") },
  { id: ecKeyPairId, privateKey: keyText("ecp256.pkcs8.pem"), publicKey: keyText("ecp256.pub.spki.pem") },
];
const signed = await Promise.all(
  pairs.flatMap(({ id, privateKey }) =>
    (["SHA1", "SHA256"] as const).map((hashAlgorithm) =>
      signerOf(privateKey, { keyPairId: id, hashAlgorithm }).signUrl(`${host}/a.jpg`, { dateLessThan: end }),
    ),
  ),
);

/** A signed URL with some of its characters replaced, and a parameter added. */
const requested = fc
  .tuple(
    fc.constantFrom(...signed),
    fc.array(fc.tuple(fc.nat(900), fc.constantFrom("A", "~", "%00", "&", "=", "")), { maxLength: 3 }),
    fc.constantFrom("", "&Hash-Algorithm=SHA1", "&Hash-Algorithm=SHA256", `&Key-Pair-Id=${keyPairId}`),
  )
  .map(([text, changes, added]) => {
    const changed = changes.reduce((before, [number, inserted]) => {
      const at = host.length + 1 + (number % (before.length - host.length - 1));
      return before.slice(0, at) + inserted + before.slice(at + 1);
    }, text);
    return changed + added;
  });

describe.each([["importKey"], ["verify"], ["importKey", "sign", "verify", "digest"]] as const)(
  "restrictViewerAccess where %s refuses SHA-1",
  (...refusing) => {
    it("allows no changed request, and throws for SHA-1 only, with a code", async () => {
      const outcomes = new Set<unknown>();
      const property = fc.asyncProperty(requested, async (text) => {
        const handle = restrictViewerAccess({
          publicKeys: Object.fromEntries(pairs.map(({ id, publicKey }) => [id, publicKey])),
          origin: () => new Response("private"),
          now: () => moment,
        });
        const outcome: unknown = await handle(new Request(text)).then(
          ({ status }) => status,
          ({ code }) => code,
        );
        outcomes.add(outcome);
        const isWithSha256 = text.includes("&Hash-Algorithm=SHA256");
        if (signed.includes(text)) expect(outcome).toBe(isWithSha256 ? 200 : "ERR_KEY_UNSUPPORTED");
        else expect([403, "ERR_KEY_UNSUPPORTED"]).toContain(outcome);
      });
      await withoutSha1(refusing, () => fc.assert(property, runs(15, 300)));
      expect(outcomes).toEqual(new Set([200, 403, "ERR_KEY_UNSUPPORTED"]));
    });
  },
);
