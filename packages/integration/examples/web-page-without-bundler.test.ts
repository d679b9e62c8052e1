import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { Chromium } from "@cloudfront-sign-webcrypto/testing/chromium";
import { published, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const page = readFileSync(join(root, "docs/players.md"), "utf8");
const [, html = ""] = /^```html\n([\s\S]*?)^```/m.exec(page) ?? [];
const hls = dirname(createRequire(import.meta.url).resolve("hls.js/package.json"));
/** The folders that the page is told to copy to the site, by their names there. */
const folders: Readonly<Record<string, string>> = { ...published, "hls.js": hls };

const server = createServer(({ url = "" }, response) => {
  const [, name = "", path = ""] = /^\/([\w.-]+)\/(dist\/[\w.-]+)$/.exec(url) ?? [];
  const file = join(folders[name] ?? root, path);
  const isPage = url === "/";
  if (!isPage && (path === "" || !existsSync(file))) return response.writeHead(404).end();
  response.setHeader("Content-Type", isPage ? "text/html" : "text/javascript");
  return response.end(isPage ? `<!doctype html><link rel="icon" href="data:,">${html}` : readFileSync(file));
});

describe("the page of docs/players.md without a bundler", () => {
  let browser: Chromium;
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    browser = await Chromium.open(`http://localhost:${(server.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    await browser?.close();
    server.close();
  });

  it("loads media and the core by its import map, without a complaint", async () => {
    const [name, status] = await browser.evaluate(`(async () => {
      const { renewingGrant } = await import("cloudfront-sign-media/client");
      const grant = renewingGrant({ load: "/api/course/42" });
      return [renewingGrant.name, grant.state.status];
    })()`);
    expect([name, status]).toEqual(["renewingGrant", "idle"]);
    const asked = browser.requests.map((request) => request.replace(/^.*:\d+\//, "/"));
    for (const file of [
      "/hls.js/dist/hls.min.js",
      "/cloudfront-sign-media/dist/client.js",
      "/cloudfront-sign-webcrypto/dist/index.js",
      "/cloudfront-sign-webcrypto/dist/internals.js",
    ])
      expect(asked).toContain(file);
    expect(browser.complaints).toEqual([]);
  });

  it("maps exactly the names that the files import", () => {
    const [, map = ""] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(html) ?? [];
    const addresses: Record<string, string> = JSON.parse(map).imports;
    const imported = new Set<string>(["cloudfront-sign-media/client"]);
    const read = new Set<string>();
    const collect = (file: string): void => {
      if (read.has(file)) return;
      read.add(file);
      for (const [, name = ""] of readFileSync(file, "utf8").matchAll(
        /^(?:import|export)\b[^"'\n]*["']([^"'\n]+)["'];?$/gm,
      ))
        if (name.startsWith(".")) collect(join(dirname(file), name));
        else imported.add(name);
    };
    for (const address of Object.values(addresses)) {
      const [, name = "", path = ""] = /^\/([\w-]+)\/(.*)$/.exec(address) ?? [];
      collect(join(folders[name] ?? "", path));
    }
    expect(Object.keys(addresses).sort()).toEqual([...imported].sort());
  });
});
