import { seededRandom } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  answer,
  awsError,
  policy,
  policySignature,
  publicKeyOf,
} from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { inVirtualTime } from "@cloudfront-sign-webcrypto/testing/support/virtual-time.ts";
import { awsKmsKey, pkcs11Key, remoteKey } from "cloudfront-sign-webcrypto/remote";
import { describe, expect, it } from "vitest";

/** Which failures of a remote key are tried again, how often, and after which wait. */

const publicKey = publicKeyOf("RSA");
const coded = (code: unknown, more: object = {}) => Object.assign(new Error("x"), { code, ...more });

/** The number of attempts that a signature takes when the first one fails with `error`. */
async function attemptsAfter(
  error: unknown,
  make: typeof kmsKey | typeof deviceKey = kmsKey,
): Promise<number> {
  return inVirtualTime(async () => {
    let attempts = 0;
    const key = make(() => {
      if (++attempts === 1) throw error;
      return policySignature;
    });
    await key.sign(policy).catch((failure: Error) => expect(failure.cause).toBe(error));
    return attempts;
  });
}

const kmsKey = (sign: () => Uint8Array) =>
  awsKmsKey({ keyId: "alias/a", publicKey, sign: () => answer(sign()) });
const deviceKey = (sign: () => Uint8Array) => pkcs11Key({ publicKey, sign });

describe("is tried again after", () => {
  const errors: Record<string, unknown> = {
    ThrottlingException: awsError("ThrottlingException"),
    TooManyRequestsException: awsError("TooManyRequestsException", 429),
    "status 429 without a name": awsError("Error", 429),
    "status 500": awsError("UnknownError", 500),
    "status 503": awsError("Error", 503),
    KMSInternalException: awsError("KMSInternalException", 500),
    DependencyTimeoutException: awsError("DependencyTimeoutException", 500),
    KeyUnavailableException: awsError("KeyUnavailableException", 500),
    "an error that the SDK calls retryable": awsError("Odd", 400, { $retryable: {} }),
    "an error that the SDK calls throttling": awsError("Odd", 400, { $retryable: { throttling: true } }),
    "an error of version 2 of the SDK": coded("ThrottlingException", { statusCode: 400, retryable: true }),
    "the JSON of AWS": { __type: "com.amazonaws.kms#ThrottlingException", message: "Rate exceeded" },
    "a timeout of the client": Object.assign(new Error("x"), { name: "TimeoutError" }),
    "a connection that was reset": coded("ECONNRESET"),
    "a connection that was refused": coded("ECONNREFUSED"),
    "a host without an address": coded("EAI_AGAIN"),
    "a fetch of Node.js that failed": new TypeError("fetch failed", { cause: coded("UND_ERR_SOCKET") }),
    "a fetch of Deno that failed": new TypeError("fetch failed", {
      cause: new Error("error sending request"),
    }),
    "a fetch of Bun that failed": coded("ConnectionRefused"),
    "a fetch of workerd that failed": Object.assign(new Error("Network connection lost."), {
      retryable: true,
    }),
  };
  it.each(Object.entries(errors))("%s", async (_, error) => {
    expect(await attemptsAfter(error)).toBe(2);
  });
});

describe("is not tried again after", () => {
  const permanent = [
    "AccessDeniedException",
    "NotFoundException",
    "DisabledException",
    "KMSInvalidStateException",
    "ValidationException",
    "InvalidKeyUsageException",
  ];
  const errors: Record<string, unknown> = {
    ...Object.fromEntries(permanent.map((name) => [name, awsError(name)])),
    "AccessDeniedException, whatever else it says": awsError("AccessDeniedException", 500, {
      $retryable: {},
    }),
    "KMSInvalidStateException, whatever else it says": awsError("KMSInvalidStateException", 429),
    "the JSON of AWS": { __type: "NotFoundException", status: 500 },
    "an unknown error of the client": awsError("OddException"),
    "a programming error": new TypeError("x is not a function"),
    "a fetch of an invalid URL": new TypeError("x", { cause: coded("ERR_INVALID_URL") }),
    "an abort of the client's own": new DOMException("x", "AbortError"),
    "an error with a cause of another kind": new Error("x", { cause: new Error("y") }),
    undefined: undefined,
    "a text": "ThrottlingException",
  };
  it.each(Object.entries(errors))("%s", async (_, error) => {
    expect(await attemptsAfter(error)).toBe(1);
  });
});

