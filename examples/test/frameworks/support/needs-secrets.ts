import { expect, it } from "vitest";
import { account } from "./environment.ts";
import type { RunningExample } from "./running-example.ts";
import { Viewer } from "./viewer.ts";

/** An empty secret, which everybody knows, opens nothing: the app does not start, or signs nobody in. */
export function itNeedsSecrets({ startWith }: RunningExample): void {
  it.each([
    ["SESSION_SECRET", account],
    ["LOGIN_PASSWORD", { ...account, password: "" }],
  ])("signs nobody in with an empty %s", async (name, form) => {
    const started = await startWith({ [name]: "" }).catch((error: Error) => error);
    if (started instanceof Error) return expect(started.message).toMatch(/secret|password/i);
    const response = await new Viewer().post(`${started.origin}/login`, form);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.headers.getSetCookie()).toEqual([]);
  });
}
