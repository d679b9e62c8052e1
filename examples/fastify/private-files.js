import { cloudFrontUrl, createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { maySee } from "./accounts.js";
import { cdnOrigin, courseCookies, keyPairId, privateKey } from "./settings.js";

// One signer for the process: the key is imported once. An unusable key throws here, at the start.
const signer = createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "8h" });

/** A plugin: its hook runs before each of its routes, and before no other. */
export async function privateFiles(app) {
  app.addHook("onRequest", async (request, reply) => {
    if (!request.session.user) return reply.code(401).send({ error: "Please sign in." });
  });

  app.get("/url", async (request, reply) => {
    const { file } = request.query;
    if (!maySee(request.session.user, file)) return reply.code(404).send({ error: "There is no such file." });
    return { url: await signer.signUrl(cloudFrontUrl(cdnOrigin, file), { expiresIn: "5m" }) };
  });

  app.post("/cookies", async (_request, reply) => {
    const cookies = await signer.signCookies({
      resource: `${cdnOrigin}${courseCookies.path}*`,
      expiresIn: "4h",
    });
    return reply.header("Set-Cookie", cookies.toSetCookie(courseCookies)).code(204).send();
  });
}
