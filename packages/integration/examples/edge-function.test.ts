import { cookieRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { EdgeVM } from "@edge-runtime/vm";
import { beforeAll, describe, expect, it } from "vitest";
import { bundle } from "./support/bundle.ts";
import { fits, p256KeyPair, rsaKeyPair } from "./support/throw-away-keys.ts";

/** Your own authentication, as the README says. */
const session = `
  const users = {
    "session=of-ada": { courses: ["42"] },
    "session=of-numbers": { courses: [142, 42] },
    "session=of-text": { courses: "142,7" },
    "session=of-objects": { courses: [{ id: 42 }] },
    "session=of-nothing": { courses: null },
  };
  export const userOf = async (request) => users[request.headers.get("Cookie")];
`;
const ada = { headers: { Cookie: "session=of-ada" } };

const own = { CDN_ORIGIN: "https://media.example.org", COOKIE_DOMAIN: "example.org" };

/**
 * Replaces the names with the values, as a platform's bundler does, and runs the bundle in its own virtual
 * machine.
 */
async function deploy(
  privateKey: string | undefined,
  keyPairId: string | undefined = "K2JCJMDEHXQW5F",
  modules: Record<string, string> = { "./session.js": session },
  variables: { CDN_ORIGIN?: string | undefined; COOKIE_DOMAIN?: string | undefined } = {},
): Promise<EdgeVM> {
  const { CDN_ORIGIN, COOKIE_DOMAIN } = { ...own, ...variables };
  const define = {
    "process.env.CDN_ORIGIN": JSON.stringify(CDN_ORIGIN) ?? "undefined",
    "process.env.COOKIE_DOMAIN": JSON.stringify(COOKIE_DOMAIN) ?? "undefined",
    "process.env.CLOUDFRONT_KEY_PAIR_ID": JSON.stringify(keyPairId) ?? "undefined",
    "process.env.CLOUDFRONT_PRIVATE_KEY": JSON.stringify(privateKey) ?? "undefined",
  };
  const code = await bundle("edge-function/function.js", { format: "iife", define, modules });
  return new EdgeVM({
    initialCode: `${code}\naddEventListener("fetch", (event) => event.respondWith(example.default(event.request)));`,
  });
}

describe.each([
  ["RSA", rsaKeyPair(), "SHA1"],
  ["P-256", p256KeyPair(), "SHA256"],
] as const)("the edge function in an edge VM, with a key of %s", (_, { pem, publicKey }, hashAlgorithm) => {
  let vm: EdgeVM;
  beforeAll(async () => {
    vm = await deploy(pem);
  });

  it("runs without process, Buffer and require", () => {
    expect(vm.evaluate("[typeof EdgeRuntime, typeof process, typeof Buffer, typeof require].join()")).toBe(
      "string,undefined,undefined,undefined",
    );
  });

  it("opens the course with cookies that CloudFront accepts", async () => {
    const response = await vm.dispatchFetch("https://www.example.org/enter?course=42", ada);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/courses/42"]);

    const lines = response.headers.getSetCookie();
    for (const line of lines)
      expect(line).toMatch(/; Domain=example\.org; Path=\/courses\/42;.*Secure; HttpOnly|; Secure/);
    const values = Object.fromEntries(
      lines.map((line) => line.split(";")[0]?.split("=") as [string, string]),
    );
    const request = cookieRequest(values, "https://media.example.org/courses/42/lesson-1.mp4");
    expect(request).toMatchObject({ kind: "custom", keyPairId: "K2JCJMDEHXQW5F", hashAlgorithm });
    expect(JSON.parse(request.policy).Statement[0].Resource).toBe("https://media.example.org/courses/42/*");
    expect(fits(publicKey, request)).toBe(true);
  });

  it("answers 400 and sets no cookie for a course with a wildcard", async () => {
    const response = await vm.dispatchFetch("https://www.example.com/enter?course=*", ada);
    expect([response.status, response.headers.getSetCookie()]).toEqual([400, []]);
  });

  it("answers 401 to nobody, and 403 to a user without the course", async () => {
    for (const [init, course, status] of [
      [{}, "42", 401],
      [{ headers: { Cookie: "session=undefined" } }, "42", 401],
      [ada, "43", 403],
    ] as const) {
      const response = await vm.dispatchFetch(`https://www.example.com/enter?course=${course}`, init);
      expect([response.status, response.headers.getSetCookie()]).toEqual([status, []]);
    }
  });
});

describe("the courses of a user", () => {
  let vm: EdgeVM;
  beforeAll(async () => {
    vm = await deploy(p256KeyPair().pem);
  });
  const ask = (course: string, Cookie: string) =>
    vm.dispatchFetch(`https://www.example.org/enter?course=${course}`, { headers: { Cookie } });

  it("may be numbers", async () => {
    const answers = await Promise.all(["42", "142", "4", "2"].map((one) => ask(one, "session=of-numbers")));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 403, 403]);
  });

  it.each(["text", "nothing", "objects"])(
    "are a list of IDs, of which no part is another ID, and not %s",
    async (name) => {
      for (const course of ["42", "1", "7"]) {
        const address = `https://www.example.org/enter?course=${course}`;
        const request = `new Request("${address}", { headers: { Cookie: "session=of-${name}" } })`;
        expect(
          await vm.evaluate(
            `example.default(${request}).then(({ status }) => status, ({ message }) => message)`,
          ),
        ).toBe('courses: is not a list of IDs; return it from session.js as a list, such as ["42", "142"]');
      }
    },
  );
});

