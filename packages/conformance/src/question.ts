import type { Distribution, KeyName } from "./distribution.ts";
import type { Probe } from "./probe.ts";

interface AnyQuestion {
  /** Its name, which stays the same from version to version. */
  readonly id: string;
  readonly asks: string;
  /** The page of the CloudFront Developer Guide that answers a part of it. AWS documents nothing otherwise. */
  readonly source?: string;
  /** The request that must be answered with 200 for the answer to count. */
  readonly control: ControlName;
}

/** Requests that are right without any doubt: with each key, and with cookies. */
export type ControlName = KeyName | "cookies";

/** What does CloudFront answer to this request? */
export interface RequestQuestion extends AnyQuestion {
  readonly kind: "request";
  readonly probe: (to: Distribution) => Probe;
  readonly needsViewerAddress: boolean;
}

/** At which second does access begin or end? Asked several times a second. */
export interface SecondQuestion extends AnyQuestion {
  readonly kind: "second";
  /** A request whose policy has this second as its condition. */
  readonly probe: (to: Distribution, second: number) => Probe;
}

/** Is the answer to one request kept for another one? */
export interface CacheQuestion extends AnyQuestion {
  readonly kind: "cache";
  /** `path` is one that nobody has requested. */
  readonly first: (to: Distribution, path: string) => Probe;
  readonly second: (to: Distribution, path: string) => Probe;
}

export type Question = RequestQuestion | SecondQuestion | CacheQuestion;

/** Questions about one thing. */
export interface Topic {
  readonly title: string;
  readonly questions: readonly Question[];
}

interface More {
  readonly source?: string;
  readonly control?: ControlName;
  readonly needsViewerAddress?: true;
}

export function question(
  id: string,
  asks: string,
  probe: RequestQuestion["probe"],
  { needsViewerAddress, control = "rsa", ...more }: More = {},
): RequestQuestion {
  return {
    kind: "request",
    id,
    asks,
    probe,
    needsViewerAddress: needsViewerAddress ?? false,
    control,
    ...more,
  };
}
