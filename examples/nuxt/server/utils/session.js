import { sessionSecret } from "./settings.js";

/** The session is in the cookie, encrypted: Nitro may run in several processes. */
const config = {
  name: "session",
  password: sessionSecret,
  maxAge: 3600,
  cookie: { path: "/", httpOnly: true, secure: true, sameSite: "lax" },
};

/** @param {import("h3").H3Event} event @param {string} user */
export const startSession = (event, user) => updateSession(event, config, { user });

/** @param {import("h3").H3Event} event */
export const endSession = (event) => clearSession(event, config);

/**
 * The user of a session that is still valid. `useSession` would set a cookie for every visitor.
 * @param {import("h3").H3Event} event
 */
export async function userOf(event) {
  const sealed = getCookie(event, config.name);
  if (!sealed) return undefined;
  const session = await unsealSession(event, config, sealed).catch(() => undefined);
  return session?.data?.user;
}
