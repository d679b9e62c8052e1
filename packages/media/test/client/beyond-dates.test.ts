import { renewingGrant } from "cloudfront-sign-media/client";
import { expect, it } from "vitest";
import { endEvent, onDevice } from "../support/device.ts";
import { begunGrant, grantEndpoint } from "../support/grant-endpoint.ts";

/** The last moment that a Date holds. */
const last = new Date(8.64e15).toISOString();

it("a grant that ends at the last moment of all is valid until then", () =>
  onDevice(async (device) => {
    const { grant } = await begunGrant(device);
    expect(Number.isFinite((grant.state as { expiresAt: Date }).expiresAt.getTime())).toBe(true);
    grant.close();
  }));

it.each([0, 3600])(
  "a grant that ends after every Date, by the clock of the device (%d s ahead), is an error, and no Invalid Date",
  (clockError) =>
    onDevice(
      async (device) => {
        const endpoint = grantEndpoint(device);
        const grant = renewingGrant({ load: endpoint.load });
        grant.ready().catch(() => {});
        await endEvent();
        await endpoint.loads[0]?.answer({ now: "2025-12-31T00:00:00Z", expiresAt: last });
        expect(grant.state).toMatchObject({
          status: "unavailable",
          error: {
            code: "ERR_GRANT_LOAD_FAILED",
            message:
              "load: its answer has an expiresAt that is later than any Date; send the expiry time of the grant",
          },
        });
        grant.close();
      },
      { clockError },
    ),
);
