import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { browsers } from "../runtimes.mjs";
import { pollTimeout } from "../time-limits.mjs";

// biome-ignore lint/suspicious/noExplicitAny: DevTools answers differ by method
type Answer = any;

/** Runs in the page. */
async function placeToClick(this: Element): Promise<{ x: number; y: number } | undefined> {
  this.scrollIntoView({ block: "nearest", behavior: "instant" });
  let before = "";
  for (let frame = 0; frame < 600; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const { left, right, top, bottom } = this.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (before === `${x} ${y}` && this.contains(document.elementFromPoint(x, y))) return { x, y };
    before = `${x} ${y}`;
  }
  return undefined;
}

/** Drives Chromium over a pipe with the DevTools protocol: no library, no port. */
export class Chromium {
  /** Every request of the page, with the resource type. */
  readonly requests: string[] = [];
  /** Exceptions and messages on the page's console. */
  readonly complaints: string[] = [];
  private readonly waiting = new Map<
    number,
    { resolve: (answer: Answer) => void; reject: (reason: Error) => void }
  >();
  private session: string | undefined;
  private last = 0;
  private readonly child: ChildProcess;
  private readonly profile: string;

  private constructor(child: ChildProcess, profile: string) {
    this.child = child;
    this.profile = profile;
    let text = "";
    (child.stdio[4] as Readable).setEncoding("utf8").on("data", (chunk: string) => {
      const messages = (text + chunk).split("\0");
      text = messages.pop() ?? "";
      for (const message of messages) this.receive(JSON.parse(message));
    });
  }

  /** @param switches further switches of the command line */
  static async open(url: string, switches: readonly string[] = []): Promise<Chromium> {
    const path = browsers.find(({ name }) => name === "chromium")?.path;
    if (!path) throw new Error("no Chromium: apt-get install chromium, or set CHROMIUM_BIN");
    const profile = mkdtempSync(join(tmpdir(), "chromium-"));
    const args = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--no-first-run",
      "--disable-background-networking",
      ...switches,
    ];
    const child = spawn(path, [...args, "--remote-debugging-pipe", `--user-data-dir=${profile}`], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
      detached: true,
      env: { ...process.env, HOME: profile, TMPDIR: profile },
    });
    const chromium = new Chromium(child, profile);
    const { targetId } = await chromium.send("Target.createTarget", { url: "about:blank" });
    chromium.session = (await chromium.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    for (const domain of ["Page", "Network", "Runtime", "Log", "Accessibility"])
      await chromium.send(`${domain}.enable`);
    await chromium.goTo(url);
    return chromium;
  }

  async goTo(url: string): Promise<void> {
    const { loaderId } = await this.send("Page.navigate", { url });
    if (!loaderId) throw new Error(`no new document: ${url}`);
    await this.until("document.readyState === 'complete'");
  }

  send(method: string, params: object = {}): Promise<Answer> {
    const id = ++this.last;
    const answer = new Promise<Answer>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    const sessionId = this.session === undefined ? {} : { sessionId: this.session };
    (this.child.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...sessionId })}\0`);
    return answer;
  }

  private receive({ id, error, result, method, params }: Answer): void {
    if (method === "Network.requestWillBeSent") this.requests.push(`${params.type} ${params.request.url}`);
    if (method === "Runtime.exceptionThrown")
      this.complaints.push(params.exceptionDetails.exception?.description ?? "an exception");
    if (method === "Runtime.consoleAPICalled" || method === "Log.entryAdded")
      this.complaints.push(JSON.stringify(params));
    if (error) this.waiting.get(id)?.reject(new Error(error.message));
    else this.waiting.get(id)?.resolve(result);
    this.waiting.delete(id);
  }

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
        if (
          !/navigated or closed|^Execution context was destroyed|^Cannot find .*context/.test(error.message)
        )
          throw error;
      });
      if (isTrue) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`never came true: ${expression}`);
  }

  /**
   * Types into the field with this label, as a user does who does not know the page's source.
   */
  async fill(label: string, text: string): Promise<void> {
    const { root } = await this.send("DOM.getDocument");
    const { nodes } = await this.send("Accessibility.queryAXTree", {
      nodeId: root.nodeId,
      accessibleName: label,
    });
    const field = nodes.find((node: Answer) => ["textbox", "combobox"].includes(node.role.value));
    if (!field) throw new Error(`no field has the label ${label}`);
    await this.send("DOM.focus", { backendNodeId: field.backendDOMNodeId });
    await this.evaluate("document.activeElement.select?.()");
    if (field.role.value === "combobox") await this.send("Input.dispatchKeyEvent", { type: "char", text });
    else await this.send("Input.insertText", { text });
  }

  /** Clicks the button with this name as soon as it stops moving and nothing covers it. */
  async press(button: string): Promise<void> {
    const { root } = await this.send("DOM.getDocument");
    const { nodes } = await this.send("Accessibility.queryAXTree", {
      nodeId: root.nodeId,
      accessibleName: button,
      role: "button",
    });
    const { object } = await this.send("DOM.resolveNode", { backendNodeId: nodes[0].backendDOMNodeId });
    const { result } = await this.send("Runtime.callFunctionOn", {
      objectId: object.objectId,
      functionDeclaration: placeToClick.toString(),
      awaitPromise: true,
      returnByValue: true,
    });
    if (!result.value) throw new Error(`the button ${button} moves or is covered`);
    for (const type of ["mousePressed", "mouseReleased"])
      await this.send("Input.dispatchMouseEvent", { type, ...result.value, button: "left", clickCount: 1 });
  }

  /** A PNG of the page. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.send("Page.captureScreenshot", { captureBeyondViewport: true });
    return Buffer.from(data, "base64");
  }

  async close(): Promise<void> {
    const exited = once(this.child, "exit");
    this.session = undefined;
    await this.send("Browser.close").catch(() => {});
    const late = setTimeout(() => process.kill(-(this.child.pid ?? 0), "SIGKILL"), 3000);
    await exited;
    clearTimeout(late);
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}
