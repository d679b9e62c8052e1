import { expect, it } from "vitest";
import { account } from "./environment.ts";
import type { RunningExample } from "./running-example.ts";
import { Viewer } from "./viewer.ts";

export function itHidesFailures({ startWith }: RunningExample): void {
  it("answers 500 without details if signing fails, and logs the code", async () => {
    // A common mistake: the bucket's address instead of the distribution's.
    const wrong = await startWith({
      CDN_ORIGIN: "https://bucket.s3.eu-west-1.amazonaws.com",
      CLOUDFRONT_KEY_PAIR_ID: "K3D5EWEUDCCXON",
      COOKIE_DOMAIN: "eu-west-1.amazonaws.com",
    });
    const viewer = new Viewer();
    await viewer.post(`${wrong.origin}/login`, account);
    for (const response of [
      await viewer.fetch(`${wrong.origin}/url?file=report.pdf`),
      await viewer.post(`${wrong.origin}/cookies`),
    ]) {
      expect(response.status).toBe(500);
      expect(await response.text()).not.toMatch(/ERR_|S3|amazonaws|distribution|node_modules| at /);
    }
    // The log may arrive after the answer.
    await expect.poll(() => wrong.program.output).toMatch(/ERR_\w+/);
  });
}
