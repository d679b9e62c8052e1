import {
  type CloudFrontSignError,
  createCloudFrontSigner,
  type LoadedKeyValue,
  loadedKey,
} from "cloudfront-sign-webcrypto";
import { oneOf, type Random, seededRandom } from "../random.ts";
import { end, host, moment } from "../signers.ts";
import type { CheckUrl, KeyVersion } from "./key-versions.ts";

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

/**
 * A service that signs while its key is rotated, half of the loads fail, the clock jumps and the hooks throw.
 * Signers, loads and clock are shared by all who call `sign`.
 */

export interface SoakOptions {
  readonly seed: number;
  /** Four of them: three rotations. */
  readonly versions: readonly KeyVersion[];
  /** All that will be made: a quarter with each version, but few with RSA, which is slow. */
  readonly numSignatures: number;
  /** About this many, and at least a quarter of it fails, however fast the machine loads and signs. */
  readonly numLoads: number;
  /** How many loads may hang, for a second each. */
  readonly maxHangs: number;
  readonly check: CheckUrl;
  readonly waitUntil: ((load: Promise<unknown>) => unknown) | undefined;
}

interface SoakCounts {
  signatures: number;
  rotations: number;
  loads: number;
  failedLoads: number;
  /** Loads that never came back in time; they are among the failed ones. */
  hangingLoads: number;
  reloads: number;
  hookCalls: number;
  /** What the hook was given that is not an `ERR_KEY_LOAD_FAILED` of `load`. */
  strangeHookCalls: number;
  failedWaitUntils: number;
  waitUntilHookCalls: number;
  /** Signatures that rejected. */
  lostSignatures: number;
  /** URLs that do not verify with the public key of their ID. */
  wrongPairs: number;
  /** URLs whose ID is not one of the two in the key group. */
  outsideOfGroup: number;
  clockJumps: number;
}

const reloadAfter = 60;
const jumps = [1, -1, -1, 3600, -3600, 7200, -86_400, 86_400];

