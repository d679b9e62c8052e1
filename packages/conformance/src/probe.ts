import type { Distribution } from "./distribution.ts";

/** A request, byte for byte as it is sent. */
export interface Probe {
  /** `GET` if not given. */
  readonly method?: string;
  /** Path and query of the request line. */
  readonly target: string;
  /** The `Host` header; the distribution's own name if not given. */
  readonly host?: string;
  /** The value of the `Cookie` header. */
  readonly cookies?: string;
}

/** A signing parameter. As a cookie its name has `CloudFront-` in front. */
type Parameter = readonly [name: string, value: string];

export type Parameters = readonly Parameter[];

/** The object that most questions are about. The stack has it. */
export const objectPath = "/object.txt";

/** The request for a path with parameters. */
export function requestFor(path: string, parameters: Parameters): Probe {
  const separator = path.includes("?") ? "&" : "?";
  return { target: path + separator + parameters.map((pair) => pair.join("=")).join("&") };
}

/** The request for a path with signed cookies. */
export function requestWithCookies(path: string, parameters: Parameters): Probe {
  return {
    target: path,
    cookies: parameters.map(([name, value]) => `CloudFront-${name}=${value}`).join("; "),
  };
}

/** The parameters with another value of one of them. */
export function replaced(name: string, change: (value: string) => string) {
  return (parameters: Parameters): Parameters =>
    parameters.map(([one, value]) => [one, one === name ? change(value) : value]);
}

/** The parameters with one of them under another name. */
export function renamed(name: string, other: string) {
  return (parameters: Parameters): Parameters =>
    parameters.map(([one, value]) => [one === name ? other : one, value]);
}

export function without(...names: readonly string[]) {
  return (parameters: Parameters): Parameters => parameters.filter(([name]) => !names.includes(name));
}

export function behind(...more: Parameters) {
  return (parameters: Parameters): Parameters => [...parameters, ...more];
}

export function inFront(...more: Parameters) {
  return (parameters: Parameters): Parameters => [...more, ...parameters];
}

/** The URL that a request is for, as the verifier gets it. */
export function urlOf({ origin }: Distribution, { target, host }: Probe): string {
  const [scheme = "", name = ""] = origin.split("://");
  return `${scheme}://${host ?? name}${target}`;
}
