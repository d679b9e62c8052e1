import { type RenewingGrant, renewingGrant } from "cloudfront-sign-media/client";
import { afterAll, beforeAll } from "vitest";

/** A folder that the grants cover. */
export const folder = "https://cdn.example.com/course/42/";
/** A URL that they do not cover. */
export const foreignUrl = "https://ads.example.net/spot.ts";

const answer = () => {
  const now = new Date();
  return { resource: `${folder}*`, now, expiresAt: new Date(now.getTime() + 3_600_000) };
};
const queryOf = (number: number): string => `Policy=${number}&Signature=${number}&Key-Pair-Id=K`;

/** The URL as the grant of this number signs it. */
export const signedBy = (number: number, url: string): string => `${url}?${queryOf(number)}`;

/** The first load gives grant 1, the next one grant 2, … */
export function numberedGrant(): RenewingGrant {
  let number = 0;
  return renewingGrant({ load: () => ({ ...answer(), query: queryOf(++number) }) });
}

export const cookieGrant = (): RenewingGrant =>
  renewingGrant({ load: () => ({ ...answer(), cookies: true }) });

export const refusedGrant = (): RenewingGrant =>
  renewingGrant({
    // A real Response takes turns of the event loop to be read, more in some browsers than in others.
    load: () => ({
      status: 401,
      headers: new Headers(),
      json: async () => ({ message: "You are signed out." }),
    }),
  });

/** What its signUrl throws. */
export const refusal = "load: was refused with 401: You are signed out; sign in, then call renew()";

/** A grant whose loads end only when `give()` is called. */
export function lateGrant(): { readonly grant: RenewingGrant; give(): void } {
  let [number, give] = [0, () => {}];
  const load = () =>
    new Promise<ReturnType<typeof answer> & { query: string }>((resolve) => {
      give = () => resolve({ ...answer(), query: queryOf(++number) });
    });
  return { grant: renewingGrant({ load }), give: () => give() };
}

/** For the tests of a file: what happens at a random moment of the next seconds, such as a load after a 403, happens now. */
export function withoutRandomPauses(): void {
  const { random } = Math;
  beforeAll(() => {
    Math.random = () => 0;
  });
  afterAll(() => {
    Math.random = random;
  });
}

/** For the tests of a file: a page of another origin than the files. */
export function withinPage(): void {
  const hasLocation = "location" in globalThis && globalThis.location !== undefined;
  if (hasLocation) return;
  beforeAll(() => {
    Reflect.set(globalThis, "location", new URL("https://app.example.com/film"));
  });
  afterAll(() => {
    Reflect.deleteProperty(globalThis, "location");
  });
}

/** Lets everything happen that waits for nothing but promises. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
