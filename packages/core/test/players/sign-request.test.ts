import { afterAll, expect, it, vi } from "vitest";
import { serverFile } from "./support/documented.ts";

/**
 * The documented page's rule for signing a request, also when a player has changed a URL that was already
 * signed.
 */

const folder = "https://cdn.example.com/course/42/";
const query = "Policy=new~_&Signature=new&Key-Pair-Id=new";
const older = "Policy=a&Signature=b&Key-Pair-Id=c";

interface PageFile {
  freshGrant(): Promise<void>;
  signRequest(url: string): string;
}

afterAll(() => {
  vi.unstubAllGlobals();
});

it.each([
  ["a.ts", `a.ts?${query}`],
  ["a.ts?", `a.ts?${query}`],
  ["a.ts?x=1", `a.ts?x=1&${query}`],
  ["a.ts?x=1?", `a.ts?x=1?&${query}`],
  [`a.m3u8?${older}`, `a.m3u8?${query}`],
  // Low-latency HLS and CMCD append their parameters to the signed URL.
  [`a.m3u8?${older}&_HLS_msn=3&_HLS_part=1`, `a.m3u8?_HLS_msn=3&_HLS_part=1&${query}`],
  [`a.m3u8?x=1&${older}&Hash-Algorithm=SHA256&_HLS_msn=3`, `a.m3u8?x=1&_HLS_msn=3&${query}`],
  [`../43/a.ts?${older}`, `../43/a.ts?${older}`],
])("signRequest turns %s into %s", async (path, expected) => {
  vi.stubGlobal("fetch", async () => Response.json({ folder, query, expiresAt: "2100-01-01" }));
  const { freshGrant, signRequest } = await serverFile<PageFile>("grant.ts");
  await freshGrant();
  const absolute = (text: string) => new URL(text, folder).href;
  expect(signRequest(absolute(path))).toBe(absolute(expected));
});
