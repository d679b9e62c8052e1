import { endpoint, endpointRequest } from "@cloudfront-sign-webcrypto/testing/support/endpoint-requests.ts";
import { hostileValue, OwnError } from "@cloudfront-sign-webcrypto/testing/support/hostile-values.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { host, moment, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { grantHandler } from "cloudfront-sign-media/server";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** What no decision may grant by, and values of any kind. */

const own = "https://www.example.com";
const { signer, policies } = recorder();
const terms = { resource: `${host}/course/42/*`, expiresIn: "10m" } as const;
const grant = await recorder().signer.grant(terms);

describe("what authorize must not grant by", () => {
  it.each([
    ["nothing", undefined, "ERR_OPTION_INVALID authorize"],
    ["null", null, "ERR_OPTION_INVALID authorize"],
    ["true", true, "ERR_OPTION_INVALID authorize"],
    ["false", false, "ERR_OPTION_INVALID authorize"],
    ["a text", "https://d111111abcdef8.cloudfront.net/*", "ERR_OPTION_INVALID authorize"],
    ["a list", [terms], "ERR_OPTION_INVALID authorize"],
    ["a Response", new Response("{}"), "ERR_OPTION_INVALID authorize"],
    ["a Map", new Map(Object.entries(terms)), "ERR_OPTION_INVALID authorize"],
    ["a grant", grant, "ERR_OPTION_INVALID authorize"],
    ["an empty object", {}, "ERR_OPTION_MISSING resource"],
    ["a resource alone", { resource: terms.resource }, "ERR_OPTION_MISSING dateLessThan"],
    ["a misspelt refusal", { ...terms, refuse: "forbidden" }, "ERR_OPTION_UNKNOWN refuse"],
    ["a message without a refusal", { ...terms, message: "no" }, "ERR_OPTION_UNKNOWN message"],
    ["terms and a refusal", { ...terms, refused: "forbidden" }, "ERR_OPTION_CONFLICT refused"],
    ["a ready policy and a refusal", { policy: "{}", refused: "forbidden" }, "ERR_OPTION_CONFLICT refused"],
    [
      "an expiry time and a refusal",
      { expiresIn: "1h", refused: "forbidden" },
      "ERR_OPTION_UNKNOWN expiresIn",
    ],
    ["terms and a refusal that got lost", { ...terms, refused: undefined }, "ERR_OPTION_CONFLICT refused"],
    ["an inherited refusal", Object.create({ refused: "forbidden" }), "ERR_OPTION_INVALID refused"],
    ["another refusal", { refused: "banned" }, "ERR_OPTION_INVALID refused"],
    ["a refusal true", { refused: true }, "ERR_OPTION_INVALID refused"],
    ["what throws when it is looked into", throwing("has"), "ERR_OPTION_INVALID authorize"],
    ["what throws when it is listed", throwing("ownKeys"), "ERR_OPTION_INVALID authorize"],
  ] as [string, unknown, string][])("%s", async (_, decision, expected) => {
    policies.length = 0;
    const errors: unknown[] = [];
    const handler = grantHandler({
      signer,
      authorize: () => decision as never,
      onError: (error) => errors.push(error),
    });
    const response = await handler(endpointRequest({}));
    expect([response.status, await response.text(), policies]).toEqual([500, '{"code":"error"}', []]);
    const rethrow = () => {
      throw errors[0];
    };
    expect(await refusedAs(rethrow)).toBe(expected);
  });

  /** A refusal whose proxy throws. */
  function throwing(trap: "has" | "ownKeys"): object {
    const handler = {
      [trap]: () => {
        throw new Error("trap");
      },
    };
    return new Proxy({ refused: "forbidden" }, handler);
  }
});

it("a refusal with a message that is undefined has the usual one", async () => {
  const authorize = () => ({ refused: "forbidden", message: undefined }) as const;
  const response = await grantHandler({ signer, authorize })(endpointRequest({}));
  expect(await response.text()).toBe('{"code":"forbidden","message":"You have no access."}');
});

describe("any value", () => {
  const seed = 20261122;

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
      runs(seed, 400),
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
      runs(seed, 400),
    );
  });

  it("as an option is taken, or refused with an error of this package", async () => {
    const names = ["signer", "authorize", "cookies", "allowedOrigins", "onError", "now"];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), hostileValue, (name, value) =>
        grantHandlerOrRefusal({ signer, authorize: () => terms, [name]: value() }),
      ),
      runs(seed, 400),
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
      runs(seed, 400),
    );
    expect(policies).toEqual([]);
  });
});

describe("what is not a Request", () => {
  it.each([
    ["a request of Node.js", { method: "POST", url: "/api", headers: { origin: own } }],
    ["a URL", endpoint],
    ["nothing", undefined],
    ["null", null],
  ])("is refused by the handler: %s", async (_, request) => {
    const handler = grantHandler({ signer, authorize: () => terms, now: () => moment });
    expect(await refusedAs(() => handler(request as never))).toBe("ERR_OPTION_INVALID request");
  });

  it.each(["a\r\nSet-Cookie: x=1", "\u0436", "a\0", "x-a\x7f"])(
    "gets no header back that no Request can have: %j",
    async (requested) => {
      const handler = grantHandler({ signer, allowedOrigins: [own], authorize: () => terms });
      const given: Record<string, string> = { Origin: own, "Access-Control-Request-Headers": requested };
      const headers = { get: (name: string) => given[name] ?? null };
      const response = await handler({ method: "OPTIONS", url: endpoint, headers } as never);
      expect(response.status).toBe(204);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe(own);
      expect(response.headers.has("Access-Control-Allow-Headers")).toBe(false);
      expect(response.headers.has("Set-Cookie")).toBe(false);
    },
  );

  const answerTo = async (get: (name: string) => unknown) => {
    const handler = grantHandler({ signer, authorize: () => terms, now: () => moment });
    return (await handler({ method: "POST", url: endpoint, headers: { get } } as never)).status;
  };

  it("has no headers that are read as text by force, and may come from a page of any site with them", async () => {
    expect(await answerTo(() => ({ toString: () => "same-origin" }))).toBe(403);
  });

  it.each(["origin", "sec-fetch-site"])(
    "may come from a page of any site when %s cannot be read",
    async (unread) => {
      const throwing = (name: string) => {
        if (name.toLowerCase() === unread) throw new Error("headers");
        return null;
      };
      expect(await answerTo(throwing)).toBe(403);
      expect(await answerTo((name) => (name.toLowerCase() === unread ? [own] : null))).toBe(403);
      expect(await answerTo(() => null)).toBe(200);
      expect(await answerTo(() => undefined)).toBe(200);
    },
  );
});
