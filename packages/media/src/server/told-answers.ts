import type { OnEvent } from "cloudfront-sign-webcrypto";
import { events, memberOf } from "cloudfront-sign-webcrypto/internals";

/** A handler that tells whether each request got a grant. An answer to OPTIONS has another status than both. */
export function toldAnswers<Args extends unknown[], Answer>(
  handle: (...args: Args) => Promise<Answer>,
  onEvent: OnEvent,
): (...args: Args) => Promise<Answer> {
  return async (...args) => {
    const elapsed = events.stopwatch();
    const response = await handle(...args);
    const status = memberOf(response, "status") as number;
    if (status === 200) events.emit(onEvent, { type: "grant-issued", seconds: elapsed() });
    else if (status >= 400) events.emit(onEvent, { type: "grant-refused", status, seconds: elapsed() });
    return response;
  };
}
