import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import { privateResponse } from "../../lib/cdn.js";
import { endSession } from "../../lib/session.js";
import { courseCookies } from "../../lib/settings.js";

/** Ends the session, and deletes the cookies of POST /cookies: they need the same domain and path. */
export async function POST() {
  await endSession();
  const response = new Response(null, { status: 303, headers: { Location: "/", ...privateResponse } });
  for (const line of clearCloudFrontSignedCookies(courseCookies)) response.headers.append("Set-Cookie", line);
  return response;
}
