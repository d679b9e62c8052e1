import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Entry, FilmPage, grantSeconds, video, wait } from "./support/film-page.ts";

let page: FilmPage;

beforeAll(async () => {
  page = await FilmPage.open();
});
afterAll(() => page?.close());

const statuses = (entries: Entry[]): number[] => [...new Set(entries.map((one) => one.responseStatus))];
const signatures = (entries: Entry[]): Set<string | null> =>
  new Set(entries.map(({ name }) => new URL(name).searchParams.get("Signature")));

describe("a film in Chromium", () => {
  beforeAll(() => page.signIn());

  it("plays over three grants, with one call of the endpoint for each and no 403", async () => {
    await page.browser.until("Number(document.querySelector('#numGrants').textContent) > 3");
    await page.plays(1);
    // The player asks for a segment only when its buffer has room for it.
    await expect.poll(async () => signatures((await page.requests()).cdn).size).toBeGreaterThan(2);
    const { cdn, endpoint } = await page.requests();
    expect([statuses(cdn), statuses(endpoint)]).toEqual([[200], [200]]);
    expect(signatures(cdn).has(null)).toBe(false);
    await expect.poll(async () => (await page.requests()).endpoint.length - (await page.numGrants())).toBe(0);
  });

  it("plays on after a pause that is longer than a grant", async () => {
    await page.browser.evaluate(`${video}.pause()`);
    const before = await page.numGrants();
    await wait(grantSeconds + 1);
    await page.browser.evaluate(`void ${video}.play()`);
    await page.plays(3);
    expect(await page.numGrants()).toBeGreaterThan(before + 1);
    expect(statuses((await page.requests()).cdn)).toEqual([200]);
  });

  it("plays while the endpoint fails, shows it, waits without a grant, and recovers", async () => {
    const before = (await page.requests()).endpoint.length;
    await page.browser.press(`Let the endpoint fail for ${grantSeconds} seconds`);
    await page.stateIs("Valid, not renewed");
    expect(await page.text("#sentence")).toMatch(
      /^The endpoint failed, and the page asks again\. The film plays until/,
    );
    expect(await page.text("#error")).toMatch(/503/);
    await page.stateIs("No grant");
    expect(await page.text("#notice")).toBe("The film continues as soon as the page has a grant.");
    await page.stateIs("Valid");
    await page.plays(2);
    const { cdn, endpoint } = await page.requests();
    expect(statuses(cdn)).toEqual([200]);
    const failed = endpoint.slice(before).filter(({ responseStatus }) => responseStatus === 503);
    // A second after the first failure, then two: nothing loops.
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(7);
  });

  it("plays by cookies from the same place", async () => {
    const place: number = await page.browser.evaluate(`${video}.currentTime`);
    await page.browser.evaluate("document.querySelector('[value=cookies]').click()");
    await page.browser.until(`${video}.currentTime > ${place + 2}`);
    await page.browser.until("document.querySelector('#label').textContent === 'Valid'");
    const { cdn } = await page.requests();
    const byCookies = cdn.slice(cdn.findIndex(({ name }) => !name.includes("Signature=")));
    expect([statuses(byCookies), [...signatures(byCookies)]]).toEqual([[200], [null]]);
    expect(byCookies.length).toBeGreaterThan(8);
    expect(await page.browser.evaluate(`${video}.currentTime`)).toBeLessThan(place + 20);
  });

  it("requests nothing more after sign-out", async () => {
    await page.browser.press("Sign out");
    await page.formIsShown();
    const { length } = page.browser.requests;
    await wait(grantSeconds);
    expect(page.browser.requests.slice(length)).toEqual([]);
    const { cookies } = await page.browser.send("Network.getCookies");
    expect(cookies).toEqual([]);
  });

  it("loads nothing from elsewhere, and breaks no rule of its policy", () => {
    const hosts = page.browser.requests
      .map((one) => new URL(one.slice(one.indexOf(" ") + 1)))
      .filter((url) => url.host);
    expect(new Set(hosts.map(({ hostname }) => hostname))).toEqual(new Set(["localhost"]));
    expect(page.browser.complaints.filter((one) => !one.includes('"source":"network"'))).toEqual([]);
  });
});

describe("what goes wrong", () => {
  beforeEach(() => page.signIn());

  it("signed out in another tab: the grant is used to its end, and the endpoint asked once more", async () => {
    await page.browser.press("Sign out in another tab");
    await page.stateIs("Valid, the last one");
    await page.stateIs("Refused");
    expect(await page.text("#notice")).toBe("You are signed out. Sign in again");
    await wait(2);
    const { cdn, endpoint } = await page.requests();
    expect(statuses(cdn)).toEqual([200]);
    expect(endpoint.filter(({ responseStatus }) => responseStatus === 401)).toHaveLength(1);
    await page.browser.evaluate("document.querySelector('#notice a').click()");
    await page.formIsShown();
  });

  it("another film: refused, and the reason shown", async () => {
    await page.browser.press("Ask for a film that is not yours");
    await page.browser.until("document.body.innerText.includes('ERR_GRANT_REFUSED')");
    expect(await page.text("#experiments")).toMatch("This film is not part of your subscription");
    await page.plays(1);
  });

  it("no signature: CloudFront's 403", async () => {
    await page.browser.press("Request a segment without a signature");
    await page.browser.until("document.body.innerText.includes('MissingKey')");
    expect(await page.text("#experiments")).toMatch(/403 <\?xml.*The reason is no-credentials\./s);
    expect(await page.text("#requests tr:has(.bad)")).toMatch(/segment-00\.m4s\s+nothing\s+403/);
  });
});
