import { isPasswordRight } from "../utils/accounts.js";
import { startSession } from "../utils/session.js";

/** The form of the page, or JSON. */
export default defineEventHandler(async (event) => {
  const { user, password } = (await readBody(event).catch(() => null)) ?? {};
  if (!isPasswordRight(user, password)) {
    setResponseStatus(event, 401);
    return { error: "The user or the password is wrong." };
  }
  await startSession(event, user);
  return sendRedirect(event, "/", 303);
});
