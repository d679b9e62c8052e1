import type { CloudFrontEvent } from "cloudfront-sign-webcrypto";
import { expect } from "vitest";

/** What an `onEvent` hears, without the durations, each of which must be a number of seconds. */
export function recordEvents(): {
  readonly events: object[];
  readonly onEvent: (event: CloudFrontEvent) => void;
} {
  const events: object[] = [];
  const onEvent = (event: CloudFrontEvent) => {
    const { seconds = 0, ...rest } = event as CloudFrontEvent & { seconds?: number };
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(seconds).toBeLessThan(3600);
    events.push(rest);
  };
  return { events, onEvent };
}
