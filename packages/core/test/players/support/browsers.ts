import { browsers } from "@cloudfront-sign-webcrypto/tools/runtimes";
import { type Browser, type BrowserServer, chromium, firefox } from "playwright-core";
import type { Sites } from "./sites.ts";

export type BrowserName = "chromium" | "firefox";

/** A browser that resolves only the hosts of a test, and that can be put to sleep. */
export class SleepingBrowser {
  readonly browser: Browser;
  private readonly server: BrowserServer;

  private constructor(server: BrowserServer, browser: Browser) {
    this.server = server;
    this.browser = browser;
  }

  static async open(name: BrowserName, sites: Sites): Promise<SleepingBrowser> {
    const executablePath = browsers.find((browser) => browser.name === name)?.path;
    if (!executablePath) throw new Error(`no ${name}`);
    const launcher = { chromium, firefox }[name];
    const server = await launcher.launchServer(
      name === "chromium"
        ? { executablePath, args: ["--no-sandbox", "--mute-audio", ...sites.switches] }
        : { executablePath, channel: "moz-firefox", firefoxUserPrefs: sites.firefoxPreferences },
    );
    return new SleepingBrowser(server, await launcher.connect(server.wsEndpoint()));
  }

  /** Stops every process of the browser, as a device does that sleeps: no timer, no request, no event. */
  async sleep(seconds: number): Promise<void> {
    // Playwright starts a browser in a process group of its own.
    const group = -(this.server.process().pid ?? Number.NaN);
    process.kill(group, "SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    process.kill(group, "SIGCONT");
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }
}
