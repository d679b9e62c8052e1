import { seededRandom } from "@cloudfront-sign-webcrypto/testing/support/random.ts";

/**
 * A device whose clocks, timers, page events and random numbers do what a test says, in every runtime: fake
 * timers of a test runner exist in few of them.
 */
export interface Device {
  /** Real seconds since the start. */
  readonly seconds: number;
  /** What a right clock shows, such as the server's, in milliseconds. */
  readonly serverTime: number;
  /** The delay of each timer that was set, in seconds. */
  readonly delays: readonly number[];
  /** Timers that are set and neither fired nor cleared. */
  readonly numTimers: number;
  /** The same, of those that nobody clears while no time passes: a test runner has some until its messages are answered. */
  leftTimers(): Promise<number>;
  /** Listeners for events of the page that have not been removed. */
  readonly numListeners: number;
  /** A clock that does not run. */
  stopped: "Date" | "performance" | undefined;
  /** Time passes, and timers fire. */
  pass(seconds: number): Promise<void>;
  /** Time passes without any code; then the device wakes up. */
  sleep(seconds: number, kind?: SleepKind): Promise<void>;
  /** Lets bodies of requests and responses arrive, which takes turns of the event loop in some runtimes, but no time here. */
  readBodies(): Promise<void>;
  /** A person or NTP sets the device's clock. */
  moveClock(seconds: number): void;
  /** An event of the page or its window happens, such as `online`. */
  dispatch(type: PageEvent): Promise<void>;
  /** Hides the page or shows it, with the event. */
  show(isVisible: boolean): Promise<void>;
}

/** What the clocks of systems and browsers do in a sleep. */
export interface SleepKind {
  /** Whether `performance.now()` stands still, as it does in Chromium on Linux and macOS. */
  readonly stopsPerformance: boolean;
  /** Whether timers get as much later as the device has slept; else they fire when it wakes up. */
  readonly delaysTimers: boolean;
}

export type PageEvent = "visibilitychange" | "pageshow" | "resume" | "online";

const pageEvents: readonly string[] = ["visibilitychange", "pageshow", "resume", "online"];

/** More steps than any chain of promises here. */
const stepsOfAnEvent = 60;

/** Turns of the event loop in which the reading of a body begins, and those in which it has to end. */
const turnsOfABody = { least: 5, most: 1000 };

const readingMethods = ["arrayBuffer", "json", "read", "text"];

/** Browsers and Node.js hold the delay in 32 bits; a longer timer fires at once. */
const longestDelay = 2 ** 31 - 1;

const start = Date.UTC(2026, 0, 1);

/** Lets everything happen that waits for no timer and no body of a response. */
export async function endEvent(): Promise<void> {
  for (let step = 0; step < stepsOfAnEvent; step++) await undefined;
}

type Listener = ((event: Event) => void) | { handleEvent(event: Event): void };

interface Timer {
  readonly due: number;
  readonly fire: () => void;
}

