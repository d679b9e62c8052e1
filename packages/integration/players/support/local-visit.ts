import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import { visit } from "@cloudfront-sign-webcrypto/testing/visit";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import { openConnectProxy } from "./connect-proxy.ts";
import { slowOrigin } from "./private-files.ts";
import { noteSent } from "./sent.ts";
import { type Answered, Sites } from "./sites.ts";

const hosts = ["app.example.com", "cdn.example.com"];
const html = `<!doctype html><title>page</title><img><video muted autoplay playsinline></video>
<a href="https://cdn.example.com/course/42/handout.pdf">handout</a><script type="module" src="/page.js"></script>`;

/** Defines `report` in the page. */
export const reporting =
  'const report = (value) => fetch("/report", { method: "POST", body: JSON.stringify(value) });';

/** Runs before the documented service worker: the page may ask for what it has sent. */
const tellSent = `(${noteSent})();
addEventListener("fetch", (event) => {
  if (event.request.url.endsWith("/sent")) event.respondWith(Response.json(sent));
});`;

export interface VisitOptions {
  /** The script of the page. It ends with `report(…)`. */
  readonly page: string;
  /** It answers the page's requests for `/sent` with a {@link Sent}. */
  readonly serviceWorker?: string;
  /** The endpoint sets cookies instead of answering with a query. */
  readonly cookies?: boolean;
  /** How long a grant lasts at least, and up to one second more. Three seconds if left out. */
  readonly grantSeconds?: number;
  /** A request to the CDN, as the result shows it, that has to be made after the report, too. */
  readonly until?: string;
}

export interface VisitResult {
  /** What the page reported. */
  readonly report: unknown;
  /** Method, path and status of the requests to the CDN. */
  readonly requests: readonly string[];
  /** The answers of the CDN. */
  readonly answers: readonly Answered[];
  readonly grantSeconds: number;
  /** How many grants signed these requests. */
  readonly numSignatures: number;
  /** How many grants the endpoint gave. */
  readonly numLoads: number;
  /** From the first of these grants to the report. */
  readonly seconds: number;
}

/** Opens a page at app.example.com with private files at cdn.example.com, until it reports. */
export async function visitPage(
  browser: string,
  folder: string,
  options: VisitOptions,
): Promise<VisitResult> {
  let receiveReport = (_: unknown): void => {};
  const report = new Promise<unknown>((resolve) => {
    receiveReport = resolve;
  });
  const { grantSeconds = 3 } = options;
  const loads: number[] = [];
  let isSignedIn = true;
  const edge = restrictViewerAccess({
    publicKeys: { K2JCJMDEHXQW5F: keyText("rsa2048.pub.spki.pem") },
    origin: slowOrigin(folder),
  });
  const app: Record<string, (url: URL, request: Request) => Response | Promise<Response>> = {
    "/": () => new Response(html, { headers: { "Content-Type": "text/html" } }),
    "/page.js": () => script(options.page),
    "/service-worker.js": () => script(`${tellSent}\n${options.serviceWorker ?? ""}`),
    "/api/course/42": () => {
      loads.push(performance.now());
      return isSignedIn
        ? answerWithGrant(grantSeconds, options.cookies)
        : new Response("{}", { status: 401 });
    },
    "/session": ({ search }) => {
      isSignedIn = search === "?in";
      return new Response();
    },
    "/report": async (_, request) => {
      receiveReport(await request.json());
      return new Response();
    },
  };
  const sites = await Sites.open({
    "app.example.com": (request) => {
      const url = new URL(request.url);
      return app[url.pathname]?.(url, request) ?? new Response("", { status: 404 });
    },
    "cdn.example.com": async (request) => {
      const response = await edge(request);
      if (!options.cookies) response.headers.set("Access-Control-Allow-Origin", "*");
      if (request.url.includes("/handout.pdf")) response.headers.set("Content-Disposition", "attachment");
      return response;
    },
  });
  const proxy = await openConnectProxy(sites.port, hosts);
  const certificate = keyText("rsa2048.cert.pem");
  const visitor = await visit(browser, "https://app.example.com/", {
    proxyPort: proxy.port,
    certificate,
    hosts,
  });
  try {
    const late = new Promise((_, reject) => {
      setTimeout(
        () => reject(new Error(`no report: ${JSON.stringify(resultOf(sites))}`)),
        pollTimeout,
      ).unref();
    });
    const reported = await Promise.race([report, late]);
    while (options.until && !resultOf(sites).requests.includes(options.until))
      await Promise.race([new Promise((resolve) => setTimeout(resolve, 50)), late]);
    return {
      report: reported,
      ...resultOf(sites),
      grantSeconds,
      numLoads: loads.length,
      seconds: (performance.now() - (loads[0] ?? 0)) / 1000,
    };
  } finally {
    await visitor.leave();
    proxy.close();
    sites.close();
  }
}

const script = (code: string) => new Response(code, { headers: { "Content-Type": "text/javascript" } });

async function answerWithGrant(grantSeconds: number, inCookies = false): Promise<Response> {
  const signer = createCloudFrontSigner({
    keyPairId: "K2JCJMDEHXQW5F",
    privateKey: keyText("rsa2048.pkcs8.pem"),
  });
  const now = new Date();
  const { resource, query, cookies, expiresAt } = await signer.grant({
    resource: "https://cdn.example.com/course/42/*",
    expiresIn: grantSeconds,
    // Rounds up: never fewer seconds than these.
    cacheWindow: 1,
  });
  const headers = new Headers({ "Cache-Control": "private, no-store" });
  const lines = inCookies ? cookies.toSetCookie({ domain: "example.com", path: "/course/42/" }) : [];
  for (const line of lines) headers.append("Set-Cookie", line);
  return Response.json(
    { resource, ...(inCookies ? { cookies: true } : { query }), expiresAt, now },
    { headers },
  );
}

function resultOf({ answered }: Sites): Pick<VisitResult, "requests" | "answers" | "numSignatures"> {
  const ofTheCdn = answered.filter(({ request }) => new URL(request.url).hostname === "cdn.example.com");
  const signatures = ofTheCdn.map(({ request: { url, headers } }) => {
    const text = `${url.split("?")[1]}&${headers.get("Cookie")?.replaceAll("; ", "&CloudFront-")}`;
    return /Signature=([^&;]+)/.exec(text)?.[1];
  });
  return {
    requests: ofTheCdn.map(
      ({ request: { method, url, headers }, status }) =>
        `${method} ${new URL(url).pathname}${headers.has("Range") ? " range" : ""} ${status}`,
    ),
    answers: ofTheCdn,
    numSignatures: new Set(signatures).size,
  };
}
