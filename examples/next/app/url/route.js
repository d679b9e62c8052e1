import { cloudFrontUrl } from "cloudfront-sign-webcrypto";
import { maySee } from "../../lib/accounts.js";
import { privateResponse, signer } from "../../lib/cdn.js";
import { currentUser } from "../../lib/session.js";
import { cdnOrigin } from "../../lib/settings.js";

/** GET /url?file=report.pdf @param {import("next/server").NextRequest} request */
export async function GET(request) {
  const user = await currentUser();
  if (!user) return Response.json({ error: "Please sign in." }, { status: 401, headers: privateResponse });
  const file = request.nextUrl.searchParams.get("file");
  if (!maySee(user, file))
    return Response.json({ error: "There is no such file." }, { status: 404, headers: privateResponse });
  const url = await signer.signUrl(cloudFrontUrl(cdnOrigin, file), { expiresIn: "5m" });
  return Response.json({ url }, { headers: privateResponse });
}
