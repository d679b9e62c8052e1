import { seededRandom } from "./random.ts";

/** Time that passes as soon as nothing else happens, and random numbers that are the same in each run. */
export interface VirtualTime {
  /** Milliseconds since the start. */
  readonly now: number;
  /** The delay of each timer that was set, in order. */
  readonly delays: readonly number[];
  /**
   * The number of timers that are set, and that nobody clears while no time passes: a test runner has some until its
   * messages are answered.
   */
  leftTimers(): Promise<number>;
}

/** Of one millisecond each, for messages of the test runner. */
const mostTurns = 10_000;

interface Timer {
  readonly due: number;
  readonly fire: () => void;
}

/**
 * Runs `action` with timers and a `performance.now` of its own in place of the runtime's, which fake timers of a test
 * runner cannot do in every runtime. Code that waits for WebCrypto must not be under a timer: that time passes at once.
 */
export async function inVirtualTime<Result>(
  action: (time: VirtualTime) => Promise<Result>,
  seed = 1,
): Promise<Result> {
  const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
  const realRandom = Math.random;
  const realNow = Object.getOwnPropertyDescriptor(performance, "now");
  const timers = new Map<number, Timer>();
  const delays: number[] = [];
  let now = 0;
  let lastId = 0;
  const fake = {
    setTimeout: (fire: () => void, delay = 0) => {
      delays.push(delay);
      timers.set(++lastId, { due: now + delay, fire });
      return lastId;
    },
    clearTimeout: (id: number) => timers.delete(id),
  };
  /** Fires the timers that are due first. */
  const fireNext = (): void => {
    const due = Math.min(...Array.from(timers.values(), (timer) => timer.due));
    if (due < Number.POSITIVE_INFINITY) now = due;
    for (const [id, timer] of [...timers]) if (timer.due === due && timers.delete(id)) timer.fire();
  };
  const install = (functions: object) => Object.assign(globalThis, functions);
  install(fake);
  Object.defineProperty(performance, "now", { configurable: true, writable: true, value: () => now });
  Math.random = seededRandom(seed);
  try {
    let isDone = false;
    let isStopped = false;
    const result = action({
      get now() {
        return now;
      },
      delays,
      async leftTimers() {
        isStopped = true;
        for (let turn = 0; timers.size > 0 && turn < mostTurns; turn++)
          await new Promise((resolve) => realSetTimeout(resolve, 1));
        isStopped = false;
        return timers.size;
      },
    }).finally(() => {
      isDone = true;
    });
    result.catch(() => {});
    while (!isDone) {
      await new Promise((resolve) => realSetTimeout(resolve, 0));
      if (!isStopped) fireNext();
    }
    return await result;
  } finally {
    install({ setTimeout: realSetTimeout, clearTimeout: realClearTimeout });
    if (realNow) Object.defineProperty(performance, "now", realNow);
    else Reflect.deleteProperty(performance, "now");
    Math.random = realRandom;
  }
}
