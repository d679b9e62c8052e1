import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { browsers } from "../runtimes.mjs";
import { pollTimeout } from "../time-limits.mjs";

// biome-ignore lint/suspicious/noExplicitAny: DevTools answers differ by method
type Answer = any;

/** The Chromium of this machine with one page, which Playwright drives. */
export class Chromium {
  /** Every request of the page, with the resource type. */
  readonly requests: string[] = [];
  /** Exceptions and messages on the page's console. */
  readonly complaints: string[] = [];
  private readonly browser: Browser;
  private readonly page: Page;
  private readonly session: CDPSession;

  private constructor(browser: Browser, page: Page, session: CDPSession) {
    this.browser = browser;
    this.page = page;
    this.session = session;
    session.on("Network.requestWillBeSent", ({ type, request }) => {
      this.requests.push(`${type} ${request.url}`);
    });
    session.on("Runtime.exceptionThrown", ({ exceptionDetails: { exception } }) => {
      this.complaints.push(exception?.description ?? "an exception");
    });
    session.on("Runtime.consoleAPICalled", (message) => void this.complaints.push(JSON.stringify(message)));
    session.on("Log.entryAdded", (message) => void this.complaints.push(JSON.stringify(message)));
  }

  /** @param switches further switches of the command line */
  static async open(url: string, switches: readonly string[] = []): Promise<Chromium> {
    const executablePath = browsers.find(({ name }) => name === "chromium")?.path;
    if (!executablePath) throw new Error("no Chromium: apt-get install chromium, or set CHROMIUM_BIN");
    const browser = await chromium.launch({ executablePath, timeout: pollTimeout, args: [...switches] });
    // Tests set what a page is shown in themselves.
    const asItIs = {
      viewport: null,
      colorScheme: null,
      reducedMotion: null,
      forcedColors: null,
      contrast: null,
    };
    const page = await browser.newPage(asItIs);
    page.setDefaultTimeout(pollTimeout);
    const session = await page.context().newCDPSession(page);
    const opened = new Chromium(browser, page, session);
    for (const domain of ["Network", "Runtime", "Log"] as const) await session.send(`${domain}.enable`);
    await opened.goTo(url);
    return opened;
  }

  async goTo(url: string): Promise<void> {
    await this.page.goto(url);
  }

  send(method: string, params: object = {}): Promise<Answer> {
    return this.session.send(method as "Page.enable", params as never);
  }

  /** In the page itself, also where its policy forbids `eval`. */
  async evaluate(expression: string): Promise<Answer> {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async until(expression: string): Promise<void> {
    const end = Date.now() + pollTimeout;
    while (Date.now() < end) {
      const isTrue = await this.evaluate(expression).catch((error: Error) => {
        // Between two pages nothing is true yet.
        if (!/navigated or closed|Execution context was destroyed|Cannot find .*context/.test(error.message))
          throw error;
      });
      if (isTrue) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`never came true: ${expression}`);
  }

  /** Fills the field with this label, as a user does who does not know the page's source. */
  async fill(label: string, text: string): Promise<void> {
    const named = { name: label, exact: true };
    const field = this.page.getByRole("textbox", named).or(this.page.getByRole("combobox", named));
    await field.fill(text);
  }

  /** Clicks the button with this name as soon as it stops moving and nothing covers it. */
  async press(button: string): Promise<void> {
    await this.page.getByRole("button", { name: button, exact: true }).first().click();
  }

  /** A PNG of the whole page. */
  screenshot(): Promise<Buffer> {
    return this.page.screenshot({ fullPage: true });
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}
