import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { type GrantState, type RenewingGrant, renewingGrant } from "cloudfront-sign-media/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Device, endEvent, onDevice, type SleepKind } from "../support/device.ts";
import {
  type GrantEndpoint,
  type GrantLoad,
  grantEndpoint,
  loadOf,
  segment,
} from "../support/grant-endpoint.ts";
import { type Settled, watch } from "../support/settled.ts";

/**
 * What a renewing grant must do and must not do, held against what it does: it knows the rules, and when
 * something happened, and nothing of the code. Times are in seconds.
 */

const lifetime = 100;
const timeout = 10;
const maxWait = 37;

/** Timers are of whole milliseconds, and an event may be that late. */
const tolerance = 0.01;

/** An event that reaches many clients makes each load at a random moment of so many seconds. */
const longestSpread = 5;

/** Until when a grant is used: 2 seconds before its end. */
const usable = lifetime - 2;

/** After this number of failures in a row, the longest pause; the shortest is half of it. */
const longestPause = (failures: number): number => Math.min(30, 2 ** (failures - 1));

type Failure = "failed" | "refused";

/** The states that may follow one. */
const following: Record<GrantState["status"], readonly GrantState["status"][]> = {
  idle: ["loading", "closed"],
  loading: ["valid", "unavailable", "refused", "closed"],
  valid: ["valid", "loading", "unavailable", "refused", "closed"],
  unavailable: ["unavailable", "loading", "valid", "refused", "closed"],
  refused: ["refused", "loading", "valid", "unavailable", "closed"],
  closed: [],
};

interface Call {
  readonly outcome: { readonly now: Settled<string> };
  /** When it rejects at the latest, by the clock of the timers. */
  readonly deadline: number;
}

class GrantMonitor {
  /** Steps by which the clock was moved ahead: time that has passed, as far as the device knows. */
  ahead = 0;
  /** Sleeps by which timers were delayed. */
  delayed = 0;
  /** Whether a timer may be late, because the device has slept and nobody has looked since. */
  isLate = false;
  isUsed = false;
  isClosed = false;
  readonly states: GrantState[] = [];
  readonly #device: Device;
  readonly #endpoint: GrantEndpoint;
  readonly #grant: RenewingGrant;
  readonly #calls: Call[] = [];
  #latest: { readonly number: number; readonly asked: number; isEarly: boolean } | undefined;
  #failure: Failure | undefined;
  #failures = 0;
  /** Whether the endpoint gave no answer, so that the network may have been away. */
  #isUnanswered = false;
  /** The earliest and the latest moment of the next load. */
  #pause = { from: 0, to: 0 };
  #loading: { readonly load: GrantLoad; readonly asked: number } | undefined;
  #renewals = 0;
  /** Whether a 403 may bring one more load. */
  #replacements = 0;
  /** Whether the newest grant got a 403; it is replaced as soon as a load succeeds. */
  #isDenied = false;

  constructor(device: Device, endpoint: GrantEndpoint, grant: RenewingGrant) {
    this.#device = device;
    this.#endpoint = endpoint;
    this.#grant = grant;
    grant.subscribe((state) => this.states.push(state));
    endpoint.onLoad = (load) => this.#begin(load);
  }

  /** What a device knows of the time that has passed. */
  get now(): number {
    return this.#device.seconds + this.ahead;
  }

