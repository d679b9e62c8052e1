import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import { courseCookies } from "../../lib/cdn.js";
import { endOfSession } from "../../lib/session.js";

/**
 * Ends the session, and deletes the cookies of POST /cookies: they need the same domain and path.
 *
 * All lines go into the headers. After `cookies().delete()`, Next.js parses every Set-Cookie line of the
 * response and writes it again. Its parser drops `Max-Age=0` (Next.js 16.4), so the browser would keep the
 * cookies, with empty values.
 */
export async function POST() {
  const response = new Response(null, { status: 303, headers: { Location: "/" } });
  for (const line of [endOfSession, ...clearCloudFrontSignedCookies(courseCookies())])
    response.headers.append("Set-Cookie", line);
  return response;
}