describe("pkcs11Key", () => {
  it.each([
    ["CKR_OPERATION_ACTIVE", 0x90, 2],
    ["CKR_SESSION_COUNT", 0xb1, 2],
    ["CKR_DEVICE_ERROR", 0x30, 2],
    ["CKR_USER_NOT_LOGGED_IN", 0x101, 1],
    ["CKR_SESSION_HANDLE_INVALID", 0xb3, 1],
    ["CKR_MECHANISM_INVALID", 0x70, 1],
    ["CKR_FUNCTION_FAILED", 0x06, 1],
    ["a connection that was reset", "ECONNRESET", 2],
  ])("after %s", async (_, code, attempts) => {
    expect(await attemptsAfter(coded(code), deviceKey)).toBe(attempts);
  });
});

describe("retryIf", () => {
  const attemptsWith = (retryIf: (error: unknown) => boolean, error: unknown) =>
    attemptsAfter(error, (sign) => remoteKey({ publicKey, sign, retryIf }));

  it("decides alone", async () => {
    const odd = new Error("odd");
    expect(await attemptsWith((error) => error === odd, odd)).toBe(2);
    expect(await attemptsWith(() => false, awsError("ThrottlingException"))).toBe(1);
  });
});

describe("attempts", () => {
  const failing = (attempts?: number) =>
    inVirtualTime(async ({ delays }) => {
      let calls = 0;
      const key = awsKmsKey({
        keyId: "alias/a",
        publicKey,
        attempts,
        deadline: "300s",
        sign: () => {
          calls++;
          throw awsError("ThrottlingException");
        },
      });
      const error = await refusal(() => key.sign(policy));
      // Beside the waits there are the deadline, and the timeout of each attempt.
      return { calls, error, waits: delays.filter((delay) => delay !== 300_000 && delay !== 5000) };
    });

  it("are 10 by default, with the last error as the cause", async () => {
    const { calls, error } = await failing();
    expect(calls).toBe(10);
    expect(error.code).toBe("ERR_SIGNING_UNAVAILABLE");
    expect(error.cause).toHaveProperty("name", "ThrottlingException");
  });

  it.each([1, 3, 100])("can be %i", async (attempts) => {
    expect((await failing(attempts)).calls).toBe(attempts);
  });

  it("wait a random part of 50 ms, 100 ms, 200 ms …, at most of 2 seconds", async () => {
    const random = seededRandom(1);
    const longest = [50, 100, 200, 400, 800, 1600, 2000, 2000, 2000];
    expect((await failing()).waits).toEqual(longest.map((milliseconds) => milliseconds * random()));
  });
});

it("loses no signature when 30 % of the calls are throttled", async () => {
  await inVirtualTime(async (time) => {
    const random = seededRandom(7);
    let throttled = 0;
    const key = awsKmsKey({
      keyId: "alias/a",
      publicKey,
      sign: async () => {
        await new Promise<void>((resolve) => setTimeout(resolve, 10));
        if (random() >= 0.3) return answer();
        throttled++;
        throw awsError("ThrottlingException");
      },
    });
    const count = repeated(1000);
    const signed = await Promise.all(Array.from({ length: count }, () => key.sign(policy)));
    expect(signed.length).toBe(count);
    expect(new Set(signed.map(String))).toEqual(new Set([String(policySignature)]));
    expect(throttled).toBeGreaterThan(repeated(300));
    expect(await time.leftTimers()).toBe(0);
  });
});
