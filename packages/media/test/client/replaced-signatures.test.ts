import { renewingGrant } from "cloudfront-sign-media/client";
import { expect, it } from "vitest";

/** Players ask again for the URL that they ended up at, which is signed already. */

const folder = "https://cdn.example.com/course/42/";
const query = "Policy=new~_&Signature=new&Key-Pair-Id=new";
const older = "Policy=a&Signature=b&Key-Pair-Id=c";

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
])("a renewing grant signs %s as %s", async (path, expected) => {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 60_000);
  const grant = renewingGrant({ load: () => ({ resource: `${folder}*`, query, now, expiresAt }) });
  const absolute = (text: string) => new URL(text, folder).href;
  expect(await grant.signUrl(absolute(path))).toBe(absolute(expected));
  grant.close();
});
