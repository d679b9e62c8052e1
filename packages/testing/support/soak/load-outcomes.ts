import type { LoadedKeyValue } from "cloudfront-sign-webcrypto";
import { oneOf, type Random } from "../random.ts";

/** One call of a loader: what it returns or throws, and whether the load fails. */
export interface LoadOutcome {
  readonly fails: boolean;
  /** Seconds are lost on it: the load times out. */
  readonly hangs?: boolean;
  load(value: LoadedKeyValue): unknown;
}

const later = <Result>(milliseconds: number, action: () => Result): Promise<Result> =>
  new Promise((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(action());
      } catch (error) {
        reject(error);
      }
    }, milliseconds);
  });

const fail = (reason: unknown): never => {
  throw reason;
};

function throwingProxy(): object {
  const traps = ["get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf"];
  const proxy: object = new Proxy({}, Object.fromEntries(traps.map((name) => [name, () => fail(proxy)])));
  return proxy;
}

function unreadableError(): Error {
  const get = () => fail(new Error("unreadable"));
  return Object.defineProperties(new Error("down"), { name: { get }, message: { get }, stack: { get } });
}

const reasons: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => "down",
  () => Symbol("down"),
  () => 0,
  () => Object.freeze({ code: "ERR_KEY_LOAD_FAILED", name: "CloudFrontSignError" }),
  () => new Error("down"),
  () => new SyntaxError("quotes the key"),
  () => new AggregateError([new Error("one"), undefined]),
  unreadableError,
  throwingProxy,
];

const rubbish: readonly ((value: LoadedKeyValue) => unknown)[] = [
  () => undefined,
  () => null,
  () => 42,
  () => "",
  () => "{",
  () => "null",
  () => "[]",
  ({ privateKey }) => privateKey,
  () => [],
  () => ({}),
  () => () => {},
  () => Symbol("key"),
  () => new Response("{}"),
  () => new Error("returned, and not thrown"),
  () => ({ SecretString: "{}" }),
  throwingProxy,
  ({ keyPairId }) => ({ keyPairId }),
  ({ privateKey }) => ({ privateKey }),
  (value) => ({ ...value, keyPairId: "a b" }),
  (value) => ({ ...value, keypairid: "K1" }),
  (value) => ({ ...value, privateKey: `${value.privateKey}`.slice(0, 90) }),
  (value) => ({ ...value, privateKey: `${value.privateKey}`.replace("PRIVATE KEY-", "PUBLIC KEY-") }),
  (value) => ({ ...value, privateKey: Promise.resolve(value.privateKey) }),
  (value) => ({ ...value, privateKey: throwingProxy() }),
  (value) => ({ ...value, privateKey: { kty: "EC", crv: "P-256", x: "AA", y: "AA", d: "AA" } }),
  (value) => ({ ...value, privateKey: { keyType: "RSA", sign: () => {} } }),
  (value) => JSON.stringify(value).slice(0, -9),
];

type Then = (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => void;
const thenable = (then: Then) => ({ then });

const good: readonly LoadOutcome["load"][] = [
  (value) => value,
  async (value) => value,
  (value) => JSON.stringify(value),
  (value) => later(1, () => value),
  (value) => later(20, () => value),
  (value) => Object.freeze({ ...value, privateKey: new TextEncoder().encode(`${value.privateKey}`) }),
  (value) =>
    thenable((resolve, reject) => {
      resolve(value);
      resolve(undefined);
      reject(new Error("too late"));
      fail(new Error("too late"));
    }),
];

const bad = (random: Random): LoadOutcome["load"] =>
  oneOf<LoadOutcome["load"]>(random, [
    () => fail(oneOf(random, reasons)()),
    () => Promise.reject(oneOf(random, reasons)()),
    () => later(5, () => fail(oneOf(random, reasons)())),
    oneOf(random, rubbish),
    async (value) => oneOf(random, rubbish)(value),
    () => thenable(() => fail("broken")),
    (value) =>
      thenable((resolve, reject) => {
        reject("down");
        resolve(value);
      }),
  ]);

const hanging: readonly LoadOutcome["load"][] = [
  () => new Promise(() => {}),
  () => thenable(() => {}),
  // The key as it was before arrives after newer ones.
  (value) => later(1500, () => value),
  () => later(1500, () => fail(new Error("too late"))),
];

/** What the next load does: half of them fail. */
export function nextOutcome(random: Random, mayHang: boolean): LoadOutcome {
  const chance = random();
  if (chance < 0.5) return { fails: false, load: oneOf(random, good) };
  if (chance < 0.6 && mayHang) return { fails: true, hangs: true, load: oneOf(random, hanging) };
  return { fails: true, load: bad(random) };
}

export const goodOutcome: LoadOutcome = { fails: false, load: (value) => value };
