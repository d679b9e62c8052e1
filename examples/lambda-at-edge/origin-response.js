// Origin response of the pages behind the login: it opens the course for the browser that gets such a page.
// CloudFront caches what this function returns. The behavior needs the cache policy CachingDisabled, or other
// viewers get these cookies.
import { failure, header, isPrivate } from "./answers.js";
import { openCourse } from "./cdn.js";
import { userOf } from "./session.js";

/**
 * @typedef {import("./answers.js").EdgeHeaders} EdgeHeaders
 * @typedef {{ headers: EdgeHeaders }} EdgeRequest
 * @typedef {{ status: string, headers: EdgeHeaders }} EdgeResponse
 */

/** @param {{ Records: { cf: { request: EdgeRequest, response: EdgeResponse } }[] }} event */
export async function handler(event) {
  const { request, response } = event.Records[0].cf;
  try {
    // Asked again, in case this function is used without the other one.
    if (response.status !== "200" || !(await userOf(request.headers))) return response;
    const { "set-cookie": lines } = header("Set-Cookie", ...(await openCourse()));
    const cookies = [...(response.headers["set-cookie"] ?? []), ...lines];
    return { ...response, headers: { ...response.headers, ...isPrivate, "set-cookie": cookies } };
  } catch (error) {
    return failure(error);
  }
}
