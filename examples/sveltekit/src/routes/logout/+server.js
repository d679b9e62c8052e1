import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import { sessionAttributes, sessionCookie } from "$lib/server/session.js";
import { courseCookies } from "$lib/server/settings.js";

/** Ends the session, and deletes the cookies of POST /cookies: they need the same domain and path. */
export async function POST({ cookies }) {
  cookies.delete(sessionCookie, sessionAttributes);
  const response = new Response(null, { status: 303, headers: { Location: "/" } });
  for (const line of clearCloudFrontSignedCookies(courseCookies)) response.headers.append("Set-Cookie", line);
  return response;
}
