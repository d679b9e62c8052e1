import { signer } from "../utils/cdn.js";
import { cdnOrigin, courseCookies } from "../utils/settings.js";

/** Opens the folder course/ for this browser. */
export default defineEventHandler(async (event) => {
  const cookies = await signer.signCookies({
    resource: `${cdnOrigin}${courseCookies.path}*`,
    expiresIn: "4h",
  });
  for (const line of cookies.toSetCookie(courseCookies)) appendResponseHeader(event, "Set-Cookie", line);
  return sendNoContent(event);
});
