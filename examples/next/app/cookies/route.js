import { cdnOrigin, courseCookies, privateResponse, signer } from "../../lib/cdn.js";
import { currentUser } from "../../lib/session.js";
import { checkSite } from "../../lib/settings.js";

/** Opens the folder course/ for this browser. @param {Request} request */
export async function POST(request) {
  if (!(await currentUser()))
    return Response.json({ error: "Please sign in." }, { status: 401, headers: privateResponse });
  checkSite(request.headers.get("origin"));
  const cookies = await signer.signCookies({
    resource: `${cdnOrigin()}${courseCookies().path}*`,
    expiresIn: "4h",
  });
  const response = new Response(null, { status: 204, headers: privateResponse });
  cookies.appendTo(response.headers, courseCookies());
  return response;
}
