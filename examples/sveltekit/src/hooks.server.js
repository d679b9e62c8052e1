import { json } from "@sveltejs/kit";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { sessionCookie, userOf } from "$lib/server/session.js";

/**
 * The routes for everybody. A new route is private until it is listed here. Sign-out is one of them: the
 * signed cookies may last longer than the session.
 */
const open = ["/", "/login", "/logout"];

/** @type {import("@sveltejs/kit").Handle} */
export async function handle({ event, resolve }) {
  const response = await answer({ event, resolve });
  // What an answer says or sets is for this user alone: no cache may keep it.
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}

/** @type {import("@sveltejs/kit").Handle} */
async function answer({ event, resolve }) {
  // SvelteKit checks forms. A script of another origin may send a POST without a body (CSRF).
  const site = event.request.headers.get("Sec-Fetch-Site") ?? "same-origin";
  if (event.request.method === "POST" && site !== "same-origin")
    return json({ error: "The request comes from another site." }, { status: 403 });
  // Authentication comes first: no other route runs without a user.
  event.locals.user = await userOf(event.cookies.get(sessionCookie));
  const isOpen = event.locals.user || open.includes(event.url.pathname);
  return isOpen ? resolve(event) : json({ error: "Please sign in." }, { status: 401 });
}

/** Details are for the log. The message of a CloudFrontSignError contains no key, signature or policy. */
export function handleError({ error, status }) {
  if (status !== 404) console.error(isCloudFrontSignError(error) ? `${error.code} ${error.message}` : error);
  return { message: status === 404 ? "There is nothing here." : "Something went wrong." };
}