export function createSoak(options: SoakOptions) {
  const { versions, numSignatures, check } = options;
  const random = seededRandom(options.seed);
  const counts: SoakCounts = {
    signatures: 0,
    rotations: 0,
    loads: 0,
    failedLoads: 0,
    hangingLoads: 0,
    reloads: 0,
    hookCalls: 0,
    strangeHookCalls: 0,
    failedWaitUntils: 0,
    waitUntilHookCalls: 0,
    lostSignatures: 0,
    wrongPairs: 0,
    outsideOfGroup: 0,
    clockJumps: 0,
  };
  const secondsPerSignature = (options.numLoads * 20) / numSignatures;
  let seconds = 1e6;
  let current = versions[0] as KeyVersion;
  let hang = { end: 0, signatures: 0 };
  let group: readonly string[] = [current.keyPairId];

  const key = loadedKey({
    load: () => {
      counts.loads++;
      // A first load has no last key to go on with.
      const outcome =
        key.keyPairId === undefined
          ? goodOutcome
          : nextOutcome(random, counts.hangingLoads < options.maxHangs);
      if (outcome.hangs) {
        counts.hangingLoads++;
        hang = { end: Date.now() + 1000, signatures: counts.signatures };
      }
      if (outcome.fails) counts.failedLoads++;
      const { keyPairId, privateKey } = current;
      return outcome.load({ keyPairId, privateKey }) as never;
    },
    onError: (error) => {
      countHookCall(error);
      const chance = random();
      if (chance < 0.3) throw new Error("the hook");
      return (chance < 0.6 ? Promise.reject(new Error("the hook")) : undefined) as never;
    },
    reloadAfter,
    timeout: "1s",
    now: () => new Date(moment.getTime() + seconds * 1000),
    waitUntil: options.waitUntil && faultyWaitUntil,
  });
  function countHookCall({ code, option }: CloudFrontSignError): void {
    if (option === "waitUntil") counts.waitUntilHookCalls++;
    else if (code === "ERR_KEY_LOAD_FAILED" && option === "load") counts.hookCalls++;
    else counts.strangeHookCalls++;
  }
  function faultyWaitUntil(load: Promise<unknown>): unknown {
    options.waitUntil?.(load);
    const chance = random();
    if (chance > 0.4) return undefined;
    counts.failedWaitUntils++;
    if (chance > 0.2) return Promise.reject(new Error("waitUntil"));
    throw new Error("waitUntil");
  }

  const signer = createCloudFrontSigner({ key, now: () => moment });
  const remembering = createCloudFrontSigner({ key, signatureCacheSize: 100, now: () => moment });
  const ways: readonly ((url: string) => Promise<string>)[] = [
    (url) => signer.signUrl(url, { dateLessThan: end }),
    (url) => remembering.signUrl(url, { dateLessThan: end }),
    async (url) => (await signer.grant({ resource: `${host}/*`, dateLessThan: end })).signUrl(url),
  ];

  /**
   * The next public key enters the group, in which there is place for two, when nobody signs with the oldest
   * any more. The secret is replaced later.
   */
  function rotate(): void {
    const phase = phaseOf(counts.signatures / numSignatures);
    const index = versions.indexOf(current);
    const next = versions[index + 1];
    if (next === undefined) return;
    const isPublished = group.includes(next.keyPairId);
    if (!isPublished && phase >= index + 0.5 && key.keyPairId === current.keyPairId)
      group = [current.keyPairId, next.keyPairId];
    if (!isPublished || phase < index + 1) return;
    current = next;
    counts.rotations++;
  }

  /** On a busy machine the signatures may be faster than the loads: no rotation is to be left out. */
  async function waitForSigner(): Promise<void> {
    const isHalfway = () => phaseOf(counts.signatures / numSignatures) >= versions.indexOf(current) + 0.5;
    while (key.keyPairId !== undefined && key.keyPairId !== current.keyPairId && isHalfway()) {
      counts.reloads++;
      await key.reload().catch(() => {});
    }
  }

  /** On a busy machine many signatures share a load: the failures are to keep up with them. */
  async function waitForFailures(): Promise<void> {
    const wanted = () => (options.numLoads / 4) * (counts.signatures / numSignatures);
    while (counts.failedLoads < wanted()) {
      counts.reloads++;
      await key.reload().catch(() => {});
    }
  }

  function moveClock(): void {
    seconds += secondsPerSignature;
    if (random() > 0.005) return;
    counts.clockJumps++;
    // Never before 1970, which no clock shows.
    seconds = Math.max(0, seconds + oneOf(random, jumps));
  }

  /** Signs on for a while when a load hangs, and then waits: a rotation takes longer than a load may. */
  async function waitForHang(): Promise<void> {
    while (Date.now() < hang.end && counts.signatures > hang.signatures + numSignatures / 50) await sleep(20);
  }

  async function signOne(): Promise<void> {
    await waitForHang();
    // While a load hangs, the others sign on.
    if (Date.now() >= hang.end) await waitForFailures();
    await waitForSigner();
    if (counts.signatures >= numSignatures) return;
    const number = counts.signatures++;
    rotate();
    moveClock();
    const allowed = group;
    try {
      const url = await oneOf(random, ways)(`${host}/${number % 250}.jpg`);
      const id = new URL(url).searchParams.get("Key-Pair-Id") ?? "";
      if (!allowed.includes(id) && !group.includes(id)) counts.outsideOfGroup++;
      if (!(await check(url))) counts.wrongPairs++;
    } catch {
      counts.lostSignatures++;
    }
  }

  /** Many ask for a new key at once. */
  async function storm(): Promise<void> {
    counts.reloads += 20;
    await Promise.allSettled(Array.from({ length: 20 }, () => key.reload()));
  }

  return {
    counts,
    /** Signs one after the other; `numSignatures` is the end for all who call this. */
    async sign(times = numSignatures): Promise<void> {
      const storms: Promise<void>[] = [];
      for (let i = 0; i < times && counts.signatures < numSignatures; i++) {
        if (random() < 0.005) storms.push(storm());
        await signOne();
      }
      await Promise.all(storms);
    },
    /** Waits until every load has ended. */
    async end(): Promise<void> {
      await waitForFailures();
      await sleep(200);
      while (Date.now() < hang.end + 200) await sleep(20);
    },
    /** What must not be: each value has to be 0. */
    faults: () => ({
      lostSignatures: counts.lostSignatures,
      wrongPairs: counts.wrongPairs,
      outsideOfGroup: counts.outsideOfGroup,
      strangeHookCalls: counts.strangeHookCalls,
      unheardFailures: counts.failedLoads - counts.hookCalls,
      unheardWaitUntils: counts.failedWaitUntils - counts.waitUntilHookCalls,
    }),
  };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The version that is in use, with the part of its time that has gone: RSA gets a tenth of the signatures. */
function phaseOf(part: number): number {
  const ends = [0.3, 0.4, 0.7, 1];
  const index = Math.max(
    0,
    ends.findIndex((one) => part < one),
  );
  const begin = ends[index - 1] ?? 0;
  return index + (part - begin) / ((ends[index] ?? 1) - begin);
}
