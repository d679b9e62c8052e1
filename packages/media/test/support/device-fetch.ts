/** `fetch` of a device: what is asked, and answers that a test gives. */

export interface FetchCall {
  readonly url: string;
  readonly method: string;
  readonly credentials: string;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Runs `action` with a `fetch` that a test answers. A response is of the kind that the runtime makes. */
export async function withFetch<Result>(
  answer: (call: FetchCall, number: number) => Response | Promise<Response>,
  action: (calls: readonly FetchCall[]) => Promise<Result>,
): Promise<Result> {
  const calls: FetchCall[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const call = {
      url: request.url,
      method: request.method,
      // As it was given: the default differs, and not all runtimes have the member.
      credentials: init?.credentials ?? (input instanceof Request ? input.credentials : undefined) ?? "",
      body: await request.text(),
      signal: init?.signal ?? request.signal,
    };
    call.signal.throwIfAborted();
    return answer(call, calls.push(call));
  };
  try {
    return await action(calls);
  } finally {
    globalThis.fetch = fetch;
  }
}
