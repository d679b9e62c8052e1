import { json } from "@sveltejs/kit";
import { cloudFrontUrl } from "cloudfront-sign-webcrypto";
import { maySee } from "$lib/server/accounts.js";
import { signer } from "$lib/server/cdn.js";
import { cdnOrigin } from "$lib/server/settings.js";

/** GET /url?file=report.pdf */
export async function GET({ url, locals }) {
  const file = url.searchParams.get("file");
  if (!maySee(locals.user, file)) return json({ error: "There is no such file." }, { status: 404 });
  return json({ url: await signer.signUrl(cloudFrontUrl(cdnOrigin, file), { expiresIn: "5m" }) });
}
