import {
  hostileValue,
  type Maker,
  OwnError,
} from "@cloudfront-sign-webcrypto/testing/support/hostile-values.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  policy,
  policySignature,
  publicKeyOf,
} from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { inVirtualTime } from "@cloudfront-sign-webcrypto/testing/support/virtual-time.ts";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { awsKmsKey, pkcs11Key, type RemoteCallOptions, remoteKey } from "cloudfront-sign-webcrypto/remote";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** What a hostile client can do to a remote key: nothing but make a signature fail. */

const publicKey = publicKeyOf("RSA");

type Sign = () => unknown;
const kinds: Record<
  string,
  (sign: Sign, options?: RemoteCallOptions) => { sign(bytes: Uint8Array): Promise<unknown> }
> = {
  awsKmsKey: (sign, options) =>
    awsKmsKey({ keyId: "alias/a", publicKey, sign: sign as () => object, ...options }),
  pkcs11Key: (sign, options) => pkcs11Key({ publicKey, sign: sign as () => Uint8Array, ...options }),
  remoteKey: (sign, options) => remoteKey({ publicKey, sign: sign as () => Uint8Array, ...options }),
};

/** The error of a signature, in time that passes at once: some values never answer. */
async function failure(make: Maker, isThrown: boolean, kind: string): Promise<unknown> {
  return inVirtualTime(async ({ delays }) => {
    const key = kinds[kind]?.(
      () => {
        if (isThrown) throw make();
        return make();
      },
      { attempts: 2, deadline: "60s" },
    );
    const error = await key?.sign(policy).catch((reason: unknown) => reason);
    // The deadline, the timeouts of two attempts, and the wait between them.
    expect(delays.length).toBeLessThanOrEqual(4);
    return error;
  });
}

/** One line that can be printed, with nothing of the value in it. */
function expectFault(error: unknown): void {
  if (!isCloudFrontSignError(error)) throw new Error("no CloudFrontSignError");
  expect(error.code).toMatch(/^ERR_SIGNING_(FAILED|UNAVAILABLE)$/);
  expect(error.message).toMatch(/^(sign|publicKey): [ -~…‖]{10,400}$/u);
}

describe.each(Object.keys(kinds))("%s", (kind) => {
  it("makes a fault of every value that sign returns or throws", async () => {
    await fc.assert(
      fc.asyncProperty(hostileValue, fc.boolean(), async (make, isThrown) => {
        // 256 bytes are a signature of another key, and nothing here is one of this key.
        expectFault(await failure(make, isThrown, kind));
      }),
      runs(15, 150),
    );
  });
});

const throwing = (): never => {
  throw new OwnError("hostile");
};
const then = (call: (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => void) => ({
  // biome-ignore lint/suspicious/noThenProperty: what is awaited calls it
  then: call,
});

describe("a value that sign returns", () => {
  const values: Record<string, Maker> = {
    "a thenable that never settles": () => then(() => {}),
    "a thenable that resolves with one that never settles": () => then((resolve) => resolve(then(() => {}))),
    "a thenable that throws after it rejected": () =>
      then((_, reject) => {
        reject(new Error("x"));
        throwing();
      }),
    // biome-ignore lint/suspicious/noThenProperty: what is awaited reads it
    "a getter then that throws": () => Object.defineProperty({}, "then", { get: throwing }),
    "a getter Signature that throws": () => Object.defineProperty({}, "Signature", { get: throwing }),
    "a Signature that is a revoked proxy": () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return { Signature: proxy };
    },
    "a Signature of 64 MB": () => ({ Signature: new Uint8Array(2 ** 26) }),
    "a Signature of 16 million characters": () => ({ Signature: "A".repeat(2 ** 24) }),
    "a Signature that calls itself bytes": () => ({
      Signature: {
        [Symbol.toStringTag]: "Uint8Array",
        length: 256,
        byteLength: 256,
        buffer: new ArrayBuffer(256),
      },
    }),
    "a SigningAlgorithm with a line of its own": () => ({
      Signature: policySignature,
      SigningAlgorithm: "RSA\nERROR all is lost",
    }),
    "an error with a name of a million characters": () =>
      Object.assign(new Error("x"), { name: "A".repeat(1e6), $fault: "client" }),
    "an error with a name of several lines": () =>
      Object.assign(new Error("x"), { name: "A\nB", $fault: "client" }),
  };
  it.each(Object.entries(values))("%s is a fault of sign", async (_, make) => {
    for (const isThrown of [false, true]) expectFault(await failure(make, isThrown, "awsKmsKey"));
  });

  it("that lies about its length is not believed", async () => {
    const signature = policySignature.slice(0, 255);
    Object.defineProperty(signature, "length", { value: 256 });
    const key = remoteKey({ publicKey, sign: () => signature });
    expect((await refusal(() => key.sign(policy))).message).toContain("255 bytes");
  });

  it("and changes while it is checked is not what gets out", async () => {
    const buffer = policySignature.slice();
    const key = remoteKey({
      publicKey,
      sign: () => {
        queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => buffer.fill(1))));
        return buffer;
      },
    });
    const results = await Promise.allSettled([key.sign(policy)]);
    for (const result of results)
      if (result.status === "fulfilled") expect(result.value).toEqual(policySignature);
  });
});

