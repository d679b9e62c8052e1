import fc from "fast-check";
import { end, host, keyPairId, rsaSigner } from "./signers.ts";

/** Values of every kind that JavaScript knows, made to break what expects text, a list or an object. */

const canned = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });

/** Thrown by the getters, traps and methods of hostile values: an error of the caller's own. */
export class OwnError extends Error {}

const throwing = (): never => {
  throw new OwnError("from a hostile value");
};

const names = [
  "href",
  "url",
  "headers",
  "get",
  "method",
  "length",
  "0",
  "x",
  "CloudFront-Policy",
  "toString",
  "then",
  "keyPairIds",
];

function withThrowingGetters(): object {
  const target = {};
  for (const name of names) Object.defineProperty(target, name, { get: throwing, enumerable: true });
  return target;
}

function throwingProxy(target: object): object {
  const traps = ["get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf"].map((name) => [
    name,
    throwing,
  ]);
  return new Proxy(target, Object.fromEntries(traps));
}

function revokedProxy(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function cyclic(): object {
  const value: Record<string, unknown> = { href: host };
  value.self = value;
  return value;
}

class Instance {
  href = `${host}/a`;
  #hidden = 1;
  get hidden(): number {
    return this.#hidden;
  }
}

// One for all: an engine may take 8 MB for it.
const longArray = new Array(1_000_000);

const makers: (() => unknown)[] = [
  () => undefined,
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => Number.NaN,
  () => 1e21,
  () => 12n,
  () => "",
  () => `${host}/a.jpg`,
  () => "\ud800",
  () => "a".repeat(30_000),
  () => Symbol("x"),
  () => Symbol.iterator,
  () => () => "text",
  () => throwing,
  () => async () => "text",
  () => ({}),
  () => Object.create(null),
  () => [],
  () => [["CloudFront-Policy", "x"]],
  () => [Symbol("x"), undefined, {}],
  () => longArray,
  () => new Array(1000).fill("CloudFront-Policy=x; Path=/"),
  () => cyclic(),
  () => ({ toString: 1 }),
  () => ({ toString: throwing, valueOf: throwing }),
  () => ({ [Symbol.toPrimitive]: 1 }),
  () => ({ x: { toString: 1 }, "CloudFront-Policy": { toString: 1 }, "CloudFront-Signature": Symbol("x") }),
  () => ({ "CloudFront-Policy": null, "CloudFront-Signature": 1n, "CloudFront-Key-Pair-Id": keyPairId }),
  () => ({ href: Symbol("x") }),
  () => ({ url: `${host}/a.jpg`, headers: { get: () => ({ toString: 1 }) } }),
  () => ({ url: `${host}/a.jpg`, headers: { get: throwing } }),
  () => ({ url: `${host}/a.jpg` }),
  () => ({ url: canned, method: Symbol("x"), headers: null }),
  () => ({ keyPairIds: null, isRestricted: throwing, isSignatureValid: 1 }),
  () => withThrowingGetters(),
  () => throwingProxy({}),
  () => throwingProxy(() => {}),
  () => throwingProxy([]),
  () => revokedProxy({}),
  () => revokedProxy([]),
  () => new Date(Number.NaN),
  () => ({ [Symbol.toStringTag]: "Date", valueOf: throwing }),
  () => ({ [Symbol.toStringTag]: "Uint8Array", length: 256 }),
  () => new Map([["CloudFront-Policy", "x"]]),
  () => new Set(["x"]),
  () => Promise.resolve("x"),
  // biome-ignore lint/suspicious/noThenProperty: what is awaited by mistake would call it
  () => ({ then: throwing }),
  () => new Uint8Array(256),
  () => new ArrayBuffer(8),
  () => new DataView(new ArrayBuffer(8)),
  () => new Error("x"),
  () => /x/g,
  () => new URL(`${host}/a.jpg?Policy=x`),
  () => new Headers({ cookie: "CloudFront-Policy=x" }),
  () => new Request(`${host}/a.jpg`),
  () => new Instance(),
  () => new String(host),
  () => new Number(1),
  () => Object.freeze({ href: "" }),
];

/**
 * Makes a value when it is called: fast-check itself looks into what it generates, and some of these do not
 * bear it.
 */
export type Maker = () => unknown;

const leaf: fc.Arbitrary<Maker> = fc.constantFrom(...makers);
const entries = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string()), leaf), { maxLength: 4 });

/** A hostile value, an object or a list of them, or whatever fast-check thinks of. */
export const hostileValue: fc.Arbitrary<Maker> = fc.oneof(
  { weight: 6, arbitrary: leaf },
  {
    weight: 2,
    arbitrary: entries.map((pairs) => () => Object.fromEntries(pairs.map(([name, make]) => [name, make()]))),
  },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 4 }).map((all) => () => all.map((make) => make())) },
  {
    weight: 1,
    arbitrary: fc
      .anything({
        withBigInt: true,
        withBoxedValues: true,
        withNullPrototype: true,
        withMap: true,
        withDate: true,
      })
      .map((value) => () => value),
  },
);
