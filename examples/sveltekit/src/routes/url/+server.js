import { json } from "@sveltejs/kit";
import { maySee } from "$lib/server/accounts.js";
import { cdnUrl, signer } from "$lib/server/cdn.js";

/** GET /url?file=report.pdf */
export async function GET({ url, locals }) {
  const file = url.searchParams.get("file");
  if (!maySee(locals.user, file)) return json({ error: "There is no such file." }, { status: 404 });
  return json({ url: await signer.signUrl(cdnUrl(encodeURIComponent(file)), { expiresIn: "5m" }) });
}
