import { EdgeVM } from "@edge-runtime/vm";
import { beforeAll, describe, expect, it } from "vitest";
import { cookieRequest } from "../suite/support/client.ts";
import { bundle } from "./support/bundle.ts";
import { fits, p256KeyPair, rsaKeyPair } from "./support/throw-away-keys.ts";

/**
 * Replaces the names with the values, as a platform's bundler does, and runs the bundle in its own virtual
 * machine.
 */
async function deploy(privateKey: string): Promise<EdgeVM> {
  const define = {
    "process.env.CLOUDFRONT_KEY_PAIR_ID": JSON.stringify("K2JCJMDEHXQW5F"),
    "process.env.CLOUDFRONT_PRIVATE_KEY": JSON.stringify(privateKey),
  };
  const code = await bundle("edge-function/function.js", { format: "iife", define });
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
    const response = await vm.dispatchFetch("https://www.example.com/enter?course=42");
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
    const response = await vm.dispatchFetch("https://www.example.com/enter?course=*");
    expect([response.status, response.headers.getSetCookie()]).toEqual([400, []]);
  });
});

it("a key that was cut off fails at deployment, before any request", async () => {
  await expect(deploy(rsaKeyPair().pem.slice(0, 500))).rejects.toThrow(/cut off/);
});
