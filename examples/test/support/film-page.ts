import { Chromium } from "@cloudfront-sign-webcrypto/testing/chromium";
import { type Served, servePlayer } from "@cloudfront-sign-webcrypto/testing/serve";

/** Short, so that a film of some seconds needs several grants. */
export const grantSeconds = 3;
export const video = "document.querySelector('video')";

/** A request as the browser reports it. */
export interface Entry {
  readonly name: string;
  readonly responseStatus: number;
}

/** The example's film in Chromium. */
export class FilmPage {
  readonly browser: Chromium;
  private readonly server: Served;

  private constructor(server: Served, browser: Chromium) {
    this.server = server;
    this.browser = browser;
  }

  static async open(): Promise<FilmPage> {
    return new FilmPage(await servePlayer(grantSeconds), await Chromium.open("about:blank"));
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.server.close();
  }

  /** Opens the form of somebody who is not signed in. */
  async openForm(): Promise<void> {
    await this.browser.send("Network.clearBrowserCookies");
    await this.browser.goTo(this.server.address);
  }

  async signIn(): Promise<void> {
    await this.openForm();
    await this.browser.press("Sign in");
    await this.browser.until(`${video}?.currentTime > 0.5`);
  }

  async formIsShown(): Promise<void> {
    await this.browser.until("document.querySelector('[type=password]') !== null");
  }

  text(selector: string): Promise<string> {
    return this.browser.evaluate(`document.querySelector(${JSON.stringify(selector)}).innerText`);
  }

  async numGrants(): Promise<number> {
    return Number(await this.text("#numGrants"));
  }

  /** Waits until the page calls the state of its grant so. */
  async stateIs(label: string): Promise<void> {
    await this.browser.until(`document.querySelector('#label').textContent === ${JSON.stringify(label)}`);
  }

  /** Waits until the film has played on. */
  async plays(seconds: number): Promise<void> {
    const start: number = await this.browser.evaluate(`${video}.currentTime`);
    await this.browser.until(`${video}.currentTime > ${start + seconds}`);
  }

  /** The requests of the page since it was opened. */
  async requests(): Promise<{ cdn: Entry[]; endpoint: Entry[] }> {
    const entries: Entry[] = await this.browser.evaluate(
      "performance.getEntriesByType('resource').map(({ name, responseStatus }) => ({ name, responseStatus }))",
    );
    return {
      cdn: entries.filter(({ name }) => new URL(name).pathname.startsWith("/film/")),
      endpoint: entries.filter(({ name }) => new URL(name).pathname === "/api/grant"),
    };
  }
}

export const wait = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000));
