/**
 * Whether this is workerd, where what a request began ends with that request: whoever waited for it from
 * another request would wait for ever. By a class that workerd alone has, in every version and with every
 * compatibility date.
 */
export function isWorkerd(): boolean {
  return "WebSocketPair" in globalThis;
}

/** More steps than a chain of promises takes from one call of a signer to the next without waiting. */
const stepsOfAnEvent = 100;

/**
 * Settles before the event loop turns to another request: until then everything that runs belongs to one
 * request, and may share what is in progress.
 */
export async function endOfEvent(): Promise<void> {
  for (let step = 0; step < stepsOfAnEvent; step++) await undefined;
}
