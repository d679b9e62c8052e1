import { join } from "node:path";
import { expect, it } from "vitest";
import { describeExample } from "./support/describe-example.ts";
import type { RunningExample } from "./support/running-example.ts";
import { Viewer } from "./support/viewer.ts";

const front = join(import.meta.dirname, "support/lambda-at-edge.mjs");
const page = { headers: { Accept: "text/html" } };

function pages({ app, cdn, signIn }: RunningExample): void {
  const members = () => `${app()}/members/index.html`;

  it("sends a page's viewer to the form, and answers 401 to everything else", async () => {
    const viewer = new Viewer();
    const redirect = await viewer.fetch(members(), page);
    expect([redirect.status, redirect.headers.get("Location")]).toEqual([302, "/login.html"]);
    expect((await viewer.fetch(members())).status).toBe(401);
    expect(redirect.headers.getSetCookie()).toEqual([]);
  });

  it("opens the course with a page of the origin, and keeps the origin's own cookies", async () => {
    const viewer = await signIn();
    const response = await viewer.fetch(members(), page);
    expect([response.status, await response.text()]).toEqual([200, "Welcome"]);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    const names = response.headers.getSetCookie().map((line) => line.split("=")[0]);
    expect(names).toEqual(["theme", "CloudFront-Policy", "CloudFront-Signature", "CloudFront-Key-Pair-Id"]);
    expect((await viewer.fetch(`${cdn().origin}/course/1.txt`)).status).toBe(200);
  });

  it("adds no cookies to an error of the origin", async () => {
    const response = await (await signIn()).fetch(`${app()}/members/not-there.html`, page);
    expect([response.status, response.headers.getSetCookie()]).toEqual([404, ["theme=light"]]);
  });
}

describeExample("lambda-at-edge", {
  starts: { "viewer request and origin response": () => ({ command: "node", args: [front] }) },
  further: pages,
});