  get #age(): number {
    return this.#latest ? this.now - this.#latest.asked : Number.POSITIVE_INFINITY;
  }

  /** Whether the grant can be used; `undefined` in the moment in which that ends. */
  get #isValid(): boolean | undefined {
    return Math.abs(this.#age - usable) <= tolerance ? undefined : this.#age < usable;
  }

  #begin(load: GrantLoad): void {
    this.#noteTimeout();
    expect(this.isUsed && !this.isClosed, "loads after the first use only, and before the end").toBe(true);
    expect(this.#endpoint.pending(), "one load at a time").toEqual([load]);
    const isOverdue = this.#isDenied && this.#failure === "failed";
    const isDue =
      (isOverdue || this.#age >= lifetime / 2 - tolerance) && this.now >= this.#pause.from - tolerance;
    const isRenewal = this.#renewals > 0;
    if (isRenewal) {
      this.#renewals = 0;
      if (this.#failure === "refused") this.#failure = undefined;
    } else if (!isDue) {
      expect(this.#replacements, "a load before its time, without a 403 or renew()").toBeGreaterThan(0);
      expect(this.#failure).toBe(undefined);
    } else expect(this.#failure, "a refusal ends the loads").not.toBe("refused");
    this.#replacements = 0;
    this.isLate = false;
    this.#loading = { load, asked: this.now };
  }

  #noteTimeout(): void {
    if (!this.#loading?.load.isAborted || this.isClosed) return;
    const { asked } = this.#loading;
    expect(this.now - asked).toBeGreaterThanOrEqual(timeout - tolerance);
    this.#fail("failed", asked + timeout, 0, true);
  }

  #fail(failure: Failure, from: number, retryAfter: number, isUnanswered = false): void {
    this.#loading = undefined;
    this.#failure = failure;
    this.#failures++;
    this.#isUnanswered = isUnanswered;
    const longest = longestPause(this.#failures);
    this.#pause = { from: from + retryAfter + longest / 2, to: this.now + retryAfter * 1.5 + longest };
  }

  /** The load in progress ends like this, if there is one. */
  async settle(outcome: "answer" | "fail" | "refuse" | "busy"): Promise<void> {
    this.#noteTimeout();
    const { load, asked } = this.#loading ?? {};
    if (load === undefined || asked === undefined) return;
    this.isLate = false;
    const headers = new Headers({ "Retry-After": "5" });
    if (outcome === "answer") {
      const isTooLate = this.now - asked >= usable;
      if (isTooLate) this.#fail("failed", this.now, 0, true);
      else {
        this.#loading = undefined;
        this.#latest = { number: load.number, asked, isEarly: this.#isDenied };
        this.#isDenied = false;
        this.#failure = undefined;
        this.#failures = 0;
        this.#isUnanswered = false;
        this.#pause = { from: asked + 1, to: asked + 1 };
      }
      await load.answer();
    } else if (outcome === "fail") {
      this.#fail("failed", this.now, 0, true);
      await load.fail();
    } else if (outcome === "busy") {
      this.#fail("failed", this.now, 5);
      await load.reply({ status: 503, headers, json: async () => ({}) });
    } else {
      this.#fail("refused", this.now, 0);
      await load.reply({ status: 401, headers, json: async () => ({}) });
    }
  }

  /** A request needs a signature. */
  request(): void {
    this.isUsed = true;
    this.#calls.push({
      outcome: watch(this.#grant.signUrl(segment)),
      deadline: this.#device.seconds - this.delayed + maxWait,
    });
  }

  requestNow(): void {
    this.isUsed = true;
    this.isLate = false;
    try {
      this.#checkSignature(this.#grant.signUrlNow(segment));
    } catch (error) {
      if (!this.isClosed && this.#isValid) throw error;
    }
  }

  renew(): void {
    this.isUsed = true;
    if (!this.isClosed) this.#renewals++;
    if (this.#failure === "refused" && !this.#loading) this.#failure = undefined;
    this.#grant.renew().catch(() => {});
  }

  /** CloudFront refuses the newest signature. */
  refuseSignature(): void {
    if (!this.#latest) return;
    const isOver = !this.#isValid;
    if (!this.#failure && (isOver || !this.#latest.isEarly)) {
      this.#replacements = 1;
      this.#isDenied ||= !this.#loading && !isOver;
    }
    void this.#grant.retryUrl(this.#grant.covers(segment) ? this.#signedByLatest() : segment);
  }

  #signedByLatest(): string {
    const { number = 0 } = this.#latest ?? {};
    return `${segment}?Policy=p${number}&Signature=s${number}&Key-Pair-Id=K`;
  }

  /** CloudFront accepts the newest signature. */
  acceptSignature(): void {
    if (!this.#latest) return;
    this.#latest.isEarly = false;
    this.#grant.reportSuccess(this.#signedByLatest());
  }

  /** An endpoint that has answered keeps its pause. */
  goOnline(): void {
    this.#noteTimeout();
    this.isLate = false;
    if (this.#isUnanswered) this.#pause = { from: 0, to: Math.min(this.#pause.to, this.now + longestSpread) };
  }

  close(): void {
    this.isClosed = true;
    this.#loading = undefined;
  }

  #checkSignature(url: string): void {
    expect(loadOf(url), "the newest grant signs").toBe(this.#latest?.number);
    expect(this.#endpoint.accepts(url), "no signature is used after its end").toBe(true);
  }

  /** What holds whenever nothing happens. */
  check(): void {
    this.#noteTimeout();
    if (this.isLate) return;
    this.#checkLoad();
    this.#checkState();
    this.#checkCalls();
  }

  #checkLoad(): void {
    const numPending = this.#endpoint.pending().length;
    expect(numPending).toBeLessThanOrEqual(1);
    if (!this.isUsed || this.isClosed) expect(numPending).toBe(0);
    const mustLoad =
      this.isUsed && !this.isClosed && this.#failure !== "refused" && this.now > this.#pause.to + tolerance;
    const isOverdue = this.#isDenied && this.#failure === "failed";
    if (mustLoad && (isOverdue || this.#age > Math.min(0.8 * lifetime, usable) + tolerance))
      expect(numPending, "a load that is due").toBe(1);
    if (this.isClosed) expect([this.#device.numTimers, this.#device.numListeners]).toEqual([0, 0]);
  }

  #checkState(): void {
    const { state } = this.#grant;
    const { states } = this;
    if (states.length > 0) expect(state).toBe(states.at(-1));
    for (const [index, next] of states.entries()) {
      const { status } = states[index - 1] ?? { status: "idle" };
      expect(following[status]).toContain(next.status);
    }
    if (this.isClosed || !this.isUsed) {
      expect(state).toEqual({ status: this.isClosed ? "closed" : "idle" });
      return;
    }
    if (this.#isValid === undefined) return;
    const status = { failed: "unavailable", refused: "refused", none: "loading" }[this.#failure ?? "none"];
    expect(state.status).toBe(this.#isValid ? "valid" : status);
    if (state.status === "valid") expect(state.error === undefined).toBe(this.#failure === undefined);
  }

  #checkCalls(): void {
    for (const call of this.#calls.splice(0)) {
      const { status, value = "", code = "" } = call.outcome.now;
      if (status === "fulfilled") expect(loadOf(value)).toBeGreaterThan(0);
      else if (status === "rejected") expect(code).toMatch(/^ERR_GRANT_(LOAD_FAILED|REFUSED|CLOSED)$/);
      else {
        const late = this.#device.seconds - this.delayed - call.deadline;
        expect(late, "a request waits no longer than maxWait").toBeLessThan(tolerance);
        expect(this.isClosed || this.#isValid, "a request waits for what is there").not.toBe(true);
        expect(this.#failure === "refused" && !this.#loading, "nobody waits after a refusal").toBe(false);
        this.#calls.push(call);
      }
    }
  }

  /** A request that was answered at once got a signature that is valid. */
  checkLastRequest(): void {
    const { status, value = "" } = this.#calls.at(-1)?.outcome.now ?? {};
    if (status === "fulfilled") this.#checkSignature(value);
  }
}

/** Random histories of a renewing grant, watched by a monitor that knows its rules. */

type Action =
  | {
      readonly does:
        | "request"
        | "requestNow"
        | "refuseSignature"
        | "acceptSignature"
        | "renew"
        | "online"
        | "show"
        | "close";
    }
  | { readonly does: "settle"; readonly outcome: "answer" | "fail" | "refuse" | "busy" }
  | { readonly does: "pass"; readonly seconds: number }
  | { readonly does: "sleep"; readonly seconds: number; readonly kind: SleepKind }
  | { readonly does: "moveClock"; readonly seconds: number };

const does = <Name extends Action["does"]>(name: Name) => ({ does: fc.constant(name) });
const kind = fc.record({ stopsPerformance: fc.boolean(), delaysTimers: fc.boolean() });

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 20, arbitrary: fc.record(does("request")) },
  { weight: 8, arbitrary: fc.record(does("requestNow")) },
  { weight: 8, arbitrary: fc.record(does("refuseSignature")) },
  { weight: 4, arbitrary: fc.record(does("acceptSignature")) },
  { weight: 3, arbitrary: fc.record(does("renew")) },
  { weight: 3, arbitrary: fc.record(does("online")) },
  { weight: 3, arbitrary: fc.record(does("show")) },
  { weight: 1, arbitrary: fc.record(does("close")) },
  {
    weight: 30,
    arbitrary: fc.record({
      ...does("settle"),
      outcome: fc.constantFrom("answer", "answer", "answer", "answer", "fail", "fail", "busy", "refuse"),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      ...does("pass"),
      seconds: fc.constantFrom(0.3, 0.7, 1.3, 3.1, 8.7, 11.9, 21.3, 33.7, 47.9, 52.1),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ ...does("sleep"), seconds: fc.constantFrom(5.3, 31.1, 99.7, 3601.9), kind }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...does("moveClock"),
      seconds: fc.constantFrom(3.7, 61.3, 3607.1, -2.9, -59.3, -3599),
    }),
  },
);

const history = fc.array(action, { maxLength: 60, size: "max" });

const runHistory = (actions: readonly Action[], seed: number, clockError: number): Promise<GrantMonitor> =>
  onDevice(
    async (device) => {
      const endpoint = grantEndpoint(device, { lifetime });
      const grant = renewingGrant({ load: endpoint.load, timeout, maxWait });
      const monitor = new GrantMonitor(device, endpoint, grant);
      for (const action of actions) {
        switch (action.does) {
          case "request":
            monitor.request();
            await endEvent();
            monitor.checkLastRequest();
            break;
          case "requestNow":
          case "refuseSignature":
          case "acceptSignature":
          case "renew":
            monitor[action.does]();
            break;
          case "online":
            if (device.numListeners > 0) monitor.goOnline();
            await device.dispatch("online");
            break;
          case "show":
            monitor.isLate = false;
            await device.show(true);
            break;
          case "close":
            grant.close();
            monitor.close();
            break;
          case "settle":
            await monitor.settle(action.outcome);
            break;
          case "pass":
            await device.pass(action.seconds);
            break;
          case "sleep":
            if (action.kind.delaysTimers) {
              monitor.delayed += action.seconds;
              monitor.isLate = true;
            }
            await device.sleep(action.seconds, action.kind);
            break;
          case "moveClock":
            // Nobody can know how long a device slept whose clock was set meanwhile.
            await device.show(true);
            device.moveClock(action.seconds);
            monitor.ahead += Math.max(0, action.seconds);
            await device.show(true);
            monitor.isLate = false;
        }
        await endEvent();
        monitor.check();
      }
      grant.close();
      monitor.close();
      await endEvent();
      monitor.check();
      return monitor;
    },
    { seed, clockError },
  );

describe("a renewing grant", () => {
  it("does what its rules say in any history", () =>
    fc.assert(
      fc.asyncProperty(
        history,
        fc.nat(),
        fc.constantFrom(0, 3600, -3600),
        async (actions, seed, clockError) => {
          await runHistory(actions, seed, clockError);
        },
      ),
      runs(16, 300),
    ));

  it("goes through every state in these histories", async () => {
    const statuses = new Set<string>();
    const histories = fc.sample(fc.tuple(history, fc.nat()), runs(16, 100));
    for (const [actions, seed] of histories)
      for (const { status } of (await runHistory(actions, seed, 0)).states) statuses.add(status);
    expect([...statuses].sort()).toEqual(["closed", "loading", "refused", "unavailable", "valid"]);
  });
});
