import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import { endSession } from "../utils/session.js";
import { courseCookies } from "../utils/settings.js";

/** Ends the session, and deletes the cookies of POST /cookies: they need the same domain and path. */
export default defineEventHandler(async (event) => {
  await endSession(event);
  for (const line of clearCloudFrontSignedCookies(courseCookies))
    appendResponseHeader(event, "Set-Cookie", line);
  return sendRedirect(event, "/", 303);
});
