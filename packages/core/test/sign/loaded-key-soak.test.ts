import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  makeKeyVersions,
  webCryptoCheck,
} from "@cloudfront-sign-webcrypto/testing/support/soak/key-versions.ts";
import { createSoak } from "@cloudfront-sign-webcrypto/testing/support/soak/soak.ts";
import { expect, it } from "vitest";

/** The small edition of `npm run soak` in packages/testing, which makes 100,000 signatures. */

it("the URLs of three rotations pair ID and key, whatever the loader, the hooks and the clock do", async () => {
  const versions = await makeKeyVersions(4);
  const numSignatures = repeated(2000);
  const soak = createSoak({
    seed: 15,
    versions,
    numSignatures,
    numLoads: repeated(200),
    maxHangs: 1,
    check: await webCryptoCheck(versions),
    waitUntil: () => {},
  });
  await Promise.all(Array.from({ length: 20 }, () => soak.sign()));
  await soak.end();
  expect(soak.faults()).toEqual({
    lostSignatures: 0,
    wrongPairs: 0,
    outsideOfGroup: 0,
    strangeHookCalls: 0,
    unheardFailures: 0,
    unheardWaitUntils: 0,
  });
  expect(soak.counts).toMatchObject({ signatures: numSignatures, rotations: 3 });
  expect(soak.counts.failedLoads).toBeGreaterThanOrEqual(repeated(50));
});
