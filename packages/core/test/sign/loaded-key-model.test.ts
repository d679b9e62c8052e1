import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endEvent, keyIdOf, keyLoads, loadOfKey } from "../support/key-loads.ts";
import { sharesProgress } from "../support/runtime.ts";

/** Random histories of a loaded key, held against a model of it. Time is virtual, and loads end on command. */

const reloadAfter = 60;
const retryAfter = 10;
const timeout = 20;
const goneAfter = 2 * reloadAfter;

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
// Without the size, hardly any array is longer than 10.
const history = fc.array(action, { maxLength: 40, size: "max" });

/** What a call got: the key of the load with this number, or the error of a load. */
type Outcome = number | "waiting" | "failed";

interface ModelLoad {
  readonly number: number;
  readonly begun: number;
  /** Whether all signatures wait for it. */
  readonly isAwaited: boolean;
  /** In workerd after an idle time: other requests cannot wait for it. */
  readonly countsWhenItFails: boolean;
  /** The signatures that have its key, or the last one; its error, if there is none. */
  readonly signatures: number[];
  /** The calls of `reload` that have its key, or its error. */
  readonly reloads: number[];
  /** The calls that begin anew after it: of `reload`, and signatures that find it begun too long ago. */
  readonly after: { readonly does: "sign" | "reload"; readonly call: number }[];
  /** Signatures that waited for the load before it, too: they come last. */
  readonly last: number[];
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
  #loadedAt = 0;
  #freshSince = 0;
  #freshFor = 0;
  #idleAfter = goneAfter;
  #hasFailed = false;

  /** Without `reloads`, nothing is ever too old. */
  constructor(reloads: boolean, hasWaitUntil: boolean) {
    this.#reloads = reloads;
    this.#hasWaitUntil = hasWaitUntil;
  }

  sign(times: number): void {
    const before = this.numLoads;
    for (let i = 0; i < times; i++) this.#sign(this.outcomes.push("waiting") - 1, before);
  }

  #sign(call: number, before: number): void {
    const shared = this.#shared(before);
    this.outcomes[call] = this.latest ?? "waiting";
    if (this.latest === undefined && !shared && this.#hasFailed && !this.#isPauseOver())
      this.outcomes[call] = "failed";
    else if (this.latest === undefined) (shared ?? this.#begin()).signatures.push(call);
    else if (shared && !shared.isAwaited && this.#isIdle()) {
      shared.after.push({ does: "sign", call });
      this.outcomes[call] = "waiting";
    } else if (shared?.isAwaited) this.#wait(shared, call);
    else if (this.#isTooOld() && !shared) {
      const isGone = this.seconds - this.#loadedAt >= goneAfter;
      const load = this.#begin(!sharesProgress && !this.#hasWaitUntil);
      if (load.isAwaited || isGone) this.#wait(load, call);
    }
  }

  #wait(load: ModelLoad, call: number): void {
    load.signatures.push(call);
    this.outcomes[call] = "waiting";
  }

  reload(times: number): void {
    const before = this.numLoads;
    for (let i = 0; i < times; i++) {
      const call = this.outcomes.push("waiting") - 1;
      const shared = this.#shared(before);
      if (shared) shared.after.push({ does: "reload", call });
      else this.#begin().reloads.push(call);
    }
  }

  settle(number: number, succeeds: boolean): void {
    const load = this.#pending.find((pending) => pending.number === number);
    if (!load) return;
    this.#pending = this.#pending.filter((pending) => pending !== load);
    if (!succeeds) {
      this.numFailed++;
      this.#hasFailed = true;
      if (load.countsWhenItFails && this.#freshSince < load.begun) this.#countAsAttempt(load.begun);
    }
    // A load that was begun later knows better.
    else if (number > (this.latest ?? 0)) {
      this.latest = number;
      this.#loadedAt = load.begun;
      this.#freshSince = load.begun;
      this.#freshFor = reloadAfter;
      this.#idleAfter = goneAfter;
    }
    const last = this.latest ?? "failed";
    for (const call of load.signatures) this.outcomes[call] = last;
    for (const call of load.reloads) this.outcomes[call] = succeeds ? last : "failed";
    this.#beginAnew(load);
  }

  #beginAnew({ after, last }: ModelLoad): void {
    const before = this.numLoads;
    const hasReload = after.some(({ does }) => does === "reload");
    let following: ModelLoad | undefined;
    const signatures: number[] = [];
    for (const one of after) {
      if (one.does === "reload") {
        following ??= this.#begin();
        following.reloads.push(one.call);
        following.last.push(...signatures.splice(0));
      } else if (hasReload && !following && sharesProgress && this.#isIdle()) signatures.push(one.call);
      else this.#sign(one.call, before);
    }
    for (const call of last) this.#sign(call, before);
  }

  /** The load in progress; in workerd only one that the same event has begun, after the load `before`. */
  #shared(before: number): ModelLoad | undefined {
    return this.#pending.find(({ number }) => sharesProgress || number > before);
  }

  #isPauseOver(): boolean {
    const age = this.seconds - this.#freshSince;
    return age < 0 || age >= this.#freshFor;
  }

  #isTooOld(): boolean {
    return this.#reloads && this.#isPauseOver();
  }

  /** After an idle time the key may be gone. A load that hangs is none. */
  #isIdle(): boolean {
    return this.#reloads && this.seconds - this.#freshSince >= this.#idleAfter;
  }

  #countAsAttempt(seconds: number): void {
    this.#freshSince = seconds;
    this.#freshFor = retryAfter;
    this.#idleAfter = goneAfter + timeout;
  }

  #begin(mustWait = false): ModelLoad {
    const isAfterIdleTime = this.latest !== undefined && this.#isIdle();
    const countsWhenItFails = isAfterIdleTime && !sharesProgress;
    if (!countsWhenItFails) this.#countAsAttempt(this.seconds);
    const load = {
      number: ++this.numLoads,
      begun: this.seconds,
      isAwaited: mustWait || isAfterIdleTime,
      countsWhenItFails,
      signatures: [],
      reloads: [],
      after: [],
      last: [],
    };
    this.#pending.push(load);
    return load;
  }
}

/** A loaded key, and what its calls have got so far. */
function observed(reloads: boolean, hasWaitUntil: boolean) {
  const outcomes: Outcome[] = [];
  const subject = keyLoads({
    timeout,
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
      runs(15, 300),
    ),
  );

  const steps = fc.nat(12);
  it("loads once at a time, never goes back to an older key, and answers every call, at any moment", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(action, steps), { maxLength: 60, size: "max" }), async (actions) => {
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
      runs(15, 1000),
    ));
});
