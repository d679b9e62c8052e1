import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import { fileResponse } from "./file-response.mjs";
import { describeFilm } from "./film-description.mjs";
import { grantEndpoint } from "./grant-endpoint.mjs";
import { htmlResponse } from "./html-response.mjs";
import { createSessions } from "./sessions.mjs";

/** @param {string} name an installed package @returns its built files */
const built = (name) => join(dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), "dist");
const pages = join(import.meta.dirname, "page");
/** What the page may load, by the folder in its path. */
const folders = new Map([
  ["page", pages],
  ...["cloudfront-sign-media", "cloudfront-sign-webcrypto", "hls.js"].map(
    (name) => /** @type {[string, string]} */ ([name, built(name)]),
  ),
]);

/** @param {string} html */
const showAlert = (html) => html.replace('role="alert" hidden', 'role="alert"');

/**
 * The site: its pages, signing in and out, and the endpoint that gives grants.
 * @param {object} options
 * @param {string} options.origin
 * @param {string} options.cdn origin of the CDN
 * @param {ReturnType<typeof import("cloudfront-sign-webcrypto").createCloudFrontSigner>} options.signer
 * @param {number} options.grantSeconds
 * @returns {import("./listen.mjs").Handler}
 */
export function createApp({ origin, cdn, signer, grantSeconds }) {
  const sessions = createSessions();
  const giveGrant = grantEndpoint({ signer, cdn, grantSeconds, userOf: sessions.userOf });
  let endOfOutage = 0;

  /** @param {string} name @param {ResponseInit} [init] @param {(html: string) => string} [edit] */
  const page = async (name, init, edit = (html) => html) =>
    htmlResponse(edit(await readFile(join(pages, name), "utf8")), cdn, init);
  /** @param {string[]} cookies */
  const toStart = (cookies) =>
    new Response(null, {
      status: 303,
      headers: [
        ["Location", "/"],
        ["Cache-Control", "private, no-store"],
        ...cookies.map((line) => /** @type {[string, string]} */ (["Set-Cookie", line])),
      ],
    });

  /** @type {Record<string, import("./listen.mjs").Handler>} */
  const routes = {
    "GET /": (request) => page(sessions.userOf(request) ? "player.html" : "sign-in.html"),
    "POST /sign-in": async (request) => {
      const form = new URLSearchParams(await request.text());
      const cookie = sessions.signIn(form.get("name") ?? "", form.get("password") ?? "");
      return cookie ? toStart([cookie]) : page("sign-in.html", { status: 401 }, showAlert);
    },
    "POST /sign-out": (request) =>
      toStart([sessions.signOut(request), ...clearCloudFrontSignedCookies({ path: "/film/" })]),
    "POST /api/grant": (request) =>
      Date.now() < endOfOutage
        ? new Response("The endpoint fails, as you asked.\n", { status: 503 })
        : giveGrant(request),
    "GET /api/film": (request) => {
      const user = sessions.userOf(request);
      if (!user) return new Response(null, { status: 401 });
      const film = describeFilm({ cdn, user: user.name, grantSeconds });
      return Response.json(film, { headers: { "Cache-Control": "private, no-store" } });
    },
    // For the demonstration: as long as a grant, so that the one at hand ends before.
    "POST /api/outage": () => {
      endOfOutage = Date.now() + grantSeconds * 1000;
      return Response.json({ seconds: grantSeconds });
    },
  };

  return (request) => {
    const { pathname } = new URL(request.url);
    // Forms of other sites carry no session cookie (SameSite=Lax); this is for those of other ports.
    if (request.method === "POST" && (request.headers.get("origin") ?? origin) !== origin)
      return new Response("This came from another page.\n", { status: 403 });
    const route = routes[`${request.method} ${pathname}`];
    if (route) return route(request);
    const [, folder = "", name = ""] = /^\/([\w.-]+)\/([\w.-]+\.(?:css|js|mjs))$/.exec(pathname) ?? [];
    const path = folders.get(folder);
    return path ? fileResponse(join(path, name)) : new Response("There is nothing here.\n", { status: 404 });
  };
}
