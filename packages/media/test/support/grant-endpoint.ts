import { host } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  type GrantAnswer,
  type LoadGrant,
  type RenewingGrantOptions,
  renewingGrant,
} from "cloudfront-sign-media/client";
import { type Device, endEvent } from "./device.ts";

/** A server that gives grants when a test says so, and a CDN that takes their signatures until they end. */

export const resource = `${host}/film/*`;
export const segment = `${host}/film/1.ts`;

/** One call of `load`. */
export interface GrantLoad {
  /** 1 for the first. */
  readonly number: number;
  /** Real seconds at its start. */
  readonly begun: number;
  readonly isPending: boolean;
  /** Whether the client has stopped waiting for it. */
  readonly isAborted: boolean;
  /** The server makes a grant now, and the answer arrives. */
  answer(fields?: Partial<Record<keyof GrantAnswer, unknown>>): Promise<void>;
  /** Anything else arrives. */
  reply(value: unknown): Promise<void>;
  fail(error?: unknown): Promise<void>;
}

export interface GrantEndpointOptions {
  /** Seconds. */
  readonly lifetime?: number;
  readonly hasCookies?: boolean;
}

export function grantEndpoint(device: Device, options: GrantEndpointOptions = {}) {
  const { lifetime = 100, hasCookies = false } = options;
  const loads: GrantLoad[] = [];
  /** Real seconds at which the grant of each load ends. */
  const ends = new Map<number, number>();

  const load: LoadGrant = ({ signal }) => {
    const number = loads.length + 1;
    return new Promise((resolve, reject) => {
      let isPending = true;
      const settleWith = (action: () => void) => {
        isPending = false;
        action();
        return endEvent();
      };
      const load: GrantLoad = {
        number,
        begun: device.seconds,
        get isPending() {
          return isPending && !signal.aborted;
        },
        get isAborted() {
          return signal.aborted;
        },
        answer: (fields) => settleWith(() => resolve({ ...grant(number), ...fields } as GrantAnswer)),
        reply: (value) => settleWith(() => resolve(value as GrantAnswer)),
        fail: (error = new Error(`load ${number}`)) => settleWith(() => reject(error)),
      };
      loads.push(load);
      void endpoint.onLoad?.(load);
    });
  };
  const grant = (number: number): GrantAnswer => {
    const now = device.serverTime;
    ends.set(number, device.seconds + lifetime);
    return {
      resource,
      now: new Date(now).toISOString(),
      expiresAt: new Date(now + lifetime * 1000).toISOString(),
      ...(hasCookies ? { cookies: true } : { query: queryOf(number) }),
    };
  };
  const endpoint = {
    load,
    loads,
    /** What happens to each load at once; without it, loads wait for a test. */
    onLoad: undefined as ((load: GrantLoad) => unknown) | undefined,
    pending: () => loads.filter(({ isPending }) => isPending),
    /** Whether the CDN takes the signature of a URL now. */
    accepts: (url: string): boolean => (ends.get(loadOf(url)) ?? 0) > device.seconds,
  };
  return endpoint;
}

export type GrantEndpoint = ReturnType<typeof grantEndpoint>;

/** A renewing grant whose first load has ended. Its loads may take an hour. */
export async function begunGrant(
  device: Device,
  options: GrantEndpointOptions = {},
  grantOptions: Partial<RenewingGrantOptions> = {},
) {
  const endpoint = grantEndpoint(device, options);
  const grant = renewingGrant({ load: endpoint.load, timeout: 300, ...grantOptions });
  const ready = grant.ready();
  await endEvent();
  await endpoint.loads[0]?.answer();
  await ready;
  return { endpoint, grant };
}

/** The parameters of the grant that a load brings. */
const queryOf = (number: number): string => `Policy=p${number}&Signature=s${number}&Key-Pair-Id=K`;

/** The URL that the grant of a load signs. */
export const signedBy = (number: number, url = segment): string =>
  `${url}${url.includes("?") ? "&" : "?"}${queryOf(number)}`;

/** The number of the load whose grant signed a URL; 0 if it has no signature. */
export function loadOf(url: string): number {
  const values = new URL(url).searchParams.getAll("Signature");
  if (values.length > 1) throw new Error(`signed more than once: ${url}`);
  return Number(values[0]?.slice(1) ?? 0);
}
