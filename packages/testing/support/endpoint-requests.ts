/** What a browser, or somebody who pretends to be one, sends to a grant endpoint. */
export interface Sent {
  readonly method?: string;
  readonly url?: string;
  readonly origin?: string;
  /** `Sec-Fetch-Site` */
  readonly site?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const endpoint = "https://www.example.com/api/course/42";

/** A request as a server sees it. Where the suite runs in a page, a `Request` cannot have these headers. */
export function endpointRequest({ method = "POST", url = endpoint, origin, site, headers }: Sent): Request {
  const all = new Headers(headers);
  if (origin !== undefined) all.set("Origin", origin);
  if (site !== undefined) all.set("Sec-Fetch-Site", site);
  return { method, url, headers: all } as Request;
}

/** Status, headers and body of an answer, to be compared as one. */
export async function wholeAnswer(response: Response): Promise<readonly [number, object, string]> {
  return [response.status, Object.fromEntries(response.headers), await response.text()];
}
