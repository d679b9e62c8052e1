import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endEvent, keyIdOf, keyLoads, loadOfKey } from "./support/key-loads.ts";
import { sharesProgress } from "./support/runtime.ts";

/** Random histories of a loaded key, held against a model of it. Time is virtual, and loads end on command. */

const reloadAfter = 60;
const retryAfter = 10;

type Action =
  | { readonly does: "sign" | "reload"; readonly times: number }
  | { readonly does: "succeed" | "fail"; readonly which: number }
  | { readonly does: "wait"; readonly seconds: number };

const times = fc.integer({ min: 1, max: 4 });
const which = fc.nat(3);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("sign" as const), times }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("reload" as const), times }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom("succeed" as const, "fail" as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("wait" as const),
      seconds: fc.constantFrom(1, 9, 10, 59, 60, 3600, 86_400, -1, -10, -3600),
    }),
  },
);
const history = fc.array(action, { maxLength: 40 });

/** What a call got: the key of the load with this number, or the error of a load. */
type Outcome = number | "waiting" | "failed";

interface ModelLoad {
  readonly number: number;
  readonly begun: number;
  /** Whether signatures wait for it. */
  readonly isAwaited: boolean;
  /** The calls that have this load's key, or its error. */
  readonly callers: number[];
  /** The signatures that have this load's key, or the last one. */
  readonly patientCallers: number[];
  /** The calls of `reload` that have the load after this one. */
  readonly following: number[];
}

/** What happens by the rules: which loads begin, and what each call gets. Nothing here is asynchronous. */
class Model {
  readonly outcomes: Outcome[] = [];
  numLoads = 0;
  numFailed = 0;
  /** The number of the load whose key signs. */
  latest: number | undefined;
  seconds = 0;
  readonly #reloads: boolean;
  readonly #hasWaitUntil: boolean;
  #pending: ModelLoad[] = [];
  #freshSince = 0;
  #freshFor = 0;

  /** Without `reloads`, nothing is ever too old. */
  constructor(reloads: boolean, hasWaitUntil: boolean) {
    this.#reloads = reloads;
    this.#hasWaitUntil = hasWaitUntil;
  }

  sign(times: number): void {
    const before = this.numLoads;
    for (let i = 0; i < times; i++) {
      const call = this.outcomes.push(this.latest ?? "waiting") - 1;
      const shared = this.#shared(before);
      if (this.latest === undefined) (shared ?? this.#begin()).callers.push(call);
      else {
        const load = shared ?? (this.#isTooOld() ? this.#begin(this.#mustWait()) : undefined);
        if (!load?.isAwaited) continue;
        load.patientCallers.push(call);
        this.outcomes[call] = "waiting";
      }
    }
  }

  reload(times: number): void {
    const before = this.numLoads;
    for (let i = 0; i < times; i++) {
      const call = this.outcomes.push("waiting") - 1;
      const shared = this.#shared(before);
      if (shared) shared.following.push(call);
      else this.#begin().callers.push(call);
    }
  }

  settle(number: number, succeeds: boolean): void {
    const load = this.#pending.find((pending) => pending.number === number);
    if (!load) return;
    this.#pending = this.#pending.filter((pending) => pending !== load);
    if (!succeeds) this.numFailed++;
    // A load that was begun later knows better.
    else if (number > (this.latest ?? 0)) {
      this.latest = number;
      this.#freshSince = load.begun;
      this.#freshFor = reloadAfter;
    }
    const last = this.latest ?? "failed";
    for (const call of load.callers) this.outcomes[call] = succeeds ? last : "failed";
    for (const call of load.patientCallers) this.outcomes[call] = last;
    if (load.following.length > 0) this.#begin().callers.push(...load.following);
  }

  /** The load in progress; in workerd only one that the same event has begun, after the load `before`. */
  #shared(before: number): ModelLoad | undefined {
    return this.#pending.find(({ number }) => sharesProgress || number > before);
  }

  #isTooOld(): boolean {
    const age = this.seconds - this.#freshSince;
    return this.#reloads && (age < 0 || age >= this.#freshFor);
  }

  /** After an idle time the key may be gone; in workerd nobody ends a load for a request that is over. */
  #mustWait(): boolean {
    const isIdle = this.seconds - this.#freshSince >= 2 * reloadAfter;
    return isIdle || (!sharesProgress && !this.#hasWaitUntil);
  }