const origin =
  "CDN_ORIGIN: is not usable; set it to the origin of the distribution, without a path or a slash at its end, such as https://media.example.com";
const domain =
  "COOKIE_DOMAIN: is not a domain of media.example.org; set it to the one that the site and the distribution share, such as example.com";
it.each([
  [{ CDN_ORIGIN: undefined }, origin],
  [{ CDN_ORIGIN: "https://media.example.org/" }, origin],
  [{ CDN_ORIGIN: "https://undefined" }, origin],
  [{ CDN_ORIGIN: "http://media.example.org" }, origin],
  [{ COOKIE_DOMAIN: undefined }, domain],
  [{ COOKIE_DOMAIN: "example.com" }, domain],
  [{ COOKIE_DOMAIN: "le.org" }, domain],
])("%j fails at deployment", async (variables, message) => {
  await expect(deploy(p256KeyPair().pem, undefined, {}, variables)).rejects.toThrow(message);
});

it("the edge function runs on localhost, without a domain", async () => {
  const variables = { CDN_ORIGIN: "http://localhost:8081", COOKIE_DOMAIN: undefined };
  const vm = await deploy(p256KeyPair().pem, undefined, undefined, variables);
  const response = await vm.dispatchFetch("http://localhost:8080/enter?course=42", ada);
  expect(response.status).toBe(303);
  expect(response.headers.getSetCookie().join()).not.toContain("Domain=");
});

it.each([
  ["https://site-git-player.vercel.app", "site-git-player.vercel.app", "media.example.org", own],
  ["https://notexample.org", "notexample.org", "media.example.org", own],
  [
    "http://127.0.0.1:8080",
    "127.0.0.1",
    "localhost",
    { CDN_ORIGIN: "http://localhost:8081", COOKIE_DOMAIN: undefined },
  ],
])("the edge function sets no cookies at %s, where the browser would refuse them", async (...given) => {
  const [site, host, cdn, variables] = given;
  const vm = await deploy(p256KeyPair().pem, undefined, undefined, variables);
  const request = `new Request("${site}/enter?course=42", { headers: { Cookie: "session=of-ada" } })`;
  expect(
    await vm.evaluate(`example.default(${request}).then(({ status }) => status, ({ message }) => message)`),
  ).toBe(
    `COOKIE_DOMAIN: does not cover ${host}, the host of the site, so browsers refuse the cookies; open the site at a host that shares a domain with ${cdn}, and set it to this domain, such as example.com`,
  );
});

it("the edge function as it stands signs nobody in", async () => {
  const vm = await deploy(p256KeyPair().pem, undefined, {});
  const response = await vm.dispatchFetch("https://www.example.com/enter?course=42", ada);
  expect([response.status, response.headers.getSetCookie()]).toEqual([401, []]);
});

it("a key that was cut off fails at deployment, before any request", async () => {
  await expect(deploy(rsaKeyPair().pem.slice(0, 500))).rejects.toThrow(/-----BEGIN or -----END/);
});

it.each([
  ["", /^privateKey: is empty; check that the file or environment variable holds the PEM text$/],
  ["undefined", /^privateKey: is the text "undefined": a variable was not set, /],
  ["change-me", /^privateKey: has 9 characters and contains no key; /],
])("the key %j fails at deployment", async (value, message) => {
  await expect(deploy(value)).rejects.toThrow(message);
});

it.each([
  ["", /^keyPairId: is an empty string, not the ID of a public key, /],
  ["undefined", /^keyPairId: is the text "undefined": a variable was not set, /],
  ["change-me", /^keyPairId: has characters other than capital letters and digits; /],
])("the key pair ID %j fails at deployment", async (value, message) => {
  await expect(deploy(p256KeyPair().pem, value)).rejects.toThrow(message);
});
