import { expect, it } from "vitest";
import { account } from "./environment.ts";
import type { RunningExample } from "./running-example.ts";
import { Viewer } from "./viewer.ts";

/** packages/integration/examples/settings.test.ts has every variable and placeholder. */
export function itRefusesPlaceholders({ startWith }: RunningExample): void {
  it("does not start with a placeholder for a secret, or signs nobody in where there is no start", async () => {
    const fault = /(SESSION_SECRET:|cloudfront-app: sessionSecret) is not usable; /;
    const started = await startWith({ SESSION_SECRET: "change-me" }).catch((error: Error) => error);
    if (started instanceof Error) return expect(started.message).toMatch(fault);
    const response = await new Viewer().post(`${started.origin}/login`, account);
    expect([response.status, response.headers.getSetCookie()]).toEqual([500, []]);
    await expect.poll(() => started.program.output).toMatch(fault);
  });
}
