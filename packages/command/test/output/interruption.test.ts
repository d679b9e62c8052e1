import { afterEach, beforeEach, expect, it } from "vitest";
import { interruption } from "../../src/output/interruption.ts";

const names = ["SIGINT", "SIGTERM"] as const;
// What other tests of this process do when it is interrupted.
const others = Object.fromEntries(names.map((name) => [name, process.rawListeners(name)]));
beforeEach(() => {
  for (const name of names) process.removeAllListeners(name);
});
afterEach(() => {
  process.exitCode = undefined;
  for (const name of names) {
    process.removeAllListeners(name);
    for (const listener of others[name] ?? []) process.on(name, listener as () => void);
  }
});

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s is the exit status, also of a command that ends because its reader goes away",
  (name, status) => {
    const interrupted = interruption();
    process.emit(name);
    expect([interrupted.signal.aborted, interrupted.status, process.exitCode]).toEqual([
      true,
      status,
      status,
    ]);
  },
);
