import { expect, it } from "vitest";
import { describeExample } from "./support/describe-example.ts";
import { media } from "./support/local-cdn.ts";

const npmStart = { command: "npm", args: ["start"] };

describeExample("flydrive", {
  starts: {
    "a disk in a folder": () => ({ ...npmStart, env: { MEDIA_FOLDER: media } }),
    // FlyDrive asks S3 nothing for a signed URL.
    "a disk in S3": () => ({ ...npmStart, env: { S3_BUCKET: "private-files", AWS_REGION: "eu-west-1" } }),
  },
  further({ app, signIn }) {
    it("hands FlyDrive's options to S3 in the signed part of the URL", async () => {
      const { url } = await (await (await signIn()).fetch(`${app()}/url?file=report.pdf`)).json();
      expect(url).toContain("/report.pdf?response-content-disposition=attachment&");
      const now = Date.now() / 1000;
      expect(Number(new URL(url).searchParams.get("Expires")) - now).toBeCloseTo(300, -2);
      expect((await fetch(url.replace("=attachment", "=inline"))).status).toBe(403);
    });
  },
});
