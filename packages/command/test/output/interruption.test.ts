import { afterEach, expect, it } from "vitest";
import { interruption } from "../../src/output/interruption.ts";

const names = ["SIGINT", "SIGTERM"] as const;
const before = Object.fromEntries(names.map((name) => [name, process.listeners(name)]));
afterEach(() => {
  process.exitCode = undefined;
  for (const name of names)
    for (const listener of process.listeners(name))
      if (!before[name]?.includes(listener)) process.off(name, listener);
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
