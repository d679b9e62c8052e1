import { CookieJar } from "tough-cookie";

/** A browser without a page: it keeps cookies and follows no redirect. */
export class Viewer {
  readonly jar = new CookieJar();

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const cookies = await this.jar.getCookieString(url);
    if (cookies) headers.set("Cookie", cookies);
    if (init.method === "POST") headers.set("Origin", new URL(url).origin);
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) await this.jar.setCookie(line, url);
    return response;
  }

  post(url: string, body?: Record<string, string> | URLSearchParams): Promise<Response> {
    if (body === undefined || body instanceof URLSearchParams)
      return this.fetch(url, { method: "POST", ...(body && { body }) });
    const headers = { "Content-Type": "application/json" };
    return this.fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** The names of CloudFront's cookies that it would send to this URL. */
  async cloudFrontCookies(url: string): Promise<string[]> {
    const cookies = await this.jar.getCookies(url);
    return cookies.map(({ key }) => key).filter((key) => key.startsWith("CloudFront-"));
  }
}
