import { endpoint } from "@cloudfront-sign-webcrypto/testing/support/endpoint-requests.ts";
import { host, moment, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { grantHandler } from "cloudfront-sign-media/server";
import { describe, expect, it } from "vitest";

/** What a viewer chooses, and the program puts into the resource of a grant. */

const { signer } = recorder();

describe("a wildcard that a viewer may have chosen", () => {
  const given = async (
    resourceOf: (...context: never[]) => string,
    context: readonly unknown[] = [],
    url = endpoint,
  ): Promise<unknown[]> => {
    const errors: unknown[] = [];
    const handler = grantHandler<unknown[]>({
      signer,
      authorize: (_, ...context) => ({ resource: resourceOf(...(context as never[])), expiresIn: "5m" }),
      now: () => moment,
      onError: (error) => errors.push(error),
    });
    const { status } = await handler(new Request(url, { method: "POST" }), ...context);
    return [status, ...errors.map((error) => (error as Error).message)];
  };
  const refused = (source: string) => [
    500,
    `resource: has the wildcard (* or ?) of ${source}, which a viewer may have chosen; check it against what this viewer may see`,
  ];
  const folderOf = (id: string) => `${host}/c/${id}/*`;

  it.each(["*", "4*", "*2", "*/x", "x/*", "/*", "4?", "??", "4?/*", "????", "a?", "?"])(
    "is refused as an argument: %s",
    async (id) => {
      expect(await given(folderOf, [id])).toEqual(refused("an argument of the handler"));
      expect(await given((one) => `${host}/c/${one}`, [id])).toEqual(refused("an argument of the handler"));
    },
  );

  class FrameworkRequest {
    readonly headers = { accept: "*/*" };
    readonly body: unknown;
    constructor(body: unknown) {
      this.body = body;
    }
  }

  class FrameworkContext {
    readonly headers = { accept: "*/*" };
    readonly body = "the answer, with * and a4*";
    readonly request: FrameworkRequest;
    constructor(body: unknown) {
      this.request = new FrameworkRequest(body);
    }
  }

  it.each<[string, unknown]>([
    ["an object", { id: "4*" }],
    ["an object without a prototype", Object.assign(Object.create(null), { id: "4*" })],
    ["an object in objects", { a: { b: { c: { d: { e: { id: "4*" } } } } } }],
    ["a list", ["a", "4*"]],
    ["a Map", new Map([["id", "4*"]])],
    ["a Set", new Set(["4*"])],
    ["URLSearchParams", new URLSearchParams("id=4*")],
    ["the body of a framework's request", new FrameworkRequest({ course: ["4*"] })],
    ["a part of a segment", "a-4*-b"],
    ["a part of a list", "7, 4*,8"],
    ["a text that is trimmed", " 4* "],
    ["a text in capitals", { id: "A4*" }],
    ["a text that is decoded", { id: "4%252A" }],
    ["a text beside a % that is no escape", { id: "%4%2A" }],
    ["a form of other width", { id: "４＊" }],
    ["Headers", new Headers({ "X-Id": "4*" })],
    [
      "an instance of a class",
      new (class Course {
        id = "4*";
      })(),
    ],
    ["the name of a member", { "4*": true }],
    ["a context with a request", new FrameworkContext({ id: "4*" })],
    ["behind much else", { list: Array.from({ length: 50_000 }, (_, i) => `${i}`), id: "4*" }],
  ])("is refused in %s", async (_, argument) => {
    expect(await given(() => folderOf("a4*"), [argument])).toEqual(refused("an argument of the handler"));
  });

  it("is refused in an argument that authorize has changed since", async () => {
    const parts = ["course", "a4*"];
    expect(await given((one: string[]) => folderOf(one.pop() ?? ""), [parts])).toEqual(
      refused("an argument of the handler"),
    );
  });

  it("is looked for in rows of combining marks, in linear time", async () => {
    expect(await given(() => folderOf("42"), [`${"\u0315\u0300".repeat(400_000)}a4*`])).toEqual([200]);
  });

  it("is refused in an object that refers to itself", async () => {
    const argument: Record<string, unknown> = { id: "4*" };
    argument.self = argument;
    expect(await given(() => folderOf("4*"), [argument])).toEqual(refused("an argument of the handler"));
    argument.id = "42";
    expect(await given(() => folderOf("42"), [argument])).toEqual([200]);
  });

  it.each([
    `${endpoint}/4*`,
    `${endpoint}/4%2A`,
    `${endpoint}/4*/more`,
    `${endpoint}?id=4*`,
    `${endpoint}?x=1&id=4%2a`,
    `${endpoint}?4*`,
    `${endpoint}?4*=1`,
    `${endpoint};id=4*`,
    `${endpoint}?id=4*#fragment`,
    `${endpoint}?id=%20A4*`,
    `${endpoint}?id=4%25252A`,
    `${endpoint}?id=%&x=4%2A`,
    `${endpoint}?id=%4%2A`,
    `${endpoint}?ids=7,4*,8`,
    `${endpoint}/x-4*-y`,
    `${endpoint}/${encodeURIComponent("４＊")}`,
  ])("is refused in the URL of the request: %s", async (url) => {
    expect(await given(() => folderOf("4*"), [], url)).toEqual(refused("the URL of the request"));
  });

  it("is refused in a resource of a ready policy", async () => {
    const errors: unknown[] = [];
    const policy = (id: string) =>
      JSON.stringify({
        Statement: [
          {
            Resource: folderOf(id),
            Condition: { DateLessThan: { "AWS:EpochTime": moment.getTime() / 1000 + 600 } },
          },
        ],
      });
    const handler = grantHandler({
      signer,
      authorize: (_, id: string) => ({ policy: policy(id) }),
      now: () => moment,
      onError: (error) => errors.push(error),
    });
    const request = () => new Request(endpoint, { method: "POST" });
    expect((await handler(request(), "4*")).status).toBe(500);
    expect((errors[0] as Error).message).toBe(refused("an argument of the handler")[1]);
    expect((await handler(request(), "42")).status).toBe(200);
  });

  it.each<[string, (...context: never[]) => string, unknown[], string?]>([
    ["an ID without one", folderOf, ["42"]],
    ["an escape, which signs itself", folderOf, ["%2A"]],
    ["a pattern of your own, whole", (pattern) => pattern, [`${host}/course/*`]],
    ["a pattern of your own in the environment", ({ PATTERN }) => PATTERN, [{ PATTERN: `${host}/course/*` }]],
    ["what is not in the resource", () => folderOf("42"), [{ cron: "*/5 * * * *", accept: "text/*" }]],
    ["headers of a framework's request", () => folderOf("42"), [new FrameworkRequest({ id: "42" })]],
    ["in a context with a request", () => folderOf("a42"), [new FrameworkContext({ id: "a42" })]],
    ["in the environment", () => `${host}/course/42/*`, [{ CORS: "*", PATTERN: "/course/42/*" }]],
    ["in a URL where the resource has none", () => `${host}/a.mp4`, [], `${endpoint}?q=*`],
    ["the query of a file", () => `${host}/1.mp4?a=1`, ["1.mp4?a=1"]],
    ["the query of a file in the URL", () => `${host}/1.mp4?a=1`, [], `${endpoint}?file=1.mp4%3Fa%3D1`],
    ["a number, a function, null", () => folderOf("42"), [42, () => "*", null, undefined]],
    [
      "a whole URL with its query, which the page named",
      () => `${host}/a.mp4?v=2`,
      [],
      `${endpoint}?url=${encodeURIComponent(`${host}/a.mp4?v=2`)}`,
    ],
  ])("is not %s", async (_, resourceOf, context, url) => {
    expect(await given(resourceOf, context, url)).toEqual([200]);
  });
});
