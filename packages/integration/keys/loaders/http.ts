import type { LoadContext } from "cloudfront-sign-webcrypto";

/**
 * An HTTP endpoint that answers with the key and its ID as JSON, and with 304 while its
 * ETag is the same.
 */
export function keyOverHttp(url: string, token: string) {
  // fetch quotes a token with a line break in its error, which would be logged.
  if (!token || !/^[!-~]+\s*$/.test(token))
    throw new Error(
      "token: is not set, or has characters that no token has; set the variable with the token of the key server",
    );
  let last: { etag: string; json: string } | undefined;
  return async ({ signal }: LoadContext) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(last && { "If-None-Match": last.etag }),
    };
    // No redirect is followed: it could take the token to another server.
    const response = await fetch(url, { signal, headers, redirect: "manual" });
    if (response.status === 304 && last) return last.json;
    if (!response.ok) throw new Error(`the key server answered ${response.status}`);
    const json = await response.text();
    const etag = response.headers.get("ETag");
    last = etag ? { etag, json } : undefined;
    return json;
  };
}
