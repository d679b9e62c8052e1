import { expect, inject, it } from "vitest";

// biome-ignore lint/suspicious/noExplicitAny: each runtime has globals of its own
const global = globalThis as Record<string, any>;

function detect(): string {
  if (typeof global.EdgeRuntime === "string") return "edge";
  if (global.Bun) return "bun";
  if (global.Deno) return "deno";
  const agent: string = global.navigator?.userAgent ?? "";
  if (agent === "Cloudflare-Workers") return "workerd";
  if (global.document) {
    if (agent.includes("Firefox/")) return "firefox";
    if (agent.includes("Chrome/")) return "chromium";
    return agent.includes("AppleWebKit/") ? "webkit" : agent;
  }
  const major = global.process?.versions?.node?.split(".")[0];
  return major ? `node${major}` : "unknown";
}

/** `import()` of a name that no bundler can see through. */
const canImport = (name: string): Promise<boolean> =>
  import(/* @vite-ignore */ name).then(
    () => true,
    () => false,
  );

// A matrix that quietly tested one runtime nine times would be worse than none.
it("runs in the runtime that the matrix says", () => {
  const [host] = inject("runtime").split("-");
  expect(detect()).toBe(host);
  expect(typeof crypto.subtle.sign).toBe("function");
});

// Browsers, and workerd without compatibility, are what proves that nothing of Node.js is needed: they have
// to be without it.
it("has what Node.js has exactly where the matrix says so", async () => {
  const nodejs = !["chromium", "firefox", "webkit", "workerd", "workerd-oldest"].includes(inject("runtime"));
  expect([typeof global.process?.versions, typeof global.Buffer, await canImport("node:buffer")]).toEqual(
    nodejs ? ["object", "function", true] : ["undefined", "undefined", false],
  );
});
