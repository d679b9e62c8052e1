import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { renewingGrant } from "cloudfront-sign-media/client";
import { expect, it } from "vitest";

it("signs as the grant itself, and leaves other URLs alone", async () => {
  const own = await rsaSigner().grant({ resource: `${host}/course/42/*`, dateLessThan: end });
  let loads = 0;
  const grant = renewingGrant({
    load: () => {
      loads++;
      const { resource, query, expiresAt } = own;
      return { resource, query, expiresAt, now: moment };
    },
  });
  expect(grant.state).toEqual({ status: "idle" });
  const [first, second] = await Promise.all([
    grant.signUrl(`${host}/course/42/a b.ts?x=1#t`),
    grant.signUrl(`${host}/course/43/a.ts`),
  ]);
  expect(first).toBe(own.signUrl(`${host}/course/42/a b.ts?x=1#t`));
  expect(second).toBe(`${host}/course/43/a.ts`);
  expect(await grant.signUrl(first)).toBe(first);
  expect(loads).toBe(1);
  expect(grant.state.status).toBe("valid");
  grant.close();
  expect(grant.state).toEqual({ status: "closed" });
});
