import { type CloudFrontSignError, fail } from "../errors.ts";
import { describeType } from "./type-name.ts";

/**
 * Something that happened, for your logs and metrics. Switch on `type`, and ignore types that you do not know: a later
 * version may have more. Nothing in it is secret, except what your own functions put into an `error`.
 *
 * `seconds` is a duration with fractions. On Cloudflare Workers clocks stand still between requests for data, so short
 * durations are 0 there.
 *
 * @example
 * ```ts
 * import { type CloudFrontEvent, createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 *
 * const onEvent = (event: CloudFrontEvent) => {
 *   if (event.type === "signed") console.log(event.keyPairId, event.seconds < 60); // K2JCJMDEHXQW5F true
 * };
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h", onEvent });
 * await signer.signUrl("https://d111111abcdef8.cloudfront.net/a.jpg", { expiresIn: "1h" });
 * ```
 */
export type CloudFrontEvent =
  | SignerEvent
  | LoadedKeyEvent
  | RemoteKeyEvent
  | ServerEvent
  | GrantHandlerEvent
  | ClientEvent;

/** Events of a signer. A signature from `signatureCacheSize` causes no event. */
export type SignerEvent =
  | {
      /** A signature was made. */
      readonly type: "signed";
      /** ID of the key that signed. */
      readonly keyPairId: string;
      /** Duration in seconds, with the waits for a load of the key and for a remote key. */
      readonly seconds: number;
    }
  | {
      /** A signature could not be made. */
      readonly type: "sign-failed";
      /** What the call rejected with. */
      readonly error: unknown;
      /** Seconds until it failed. */
      readonly seconds: number;
    };

/** Events of `loadedKey`. */
export type LoadedKeyEvent =
  | {
      /** A load succeeded, with the same key or another one. */
      readonly type: "key-loaded";
      /** ID of the key that was loaded. */
      readonly keyPairId: string;
      /** Duration of the load in seconds. */
      readonly seconds: number;
    }
  | {
      /** Another key signs from now on. */
      readonly type: "key-changed";
      /** ID of the key that signs now. */
      readonly keyPairId: string;
      /** ID of the key before it. */
      readonly previousKeyPairId: string;
    }
  | {
      /** A load failed. Signing continues with the last key. */
      readonly type: "key-load-failed";
      /** The `ERR_KEY_LOAD_FAILED` that `onError` gets. */
      readonly error: CloudFrontSignError;
      /** ID of the key that signs; `undefined` if none was ever loaded. */
      readonly keyPairId: string | undefined;
      /** Seconds until the load failed. */
      readonly seconds: number;
    };

/** Events of `awsKmsKey`, `pkcs11Key` and `remoteKey`. A signature takes one call or more. */
export type RemoteKeyEvent =
  | {
      /** A call waits for its turn. */
      readonly type: "call-queued";
      /** Number of calls that wait, this one included. */
      readonly queueLength: number;
    }
  | {
      /** A call begins. */
      readonly type: "call-started";
      /** Seconds that it has waited for its turn. */
      readonly seconds: number;
      /** Number of calls that still wait. */
      readonly queueLength: number;
    }
  | {
      /** The service answered a call. */
      readonly type: "call-answered";
      /** Duration of this call in seconds. */
      readonly seconds: number;
    }
  | {
      /** A call failed, and is made again after a wait. */
      readonly type: "call-retried";
      /** Number of calls that this signature has taken so far. */
      readonly attempts: number;
      /** Seconds of the wait. */
      readonly seconds: number;
      /** Why the call failed, as your function threw it. */
      readonly error: unknown;
      /** Name of this error for metrics, such as `ThrottlingException` or `ECONNRESET`, if it has one. */
      readonly errorName: string | undefined;
    }
  | {
      /** A signature was not made: the calls failed, there was no time or no room, or a signal aborted. */
      readonly type: "call-failed";
      /** Number of calls that it took; 0 if none began. */
      readonly attempts: number;
      /** What the caller gets. */
      readonly error: unknown;
      /** Name of the error of the last call for metrics, if one failed and has a name. */
      readonly errorName: string | undefined;
      /** Number of calls that still wait. */
      readonly queueLength: number;
    };

/** Events of `shedLoad`. */
export interface ServerEvent {
  /** A request got 503. */
  readonly type: "request-shed";
  /** Number of requests in progress. */
  readonly concurrent: number;
  /** The error of the key, if it was the reason. */
  readonly error: unknown;
}

/** Events of `grantHandler` in `cloudfront-sign-media`. */
export type GrantHandlerEvent =
  | {
      /** A viewer got a grant. */
      readonly type: "grant-issued";
      /** Seconds from the begin of the request. */
      readonly seconds: number;
    }
  | {
      /** A request got no grant. */
      readonly type: "grant-refused";
      /** HTTP status of the response, a number from 400 to 599. */
      readonly status: number;
      /** Seconds from the begin of the request. */
      readonly seconds: number;
    };

/** Events of `renewingGrant` in `cloudfront-sign-media`. */
export type ClientEvent =
  | {
      /** The first grant is there, or the next one. */
      readonly type: "grant-renewed";
      /** Duration of the load in seconds. */
      readonly seconds: number;
    }
  | {
      /** A load of a grant failed: the endpoint refused it, or did not answer with one. */
      readonly type: "grant-load-failed";
      /** What `ready()` rejects with. */
      readonly error: CloudFrontSignError;
      /** Seconds until the load failed. */
      readonly seconds: number;
    }
  | {
      /** CloudFront answered 403 to a request that the grant had signed, or the browser hid the answer from a player. */
      readonly type: "request-denied";
    };

/** Receives events. Its errors are ignored. */
export type OnEvent = (event: CloudFrontEvent) => void;

/** The option `onEvent`. */
export function readOnEvent(value: OnEvent | undefined): OnEvent | undefined {
  if (value === undefined || typeof value === "function") return value;
  return fail(
    "ERR_OPTION_INVALID",
    "onEvent",
    `is ${describeType(value)}; pass a function: (event) => console.log(event.type)`,
  );
}

/** Tells an event. An async hook rejects where another one throws, and neither fails what it hears of. */
export function emit(onEvent: OnEvent, event: CloudFrontEvent): void {
  (async () => onEvent(event))().catch(() => {});
}

/** Starts to measure; the function returns the seconds since then. */
export function stopwatch(): () => number {
  const begun = performance.now();
  return () => (performance.now() - begun) / 1000;
}

/** How events are told. */
export const events: {
  readonly emit: typeof emit;
  readonly readOnEvent: typeof readOnEvent;
  readonly stopwatch: typeof stopwatch;
} = { emit, readOnEvent, stopwatch };
