/**
 * Whether this is workerd, where what a request began ends with that request: whoever waited for it from another
 * request would wait for ever. By a class that workerd alone has, in every version and with every compatibility date.
 */
export function isWorkerd(): boolean {
  return "WebSocketPair" in globalThis;
}

/** More steps than a chain of promises takes from one call of a signer to the next without waiting. */
const stepsOfAnEvent = 100;

/**
 * In workerd, calls `action` before the event loop turns to another request: until then everything that runs
 * belongs to one request, and may share what is in progress. Elsewhere nothing ends with a request.
 *
 * With compatibility dates before 2024-10-14 a request that settles a promise of another one runs the code of
 * this other one too. What this code begins belongs to the request that is running, shared or not.
 */
export function beforeOtherRequests(action: () => void): void {
  if (isWorkerd()) void endOfEvent().then(action);
}

async function endOfEvent(): Promise<void> {
  for (let step = 0; step < stepsOfAnEvent; step++) await undefined;
}
