import { expect, it } from "vitest";
import { describeExample } from "./support/describe-example.ts";
import type { RunningExample } from "./support/running-example.ts";
import { itKeepsSessionsOnTheServer } from "./support/server-sessions.ts";

function itRenewsCookies({ app, cdn, signIn }: RunningExample): void {
  it("has a page with an MP4 and a PDF, and the modules of its import map, for everyone", async () => {
    const page = await (await fetch(app())).text();
    expect(page).toContain(`video.src = "${cdn().origin}/course/film.mp4"`);
    expect(page).toContain(`href="${cdn().origin}/course/report.pdf"`);
    const [, map = ""] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(page) ?? [];
    for (const path of Object.values<string>(JSON.parse(map).imports)) {
      const { status, headers } = await fetch(app() + path);
      expect([path, status, headers.get("Content-Type")]).toEqual([
        path,
        200,
        expect.stringMatching(/javascript/),
      ]);
    }
  });

  it("opens the course for ten minutes, and closes it at sign-out", async () => {
    const viewer = await signIn();
    const film = `${cdn().origin}/course/film.mp4`;
    const response = await viewer.post(`${app()}/grants/course`);
    const { cookies, expiresAt, now } = await response.json();
    expect([response.status, cookies]).toEqual([200, true]);
    expect(Date.parse(expiresAt) - Date.parse(now)).toBeLessThanOrEqual(600_000);
    expect((await viewer.fetch(film, { headers: { Range: "bytes=1000-1999" } })).status).toBe(206);
    await viewer.post(`${app()}/logout`);
    expect((await viewer.fetch(film)).status).toBe(403);
    expect((await viewer.post(`${app()}/grants/course`)).status).toBe(401);
  });

  it.each(["*", "%2A", "course%2F..", "film", "course%3F"])("opens nothing for %s", async (folder) => {
    const response = await (await signIn()).post(`${app()}/grants/${folder}`);
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
  });
}

describeExample("express", {
  further: (example) => {
    itKeepsSessionsOnTheServer(example);
    itRenewsCookies(example);
  },
});
