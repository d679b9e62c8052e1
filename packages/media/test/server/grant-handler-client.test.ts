import { endpointRequest } from "@cloudfront-sign-webcrypto/testing/support/endpoint-requests.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { host, moment, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { renewingGrant } from "cloudfront-sign-media/client";
import { type GrantHandlerOptions, grantHandler } from "cloudfront-sign-media/server";
import { describe, expect, it } from "vitest";

/** The two halves of a renewing grant: the client gets what the handler answers. */

const { signer } = recorder();
const terms = { resource: `${host}/course/42/*`, expiresIn: "10m" } as const;
const segment = `${host}/course/42/1.ts`;

function clientOf(options: Partial<GrantHandlerOptions>) {
  const handler = grantHandler({
    signer,
    authorize: () => terms,
    onError: () => {},
    now: () => moment,
    ...options,
  });
  return renewingGrant({ load: () => handler(endpointRequest({})), maxWait: 0.1 });
}

describe("the client", () => {
  it("signs with the query that the handler answers", async () => {
    const client = clientOf({});
    const grant = await signer.grant(terms);
    await client.ready();
    expect(client.signUrlNow(segment)).toBe(grant.signUrl(segment));
    expect(client.signUrlNow(`${host}/course/7/1.ts`)).toBe(`${host}/course/7/1.ts`);
    expect(client.needsCookies(segment)).toBe(false);
    client.close();
  });

  it("leaves URLs as they are when the handler sends cookies", async () => {
    const client = clientOf({ cookies: {} });
    await client.ready();
    expect([client.signUrlNow(segment), client.needsCookies(segment)]).toEqual([segment, true]);
    client.close();
  });

  it.each(["signed-out", "forbidden"] as const)("stops when the handler refuses: %s", async (refused) => {
    const client = clientOf({ authorize: () => ({ refused, message: "Ask your teacher." }) });
    expect(await refusedAs(() => client.ready())).toBe("ERR_GRANT_REFUSED load");
    expect(client.state).toMatchObject({ status: "refused", reason: refused });
    expect(`${client.state.status === "refused" && client.state.error.message}`).toContain(
      ": Ask your teacher;",
    );
    client.close();
  });

  it("tries again when the handler answers with an error", async () => {
    const client = clientOf({ authorize: () => Promise.reject(new Error("the database is away")) });
    expect(await refusedAs(() => client.ready())).toBe("ERR_GRANT_LOAD_FAILED load");
    expect(client.state.status).toBe("unavailable");
    client.close();
  });
});
