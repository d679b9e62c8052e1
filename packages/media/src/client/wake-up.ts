/** Events after which timers may be late, or the network may be back. */
const events = ["visibilitychange", "pageshow", "resume", "online"] as const;

interface EventSource {
  addEventListener?(type: string, listener: (event: { readonly type: string }) => void): void;
  removeEventListener?(type: string, listener: (event: { readonly type: string }) => void): void;
}

/** Calls `listener` when the page, the device or its network wakes up; returns the function that ends this. */
export function onWakeUp(listener: (isBackOnline: boolean) => void): () => void {
  const scope = globalThis as EventSource & { readonly document?: EventSource };
  const sources = [scope, scope.document];
  const hear = ({ type }: { readonly type: string }): void => listener(type === "online");
  for (const source of sources) for (const event of events) source?.addEventListener?.(event, hear);
  return () => {
    for (const source of sources) for (const event of events) source?.removeEventListener?.(event, hear);
  };
}
