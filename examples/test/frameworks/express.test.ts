import { expect, it } from "vitest";
import { describeExample } from "./support/describe-example.ts";
import type { RunningExample } from "./support/running-example.ts";
import { itKeepsSessionsOnTheServer } from "./support/server-sessions.ts";

function itPlaysFilm({ app, cdn, signIn }: RunningExample): void {
  it("has a page with hls.js, for everyone", async () => {
    const [page, player] = await Promise.all([fetch(app()), fetch(`${app()}/hls.js`)]);
    expect([page.status, player.status]).toEqual([200, 200]);
    expect(await page.text()).toContain(`hls.loadSource("${cdn().origin}/film/index.m3u8")`);
    expect(player.headers.get("Content-Type")).toMatch(/javascript/);
  });

  it("opens the folder of the film, and closes it at sign-out", async () => {
    const viewer = await signIn();
    const film = `${cdn().origin}/film/index.m3u8`;
    const { status } = await viewer.post(`${app()}/cookies?folder=film`);
    expect([status, (await viewer.fetch(film)).status]).toEqual([204, 200]);
    await viewer.post(`${app()}/logout`);
    expect((await viewer.fetch(film)).status).toBe(403);
  });

  it.each(["", "*", "../course", "course/*", "film&folder=course"])(
    "opens nothing for the folder %s",
    async (folder) => {
      const response = await (await signIn()).post(`${app()}/cookies?folder=${folder}`);
      expect([response.status, response.headers.getSetCookie()]).toEqual([404, []]);
    },
  );
}

describeExample("express", {
  further: (example) => {
    itKeepsSessionsOnTheServer(example);
    itPlaysFilm(example);
  },
});
