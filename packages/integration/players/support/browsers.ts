import { browsers } from "@cloudfront-sign-webcrypto/testing/runtimes";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import { type Browser, type BrowserServer, chromium, firefox } from "playwright-core";
import { type ConnectProxy, openConnectProxy } from "./connect-proxy.ts";
import type { Sites } from "./sites.ts";

export type BrowserName = "chromium" | "firefox";

/** A browser that resolves only the hosts of a test, and that can be put to sleep. */
export class SleepingBrowser {
  readonly browser: Browser;
  private readonly server: BrowserServer;
  private readonly proxy: ConnectProxy;

  private constructor(server: BrowserServer, browser: Browser, proxy: ConnectProxy) {
    this.server = server;
    this.browser = browser;
    this.proxy = proxy;
  }

  static async open(name: BrowserName, sites: Sites): Promise<SleepingBrowser> {
    const executablePath = browsers.find((browser) => browser.name === name)?.path;
    if (!executablePath) throw new Error(`no ${name}`);
    const launcher = { chromium, firefox }[name];
    const proxy = await openConnectProxy(sites.port, [
      "app.example.com",
      "cdn.example.com",
      "evil.example.com",
    ]);
    // Firefox has no rules for host names.
    const firefoxUserPrefs = {
      "network.proxy.type": 1,
      "network.proxy.ssl": "127.0.0.1",
      "network.proxy.ssl_port": proxy.port,
    };
    const server = await launcher.launchServer(
      name === "chromium"
        ? { executablePath, timeout: pollTimeout, args: ["--no-sandbox", "--mute-audio", ...sites.switches] }
        : { executablePath, timeout: pollTimeout, channel: "moz-firefox", firefoxUserPrefs },
    );
    return new SleepingBrowser(server, await launcher.connect(server.wsEndpoint()), proxy);
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
    this.proxy.close();
  }
}
