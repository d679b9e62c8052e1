import { parseKey } from "./parse-key.ts";

/** An HTTP endpoint that answers with the key and its ID as JSON, and with 304 while its ETag is the same. */
export function keyOverHttp(url: string, token: string) {
  let last: { etag: string; key: ReturnType<typeof parseKey> } | undefined;
  return async ({ signal }: { signal: AbortSignal }) => {
    const headers = { Authorization: `Bearer ${token}`, ...(last && { "If-None-Match": last.etag }) };
    // No redirect is followed: it could take the token to another server.
    const response = await fetch(url, { signal, headers, redirect: "manual" });
    if (response.status === 304 && last) return last.key;
    if (!response.ok) throw new Error(`the key server answered ${response.status}`);
    const key = parseKey(await response.text());
    const etag = response.headers.get("ETag");
    last = etag ? { etag, key } : undefined;
    return key;
  };
}