describe("an error that sign throws", () => {
  it("is asked for no more than its values, and named by nothing odd", async () => {
    const error = {
      name: "AccessDenied\u001b[31m",
      code: { toString: throwing },
      $metadata: null,
      cause: 1,
    };
    const { message } = (await failure(() => error, true, "remoteKey")) as Error;
    expect(message).toBe("sign: failed with an object; see the cause of this error");
  });

  it.each([
    "AKIAIOSFODNN7EXAMPLE",
    "ASIAIOSFODNNAEXAMPLE",
    "pin.123456",
    "pin.12.34",
    "wJalrXUtnFEMIK7MDENGbPxRfiCY12EXAMPLEKEY",
    "session_4f1c9b2ad0",
  ])("shows no name that may be a secret: %s", async (secret) => {
    for (const error of [
      { code: secret },
      Object.assign(new Error("x"), { name: secret }),
      { __type: `a#${secret}` },
    ])
      for (const isThrown of [true, false])
        for (const kind of Object.keys(kinds))
          expect(`${await failure(() => error, isThrown, kind)}`).not.toContain(secret);
    const answer = { Signature: policySignature, SigningAlgorithm: secret };
    expect(`${await failure(() => answer, false, "awsKmsKey")}`).not.toContain(secret);
  });

  it.each([
    "HTTPError404",
    "EPROTONOSUPPORT",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "OAuth2Error",
    "Client.AuthFailure",
  ])("is named %s", async (name) => {
    const { message } = (await failure(() => ({ code: name }), true, "remoteKey")) as Error;
    expect(message).toBe(`sign: failed with ${name}; see the cause of this error`);
  });

  it("shows no account of AWS", async () => {
    const error = Object.assign(new Error("arn:aws:kms:eu-west-1:111122223333:key/a"), {
      name: "arn:aws:kms:eu-west-1:111122223333:key/a",
    });
    const fault = (await failure(() => error, true, "awsKmsKey")) as Error;
    expect(fault.message).not.toContain("111122223333");
    expect(fault.cause).toBe(error);
  });
});

describe("options", () => {
  const kms = (options: object) => awsKmsKey({ keyId: "alias/a", publicKey, sign: () => ({}), ...options });

  it.each(["keyId", "publicKey", "sign", "concurrency", "attempts", "timeout", "signal"])(
    "of every kind as %s are refused in words",
    (name) => {
      fc.assert(
        fc.property(hostileValue, (make) => {
          try {
            kms({ [name]: make() });
          } catch (error) {
            if (!isCloudFrontSignError(error)) throw error;
            expect(error.option).toBe(name);
            expect(error.message).toMatch(/^[ -~…‖×]{10,500}$/u);
          }
        }),
        runs(15, 200),
      );
    },
  );

  it("with a getter that throws are refused", async () => {
    const options = Object.defineProperty({ publicKey }, "sign", { get: throwing, enumerable: true });
    expect(await refusedAs(() => remoteKey(options as never))).toBe("ERR_OPTION_INVALID options");
  });

  it("with a signal whose methods throw leave no call without an answer, and no timer", async () => {
    const signalWith = (methods: object) => ({
      aborted: false,
      addEventListener: () => {},
      removeEventListener: () => {},
      ...methods,
    });
    for (const sign of Object.values(kinds)) {
      const added = sign(() => policySignature, { signal: signalWith({ addEventListener: throwing }) });
      const counts = await inVirtualTime(async ({ delays }) => {
        const calls = Array.from({ length: 3 }, () => refusedAs(() => added.sign(policy)));
        expect(new Set(await Promise.all(calls))).toEqual(new Set(["ERR_OPTION_INVALID signal"]));
        return delays.length;
      });
      expect(counts).toBe(0);
      const both = () => Object.assign(new Uint8Array(policySignature), { Signature: policySignature });
      const removed = sign(both, { signal: signalWith({ removeEventListener: throwing }) });
      expect(await removed.sign(policy)).toEqual(policySignature);
    }
  });
});