/** Runs `action` on a device. `clockError`: how many seconds its clock is ahead. */
export async function onDevice<Result>(
  action: (device: Device) => Promise<Result>,
  { seed = 16, clockError = 0 }: { seed?: number; clockError?: number } = {},
): Promise<Result> {
  const { setTimeout: realSetTimeout } = globalThis;
  const timers = new Map<number, Timer>();
  const listeners: { source: object; type: string; listener: Listener }[] = [];
  const delays: number[] = [];
  /** Milliseconds: real ones, and as each clock counts them. */
  const clocks = { real: 0, date: clockError * 1000, performance: 5000, timers: 0 };
  let lastId = 0;
  let isVisible = true;

  /** `addEventListener` and `removeEventListener` of a source, which keep the listeners of page events here. */
  const listen = (source: EventListening) => {
    const { addEventListener, removeEventListener } = source;
    const find = (type: string, listener: Listener) =>
      listeners.findIndex((one) => one.source === source && one.type === type && one.listener === listener);
    return {
      addEventListener(type: string, listener: Listener, options?: unknown): void {
        if (!pageEvents.includes(type)) addEventListener?.call(source, type, listener, options);
        else if (find(type, listener) < 0) listeners.push({ source, type, listener });
      },
      removeEventListener(type: string, listener: Listener, options?: unknown): void {
        if (!pageEvents.includes(type)) removeEventListener?.call(source, type, listener, options);
        else if (find(type, listener) >= 0) listeners.splice(find(type, listener), 1);
      },
    };
  };
  let numReads = 0;
  /** The methods of `prototype` that read a body, each of which counts while it reads. */
  const countReads = (prototype: object): (() => void) => {
    const methods = readingMethods.flatMap((name) => {
      const read: unknown = Reflect.get(prototype, name);
      if (typeof read !== "function") return [];
      const counted = async function (this: unknown, ...given: unknown[]) {
        numReads++;
        try {
          return await (Reflect.apply(read, this, given) as unknown);
        } finally {
          numReads--;
        }
      };
      return [[name, counted] as const];
    });
    return replace(prototype, Object.fromEntries(methods));
  };
  const page: object = Reflect.get(globalThis, "document") ?? {};
  const restore = [
    replace(Math, { random: seededRandom(seed) }),
    replace(Date, { now: () => start + clocks.date }),
    replace(performance, { now: () => clocks.performance }),
    replace(globalThis, {
      ...listen(globalThis as EventListening),
      ...("document" in globalThis ? undefined : { document: page }),
      setTimeout: (fire: () => void, delay = 0) => {
        delays.push(delay / 1000);
        timers.set(++lastId, { due: clocks.timers + (delay > longestDelay ? 1 : Math.max(1, delay)), fire });
        return lastId;
      },
      clearTimeout: (id: number) => timers.delete(id),
    }),
    ...[Request, Response, ReadableStreamDefaultReader].map(({ prototype }) => countReads(prototype)),
    replace(page, listen(page as EventListening)),
    replaceGetter(page, "visibilityState", () => (isVisible ? "visible" : "hidden")),
  ];

  const advance = (milliseconds: number, kind?: SleepKind): void => {
    clocks.real += milliseconds;
    if (device.stopped !== "Date") clocks.date += milliseconds;
    if (device.stopped !== "performance" && !kind?.stopsPerformance) clocks.performance += milliseconds;
    if (!kind?.delaysTimers) clocks.timers += milliseconds;
  };
  /** The timer that is due first; of several, the one that was set first. */
  const nextTimer = (): [number, Timer] | undefined => {
    let first: [number, Timer] | undefined;
    for (const one of timers) if (first === undefined || one[1].due < first[1].due) first = one;
    return first;
  };
  /** Fires the timers that are due, one after the other, and those that they set. */
  const run = async (until: number): Promise<void> => {
    for (;;) {
      await endEvent();
      const [id, timer] = nextTimer() ?? [];
      if (id === undefined || timer === undefined || timer.due > until) return;
      advance(Math.max(0, timer.due - clocks.timers));
      timers.delete(id);
      timer.fire();
    }
  };
  const device: Device = {
    stopped: undefined,
    get seconds() {
      return clocks.real / 1000;
    },
    get serverTime() {
      return start + clocks.real;
    },
    delays,
    async leftTimers() {
      for (let turn = 0; timers.size > 0 && turn < turnsOfABody.most; turn++)
        await new Promise((resolve) => realSetTimeout(resolve, 1));
      return timers.size;
    },
    get numTimers() {
      return timers.size;
    },
    get numListeners() {
      return listeners.length;
    },
    async pass(seconds) {
      const end = clocks.timers + seconds * 1000;
      await run(end);
      advance(end - clocks.timers);
    },
    async sleep(seconds, kind = { stopsPerformance: true, delaysTimers: true }) {
      advance(seconds * 1000, kind);
      await run(clocks.timers);
    },
    async readBodies() {
      for (let turn = 0; turn < turnsOfABody.least || (numReads > 0 && turn < turnsOfABody.most); turn++)
        await new Promise((resolve) => realSetTimeout(resolve, 0));
      await endEvent();
    },
    moveClock(seconds) {
      clocks.date += seconds * 1000;
    },
    async dispatch(type) {
      for (const { source, listener } of listeners.filter((one) => one.type === type)) {
        if (typeof listener === "function") listener.call(source, new Event(type));
        else listener.handleEvent(new Event(type));
      }
      await endEvent();
    },
    async show(visible) {
      isVisible = visible;
      await device.dispatch("visibilitychange");
    },
  };
  try {
    return await action(device);
  } finally {
    for (const undo of restore.reverse()) undo();
    // What a failed test left behind must not reach the next one.
    await new Promise((resolve) => realSetTimeout(resolve, 0));
  }
}

interface EventListening {
  addEventListener?: (type: string, listener: Listener, options?: unknown) => void;
  removeEventListener?: (type: string, listener: Listener, options?: unknown) => void;
}

/** Replaces members, whether they are its own or inherited; the result undoes it. */
function replace(target: object, members: object): () => void {
  const undo = Object.entries(members).map(([name, value]) => {
    const before = Object.getOwnPropertyDescriptor(target, name);
    // Bun's `Response.prototype.json` is writable, but not configurable.
    if (before?.configurable === false) Object.defineProperty(target, name, { value });
    else Object.defineProperty(target, name, { value, configurable: true, writable: true });
    return () => {
      if (before) Object.defineProperty(target, name, before);
      else Reflect.deleteProperty(target, name);
    };
  });
  return () => {
    for (const one of undo.reverse()) one();
  };
}

function replaceGetter(target: object, name: string, get: () => unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { get, configurable: true });
  return () => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  };
}
