import { userOf } from "../utils/session.js";

/**
 * The paths for everybody. A new route is private until it is listed here. Sign-out is one of them: the signed
 * cookies may last longer than the session.
 */
const open = ["/", "/login", "/logout"];

/** Runs before each route. What it returns is the answer. */
export default defineEventHandler(async (event) => {
  // What an answer says or sets is for this user alone: no cache may keep it.
  setResponseHeader(event, "Cache-Control", "private, no-store");
  // A form of another origin must not sign anybody in or out (CSRF). Programs do not send this header.
  if (
    event.method === "POST" &&
    (getRequestHeader(event, "Sec-Fetch-Site") ?? "same-origin") !== "same-origin"
  ) {
    setResponseStatus(event, 403);
    return { error: "The request comes from another site." };
  }
  event.context.user = await userOf(event);
  // The path as the router reads it. A URL object would turn /url/.. into the open path /.
  const [path] = event.path.split("?", 1);
  if (!event.context.user && !open.includes(path)) {
    setResponseStatus(event, 401);
    return { error: "Please sign in." };
  }
});