  #begin(isAwaited = false): ModelLoad {
    this.#freshSince = this.seconds;
    this.#freshFor = retryAfter;
    const load = {
      number: ++this.numLoads,
      begun: this.seconds,
      isAwaited,
      callers: [],
      patientCallers: [],
      following: [],
    };
    this.#pending.push(load);
    return load;
  }
}

/** A loaded key, and what its calls have got so far. */
function observed(reloads: boolean, hasWaitUntil: boolean) {
  const outcomes: Outcome[] = [];
  const subject = keyLoads({
    ...(reloads ? { reloadAfter } : undefined),
    ...(hasWaitUntil ? { waitUntil: () => {} } : undefined),
  });
  const record = (call: () => Promise<number>): void => {
    const index = outcomes.push("waiting") - 1;
    call().then(
      (number) => {
        outcomes[index] = number;
      },
      ({ code }) => {
        outcomes[index] = code === "ERR_KEY_LOAD_FAILED" ? "failed" : expect.unreachable(code);
      },
    );
  };
  const reload = async () => loadOfKey(await subject.key.reload());
  return { ...subject, outcomes, record, reload };
}

async function endAll({ pending }: ReturnType<typeof observed>): Promise<void> {
  // A reload may follow.
  for (let round = 0; round < 2; round++) {
    for (const load of pending()) load.succeed();
    await endEvent();
  }
}

describe("a loaded key", () => {
  it.each([
    [false, false],
    [true, false],
    [true, true],
  ])("does what its rules say; with reloadAfter: %s, with waitUntil: %s", (reloads, hasWaitUntil) =>
    fc.assert(
      fc.asyncProperty(history, async (actions) => {
        const model = new Model(reloads, hasWaitUntil);
        const subject = observed(reloads, hasWaitUntil);
        for (const action of actions) {
          switch (action.does) {
            case "sign":
              model.sign(action.times);
              for (let i = 0; i < action.times; i++) subject.record(subject.sign);
              break;
            case "reload":
              model.reload(action.times);
              for (let i = 0; i < action.times; i++) subject.record(subject.reload);
              break;
            case "wait":
              model.seconds += action.seconds;
              subject.clock.seconds += action.seconds;
              break;
            case "succeed":
            case "fail": {
              const pending = subject.pending();
              const load = pending[action.which % pending.length];
              model.settle(load?.number ?? 0, action.does === "succeed");
              load?.[action.does]();
            }
          }
          await endEvent();
          expect({
            outcomes: subject.outcomes,
            numLoads: subject.loads.length,
            numErrors: subject.errors.length,
            keyPairId: subject.key.keyPairId,
          }).toEqual({
            outcomes: model.outcomes,
            numLoads: model.numLoads,
            numErrors: model.numFailed,
            keyPairId: model.latest && keyIdOf(model.latest),
          });
        }
        await endAll(subject);
      }),
      { seed: 15, numRuns: 300 },
    ),
  );

  const steps = fc.nat(12);
  it("loads once at a time, never goes back to an older key, and answers every call, at any moment", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(action, steps), { maxLength: 60 }), async (actions) => {
        const subject = observed(true, true);
        let numFailed = 0;
        let latest = 0;
        for (const [action, numSteps] of actions) {
          switch (action.does) {
            case "sign":
            case "reload":
              for (let i = 0; i < action.times; i++) subject.record(subject[action.does]);
              break;
            case "wait":
              subject.clock.seconds += action.seconds;
              break;
            case "succeed":
            case "fail": {
              const pending = subject.pending();
              const load = pending[action.which % pending.length];
              load?.[action.does]();
              if (load && action.does === "fail") numFailed++;
            }
          }
          for (let step = 0; step < numSteps; step++) await undefined;
          if (sharesProgress) expect(subject.pending().length).toBeLessThanOrEqual(1);
          expect(loadOfKey(subject.key.keyPairId)).toBeGreaterThanOrEqual(latest);
          latest = loadOfKey(subject.key.keyPairId);
        }
        await endEvent();
        await endAll(subject);
        expect(subject.outcomes).not.toContain("waiting");
        expect(subject.errors).toHaveLength(numFailed);
      }),
      { seed: 15, numRuns: 1000 },
    ));
});
