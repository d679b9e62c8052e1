import { EdgeVM } from "@edge-runtime/vm";
import { beforeAll, describe, expect, it } from "vitest";
import { cookieRequest } from "../suite/support/client.ts";
import { bundle } from "./support/bundle.ts";
import { fits, p256KeyPair, rsaKeyPair } from "./support/throw-away-keys.ts";

/** Your own authentication, as the README says. */
const session = `
  const users = { "session=of-ada": { courses: ["42"] } };
  export const userOf = async (request) => users[request.headers.get("Cookie")];
`;
const ada = { headers: { Cookie: "session=of-ada" } };

/**
 * Replaces the names with the values, as a platform's bundler does, and runs the bundle in its own virtual
 * machine.
 */
async function deploy(
  privateKey: string | undefined,
  keyPairId: string | undefined = "K2JCJMDEHXQW5F",
  modules: Record<string, string> = { "./session.js": session },
): Promise<EdgeVM> {
  const define = {
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
    const response = await vm.dispatchFetch("https://www.example.com/enter?course=42", ada);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/courses/42"]);

    const lines = response.headers.getSetCookie();
    for (const line of lines)
      expect(line).toMatch(/; Domain=example\.com; Path=\/courses\/42;.*Secure; HttpOnly|; Secure/);
    const values = Object.fromEntries(
      lines.map((line) => line.split(";")[0]?.split("=") as [string, string]),
    );
    const request = cookieRequest(values, "https://media.example.com/courses/42/lesson-1.mp4");
    expect(request).toMatchObject({ kind: "custom", keyPairId: "K2JCJMDEHXQW5F", hashAlgorithm });
    expect(JSON.parse(request.policy).Statement[0].Resource).toBe("https://media.example.com/courses/42/*");
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

it("the edge function as it stands signs nobody in", async () => {
  const vm = await deploy(p256KeyPair().pem, undefined, {});
  const response = await vm.dispatchFetch("https://www.example.com/enter?course=42", ada);
  expect([response.status, response.headers.getSetCookie()]).toEqual([401, []]);
});

it("a key that was cut off fails at deployment, before any request", async () => {
  await expect(deploy(rsaKeyPair().pem.slice(0, 500))).rejects.toThrow(/cut off/);
});

it.each([
  ["", /^privateKey: is empty; check that the environment variable holds the PEM text$/],
  ["undefined", /^privateKey: is the text "undefined": a variable was not set, /],
  ["change-me", /^privateKey: is a text of 9 characters that holds no key; /],
])("the key %j fails at deployment", async (value, message) => {
  await expect(deploy(value)).rejects.toThrow(message);
});

it.each([
  ["", /^keyPairId: is empty; is the environment variable set /],
  ["undefined", /^keyPairId: is the text "undefined": a variable was not set, /],
  ["change-me", /^keyPairId: has the character "c", and CloudFront's IDs are capital letters and digits; /],
])("the key pair ID %j fails at deployment", async (value, message) => {
  await expect(deploy(p256KeyPair().pem, value)).rejects.toThrow(message);
});
