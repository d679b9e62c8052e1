import { host, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import type { GrantAnswer } from "cloudfront-sign-media/client";
import { vi } from "vitest";

/** The folder that the grants of these tests cover. */
export const folder = `${host}/course/42/`;

const lifetime = {
  resource: `${folder}*`,
  expiresAt: new Date(moment.getTime() + 3_600_000),
  now: moment,
};

/** The answer of the endpoint for the grant with this number. */
export function queryAnswer(number: number): GrantAnswer & { query: string } {
  return {
    ...lifetime,
    query: `Policy=policy${number}&Signature=signature${number}&Key-Pair-Id=K2JCJMDEHXQW5F`,
  };
}

export function cookieAnswer(): GrantAnswer {
  return { ...lifetime, cookies: true };
}

/** A status, or a response after a redirect. */
type Answer = number | { readonly status: number; readonly redirectedTo: string };

/** The calls of `fetch`. */
export interface AskedRequests {
  readonly inputs: unknown[];
  readonly urls: string[];
  readonly options: (RequestInit | undefined)[];
  /** Whether the body of each answer was cancelled. */
  readonly cancelled: boolean[];
  /** How many requests were answered. */
  readonly answers: number;
}

/** Answers `fetch` with these statuses in turn, and with 200 after them. */
export function answeredRequests(...statuses: Answer[]): AskedRequests {
  const asked = {
    inputs: [] as unknown[],
    urls: [] as string[],
    options: [] as (RequestInit | undefined)[],
    cancelled: [] as boolean[],
    answers: 0,
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    asked.inputs.push(input);
    asked.urls.push(typeof input === "object" && "url" in input ? input.url : String(input));
    asked.options.push(init);
    const signal = init?.signal === undefined ? (input as Request).signal : init.signal;
    if (signal?.aborted) throw signal.reason;
    const answer = statuses[asked.answers] ?? 200;
    return responseTo(answer, asked.answers++);
  });
  function responseTo(answer: Answer, index: number): Response {
    asked.cancelled[index] = false;
    const response = new Response(`answer ${index + 1}`, {
      status: typeof answer === "number" ? answer : answer.status,
    });
    // Old workers cannot make a stream that tells.
    const cancel = async () => {
      asked.cancelled[index] = true;
    };
    Object.defineProperty(response, "body", { value: { cancel } });
    if (typeof answer === "number") return response;
    return Object.defineProperties(response, {
      redirected: { value: true },
      url: { value: answer.redirectedTo },
    });
  }
  return asked;
}
