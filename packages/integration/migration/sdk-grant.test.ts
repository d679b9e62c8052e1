import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { renewingGrant } from "cloudfront-sign-media/client";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DocumentedFiles } from "../support/documented-files.ts";

/** The endpoint of docs/migrating.md, which signs with the SDK, and the client that renews its cookies. */

const film = "https://cdn.example.com/course/42/film.mp4";
const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") } });

const closed = new DocumentedFiles("migrating.md");
const open = new DocumentedFiles("migrating.md", (code) => code.replace("=> false;", "=> true;"));
beforeAll(() => vi.stubEnv("CLOUDFRONT_PRIVATE_KEY", keyText("rsa2048.pkcs8.pem")));
afterAll(() => {
  vi.unstubAllEnvs();
  closed.remove();
  open.remove();
});

/** What the endpoint answers to the client, and the client. */
async function grantOf(files: DocumentedFiles) {
  const { app } = await files.load<{ app: RequestListener }>("sdk-grant.ts");
  const server = createServer(app).listen(0);
  const { port } = server.address() as AddressInfo;
  const answers: Response[] = [];
  const grant = renewingGrant({
    load: async ({ signal }) => {
      const answer = await fetch(`http://localhost:${port}/api/course/42`, { method: "POST", signal });
      answers.push(answer);
      return answer;
    },
  });
  const close = (): void => {
    grant.close();
    server.close();
  };
  return { grant, answers, close };
}

describe("the endpoint of docs/migrating.md that signs with the SDK", () => {
  it("gives the client cookies that CloudFront accepts for the folder, for ten minutes", async () => {
    const { grant, answers, close } = await grantOf(open);
    try {
      await grant.ready();
      expect(grant.needsCookies(film)).toBe(true);
      const lines = answers[0]?.headers.getSetCookie() ?? [];
      expect(lines).toHaveLength(3);
      for (const line of lines)
        expect(line).toMatch(/; Domain=example\.com; Path=\/course\/42\/; HttpOnly; Secure; SameSite=Lax$/);
      const cookies = lines.map((line) => line.split(";", 1)[0]).join("; ");
      const later = (minutes: number) => ({ time: new Date(Date.now() + minutes * 60_000) });
      expect(await verifier.verifyCookies(film, cookies, later(9))).toMatchObject({ allowed: true });
      expect(await verifier.verifyCookies(film, cookies, later(11))).toMatchObject({ allowed: false });
      const other = film.replace("/42/", "/43/");
      expect(await verifier.verifyCookies(other, cookies, later(9))).toMatchObject({ allowed: false });
    } finally {
      close();
    }
  });

  it("gives nobody access as it stands", async () => {
    const { grant, answers, close } = await grantOf(closed);
    try {
      await expect(grant.ready()).rejects.toThrow();
      expect(answers[0]?.status).toBe(403);
      expect(answers[0]?.headers.getSetCookie()).toEqual([]);
    } finally {
      close();
    }
  });
});
