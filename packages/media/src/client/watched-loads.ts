import type { OnEvent } from "cloudfront-sign-webcrypto";
import { events } from "cloudfront-sign-webcrypto/internals";
import type { WatchLoads } from "./renewal.ts";

/** Tells of the outcome of each load. */
export function watchLoads(onEvent: OnEvent): WatchLoads {
  return () => {
    const elapsed = events.stopwatch();
    return (outcome) => {
      const seconds = elapsed();
      events.emit(
        onEvent,
        "error" in outcome
          ? { type: "grant-load-failed", error: outcome.error, seconds }
          : { type: "grant-renewed", seconds },
      );
    };
  };
}
