import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pages } from "./support/documented.ts";
import { Stage } from "./support/stage.ts";

/** The rows of docs/players.md for a viewer who is signed out when the page opens; renewing.ts has the others. */

const stage = new Stage();
const text = readFileSync(join(import.meta.dirname, "../../../docs/players.md"), "utf8");

const rows = text
  .slice(text.indexOf("| player | if the player has stopped |"))
  .split("\n\n")[0]
  ?.split("\n")
  .slice(2)
  .map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const pageOf: Record<string, string> = {
  "hls.js": "hls-query",
  "dash.js": "dash-query",
  Shaka: "shaka-query",
  "video.js": "videojs-query",
};

describe("a viewer who signs in after the page has opened", () => {
  it("docs/players.md has a row for each player", () => {
    expect(rows?.map(([player = ""]) => pageOf[player])).toEqual(Object.values(pageOf));
  });

  it.each(rows ?? [])("plays: %s", async (player = "", _ = "", neverStarted = "") => {
    const page = pages.get(pageOf[player] ?? "") ?? "";
    const url = /https:[^"]+\/index\.\w+/.exec(page)?.[0];
    const { grant: usual } = stage.setting;
    stage.setting.grant = async () => Response.json({ code: "signed-out" }, { status: 401 });
    const signIn = "() => new Promise((signIn) => Object.assign(globalThis, { signIn }))";
    const playAgain = neverStarted.replaceAll("`", "").replace("(url)", `(${JSON.stringify(url)})`);
    await stage.openCode(
      `import { askToSignIn } from "./sign-in-again.ts"; ${page.replace(
        /^const grant = .*$/m,
        (line) => `${line}\naskToSignIn(grant, ${signIn}, () => { ${playAgain} });`,
      )}`,
    );
    await stage.expectRefused();
    expect(stage.seen()).toEqual([]);
    expect(await stage.page.evaluate("document.querySelector('video').readyState")).toBe(0);

    stage.setting.grant = usual;
    stage.page.complaints.length = 0;
    await stage.page.evaluate("signIn()");
    await stage.expectPlays();
    stage.expectAllSigned("query");
  });

  it("the documented page of hls.js prints why there is no grant", async () => {
    stage.setting.grant = async () => Response.json({ code: "signed-out" }, { status: 401 });
    await stage.openCode(`${pages.get("hls-query")}\nObject.assign(globalThis, { grant });`);
    await stage.expectRefused();
    const message = await stage.page.evaluate("grant.state.error.message");
    expect(stage.complaintsOfPage().join()).toContain(message);
  });
});
