import { privateResponse, signer } from "../../lib/cdn.js";
import { currentUser } from "../../lib/session.js";
import { cdnOrigin, courseCookies } from "../../lib/settings.js";

/** Opens the folder course/ for this browser. */
export async function POST() {
  if (!(await currentUser()))
    return Response.json({ error: "Please sign in." }, { status: 401, headers: privateResponse });
  const cookies = await signer.signCookies({
    resource: `${cdnOrigin}${courseCookies.path}*`,
    expiresIn: "4h",
  });
  const response = new Response(null, { status: 204, headers: privateResponse });
  cookies.appendTo(response.headers, courseCookies);
  return response;
}
