import { cloudFrontUrl } from "cloudfront-sign-webcrypto";
import { maySee } from "../utils/accounts.js";
import { signer } from "../utils/cdn.js";
import { cdnOrigin } from "../utils/settings.js";

/** GET /url?file=report.pdf */
export default defineEventHandler(async (event) => {
  const { file } = getQuery(event);
  if (!maySee(event.context.user, file)) {
    setResponseStatus(event, 404);
    return { error: "There is no such file." };
  }
  return { url: await signer.signUrl(cloudFrontUrl(cdnOrigin, file), { expiresIn: "5m" }) };
});
