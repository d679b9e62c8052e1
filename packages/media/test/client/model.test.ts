import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { renewingGrant } from "cloudfront-sign-media/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endEvent, onDevice, type SleepKind } from "../support/device.ts";
import { grantEndpoint } from "../support/grant-endpoint.ts";
import { GrantMonitor, lifetime, maxWait, timeout } from "../support/grant-monitor.ts";

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
