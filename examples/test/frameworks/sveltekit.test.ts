import { expect, it } from "vitest";
import { describeExample } from "./support/describe-example.ts";
import { account } from "./support/environment.ts";
import type { RunningExample } from "./support/running-example.ts";
import { Viewer } from "./support/viewer.ts";

const page = { Accept: "text/html" };

function formAction({ app }: RunningExample): void {
  const submit = (viewer: Viewer, form: Record<string, string>) =>
    viewer.fetch(`${app()}/login`, { method: "POST", headers: page, body: new URLSearchParams(form) });

  it("signs in by the page's form and its action", async () => {
    const viewer = new Viewer();
    const response = await submit(viewer, account);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
    expect((await viewer.fetch(`${app()}/url?file=report.pdf`)).status).toBe(200);
    expect(await (await viewer.fetch(`${app()}/`, { headers: page })).text()).toContain("Sign out");
  });

  it("shows the form again, with status 401 and an alert, if the password is wrong", async () => {
    const response = await submit(new Viewer(), { ...account, password: "wrong" });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('role="alert"');
  });

  it("denies a form of another site", async () => {
    const headers = { ...page, Origin: "https://evil.example" };
    const body = new URLSearchParams(account);
    const response = await fetch(`${app()}/login`, { method: "POST", headers, body });
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
  });

  it("answers 401 for a path that is not listed as open", async () => {
    expect((await fetch(`${app()}/not-there`)).status).toBe(401);
  });
}

describeExample("sveltekit", {
  // adapter-node takes https for granted, unless ORIGIN says otherwise. Forms are compared with it.
  starts: {
    "node build": (port) => ({
      command: "node",
      args: ["build"],
      env: { ORIGIN: `http://localhost:${port}` },
    }),
  },
  further: formAction,
});
