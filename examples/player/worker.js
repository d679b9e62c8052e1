// The site of server.mjs for a host that has only static files: this service worker answers what app.mjs and cdn.mjs
// answer. Responses of a service worker set no cookies, so the film is signed by query only.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import { describeFilm } from "./film-description.mjs";
import { grantEndpoint } from "./grant-endpoint.mjs";

const worker = /** @type {any} */ (self);
/** The folder of the site, which ends with a slash. @type {string} */
const folder = worker.registration.scope;
const cdn = folder.slice(0, -1);
const user = { name: "ada@example.com", films: ["film"] };
const grantSeconds = 20;
const keyPairId = "KEXAMPLEPLAYER";

/** @typedef {{ privateKey: string, publicKey: string, isSignedIn: boolean, endOfOutage: number }} State */

/** Browsers stop an idle worker, so what it knows is kept outside of it. @param {State} state @returns {Promise<State>} */
async function keep(state) {
  const cache = await caches.open(folder);
  await cache.put("state", Response.json(state));
  return state;
}

/** @returns {Promise<State>} */
async function kept() {
  const found = await (await caches.open(folder)).match("state");
  return found ? found.json() : keep(await newState());
}

/** A pair of keys for this browser. @returns {Promise<State>} */
async function newState() {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  /** @param {"pkcs8" | "spki"} format @param {CryptoKey} key @param {string} label */
  const pem = async (format, key, label) => {
    const bytes = new Uint8Array(await crypto.subtle.exportKey(format, key));
    return `-----BEGIN ${label}-----\n${btoa(String.fromCharCode(...bytes))}\n-----END ${label}-----\n`;
  };
  return {
    privateKey: await pem("pkcs8", pair.privateKey, "PRIVATE KEY"),
    publicKey: await pem("spki", pair.publicKey, "PUBLIC KEY"),
    isSignedIn: false,
    endOfOutage: 0,
  };
}

/** A file under the address of the request: a player resolves the names in a playlist against it. @param {string} name */
async function file(name) {
  const { body, status, headers } = await fetch(`${folder}${name}`);
  return new Response(body, { status, headers });
}
const toStart = () => Response.redirect(folder, 303);

/** By method and path. @type {Record<string, (request: Request, state: State) => Response | Promise<Response>>} */
const routes = {
  "GET ": (_, { isSignedIn }) => file(isSignedIn ? "page/player.html" : "page/sign-in.html"),
  "POST sign-in": async (request, state) => {
    const form = await request.formData();
    await keep({ ...state, isSignedIn: form.get("name") === user.name });
    return toStart();
  },
  "POST sign-out": async (_, state) => {
    await keep({ ...state, isSignedIn: false });
    return toStart();
  },
  "POST api/grant": (request, { privateKey, isSignedIn, endOfOutage }) => {
    if (Date.now() < endOfOutage) return new Response("The endpoint fails, as you asked.\n", { status: 503 });
    const signer = createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "1h" });
    return grantEndpoint({ signer, cdn, grantSeconds, userOf: () => (isSignedIn ? user : undefined) })(
      request,
    );
  },
  "GET api/film": (_, { isSignedIn }) =>
    isSignedIn
      ? Response.json(describeFilm({ cdn, user: user.name, grantSeconds }))
      : new Response(null, { status: 401 }),
  "POST api/outage": async (_, state) => {
    await keep({ ...state, endOfOutage: Date.now() + grantSeconds * 1000 });
    return Response.json({ seconds: grantSeconds });
  },
};

/** What CloudFront does in production. @param {Request} request @param {State} state */
const film = (request, { publicKey }) =>
  restrictViewerAccess({
    publicKeys: { [keyPairId]: publicKey },
    origin: ({ url }) => file(`media/${new URL(url).pathname.split("/").at(-1)}`),
    explain: true,
  })(request);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/, 1);
  if (!address.startsWith(folder)) return;
  const path = address.slice(folder.length);
  const answer = path.startsWith("film/") ? film : routes[`${request.method} ${path}`];
  if (answer) event.respondWith(kept().then((state) => answer(request, state)));
});
