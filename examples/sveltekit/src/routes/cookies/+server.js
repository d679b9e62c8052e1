import { signer } from "$lib/server/cdn.js";
import { cdnOrigin, courseCookies } from "$lib/server/settings.js";

/** Opens the folder course/ for this browser. `setHeaders` refuses Set-Cookie, the Response takes it. */
export async function POST() {
  const cookies = await signer.signCookies({
    resource: `${cdnOrigin}${courseCookies.path}*`,
    expiresIn: "4h",
  });
  const response = new Response(null, { status: 204 });
  cookies.appendTo(response.headers, courseCookies);
  return response;
}
