import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { grantHandler } from "cloudfront-sign-webcrypto/edge";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endpoint, endpointRequest } from "./support/endpoint-requests.ts";
import { hostileValue, OwnError } from "./support/hostile-values.ts";
import { refusedAs } from "./support/refusal.ts";
import { host, moment, recorder } from "./support/signers.ts";

/** What no decision may grant by, and values of any kind. */

const own = "https://www.example.com";
const { signer, policies } = recorder();
const terms = { resource: `${host}/course/42/*`, expiresIn: "10m" } as const;
const grant = await recorder().signer.grant(terms);

describe("what authorize must not grant by", () => {
  it.each([
    ["nothing", undefined],
    ["null", null],
    ["true", true],
    ["false", false],
    ["a text", "https://d111111abcdef8.cloudfront.net/*"],
    ["a list", [terms]],
    ["a Response", new Response("{}")],
    ["a URL", new URL(terms.resource)],
    ["an empty object", {}],
    ["a resource alone", { resource: terms.resource }],
    ["a grant", grant],
    ["terms and a refusal", { ...terms, refused: "forbidden" }],
    ["terms and a refusal that got lost", { ...terms, refused: undefined }],
    ["a ready policy and a refusal", { policy: "{}", refused: "forbidden" }],
    ["an expiry time and a refusal", { expiresIn: "1h", refused: "forbidden" }],
    ["an inherited refusal", Object.assign(Object.create({ refused: "forbidden" }), terms)],
    ["a misspelt refusal", { ...terms, refuse: "forbidden" }],
    ["another refusal", { refused: "banned" }],
    ["a refusal true", { refused: true }],
    ["a message without a refusal", { ...terms, message: "no" }],
    [
      "what throws when it is read",
      new Proxy(
        {},
        {
          has: () => {
            throw new Error("trap");
          },
        },
      ),
    ],
  ])("%s", async (_, decision) => {
    policies.length = 0;
    const errors: unknown[] = [];
    const handler = grantHandler({
      signer,
      authorize: () => decision as never,
      onError: (error) => errors.push(error),
    });
    const response = await handler(endpointRequest({}));
    expect([response.status, await response.text(), policies]).toEqual([500, '{"code":"error"}', []]);
    expect(
      await refusedAs(() => {
        throw errors[0];
      }),
    ).toMatch(/^ERR_OPTION_/);
  });
});

it("a refusal with a message that is undefined has the usual one", async () => {
  const authorize = () => ({ refused: "forbidden", message: undefined }) as const;
  const response = await grantHandler({ signer, authorize })(endpointRequest({}));
  expect(await response.text()).toBe('{"code":"forbidden","message":"You have no access."}');
});

describe("any value", () => {
  const runs = { seed: 20261122, numRuns: 400 } as const;

  it("that authorize returns or rejects with is an error, and nothing is signed", async () => {
    policies.length = 0;
    await fc.assert(
      fc.asyncProperty(hostileValue, fc.boolean(), async (value, isRejected) => {
        let heard = 0;
        const handler = grantHandler({
          signer,
          authorize: () => (isRejected ? Promise.reject(value()) : (value() as never)),
          onError: () => {
            heard++;
          },
        });
        const response = await handler(endpointRequest({}));
        expect([response.status, await response.text(), heard]).toEqual([500, '{"code":"error"}', 1]);
      }),
      runs,
    );
    expect(policies).toEqual([]);
  });

  it("that a signer resolves with is an error, unless it is a grant", async () => {
    await fc.assert(
      fc.asyncProperty(hostileValue, async (value) => {
        const errors: unknown[] = [];
        const handler = grantHandler({
          signer: { grant: async () => value() as never },
          authorize: () => terms,
          onError: (error) => errors.push(error),
        });
        expect((await handler(endpointRequest({}))).status).toBe(500);
        expect(errors).toHaveLength(1);
      }),
      runs,
    );
  });

  it("as an option is taken, or refused with an error of this package", async () => {
    const names = ["signer", "authorize", "cookies", "allowedOrigins", "onError", "now"];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), hostileValue, (name, value) =>
        grantHandlerOrRefusal({ signer, authorize: () => terms, [name]: value() }),
      ),
      runs,
    );
  });

  async function grantHandlerOrRefusal(options: object): Promise<void> {
    try {
      grantHandler(options as never);
    } catch (error) {
      // A clock is called at once, and may throw its own error.
      if (!isCloudFrontSignError(error) && !(error instanceof OwnError)) throw error;
    }
  }

  it("as the request is refused, or answered without a grant", async () => {
    policies.length = 0;
    const handler = grantHandler({ signer, authorize: () => terms });
    await fc.assert(
      fc.asyncProperty(hostileValue, async (request) => {
        const answered = handler(request() as never);
        const status = await answered.then(
          (response) => response.status,
          (error) => (isCloudFrontSignError(error) ? error.option : error),
        );
        expect(["request", 405]).toContain(status);
      }),
      runs,
    );
    expect(policies).toEqual([]);
  });
});

describe("what is no Request", () => {
  it.each([
    ["a request of Node.js", { method: "POST", url: "/api", headers: { origin: own } }],
    ["a URL", endpoint],
    ["nothing", undefined],
    ["null", null],
  ])("is refused by the handler: %s", async (_, request) => {
    const handler = grantHandler({ signer, authorize: () => terms, now: () => moment });
    expect(await refusedAs(() => handler(request as never))).toBe("ERR_OPTION_INVALID request");
  });

  it("has no headers that are read as text by force", async () => {
    const handler = grantHandler({ signer, authorize: () => terms, now: () => moment });
    const headers = { get: () => ({ toString: () => "same-origin" }) };
    const response = await handler({ method: "POST", url: endpoint, headers } as never);
    expect(response.status).toBe(200);
  });
});
