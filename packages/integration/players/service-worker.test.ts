import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import { visit } from "@cloudfront-sign-webcrypto/testing/visit";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import { beforeAll, describe, expect, it } from "vitest";
import { openConnectProxy } from "./support/connect-proxy.ts";
import { pageScript, pages, workerScript } from "./support/documented.ts";
import { privateFiles, slowOrigin } from "./support/private-files.ts";
import { failuresOf, noteSent, type Sent } from "./support/sent.ts";
import { type Answered, Sites } from "./support/sites.ts";

const hosts = ["app.example.com", "cdn.example.com"];
const html = `<!doctype html><title>page</title><img><video muted autoplay playsinline></video>
<a href="https://cdn.example.com/course/42/handout.pdf">handout</a><script type="module" src="/page.js"></script>`;

/** Defines `report` in the page. */
const reporting =
  'const report = (value) => fetch("/report", { method: "POST", body: JSON.stringify(value) });';

/** Runs before the documented service worker: the page may ask for what it has sent. */
const tellSent = `(${noteSent})();
addEventListener("fetch", (event) => {
  if (event.request.url.endsWith("/sent")) event.respondWith(Response.json(sent));
});`;

interface VisitOptions {
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

interface VisitResult {
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
async function visitPage(browser: string, folder: string, options: VisitOptions): Promise<VisitResult> {
  let receiveReport = (_: unknown): void => {};
  const report = new Promise<unknown>((resolve) => {
    receiveReport = resolve;
  });
  const { grantSeconds = 3 } = options;
  const loads: number[] = [];
  let isSignedIn = true;
  /** How much the clock of the servers is ahead, in milliseconds. */
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const edge = restrictViewerAccess({
    publicKeys: { K2JCJMDEHXQW5F: keyText("rsa2048.pub.spki.pem") },
    origin: slowOrigin(folder),
    now,
  });
  const app: Record<string, (url: URL, request: Request) => Response | Promise<Response>> = {
    "/": () => new Response(html, { headers: { "Content-Type": "text/html" } }),
    "/page.js": () => script(options.page),
    "/service-worker.js": () => script(`${tellSent}\n${options.serviceWorker ?? ""}`),
    "/api/course/42": () => {
      loads.push(performance.now());
      return isSignedIn
        ? answerWithGrant(now, grantSeconds, options.cookies)
        : new Response("{}", { status: 401 });
    },
    // Redirects to a signed URL.
    "/video": async ({ search }) => {
      const { query } = await (await answerWithGrant(now, grantSeconds)).json();
      const Location = `https://cdn.example.com/course/42/${search.slice(1)}?${query}`;
      return new Response(null, { status: 302, headers: { Location, "Cache-Control": "no-store" } });
    },
    "/hour-later": () => {
      ahead += 3_600_000;
      return new Response();
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

async function answerWithGrant(
  clock: () => Date,
  grantSeconds: number,
  inCookies = false,
): Promise<Response> {
  const signer = createCloudFrontSigner({
    keyPairId: "K2JCJMDEHXQW5F",
    privateKey: keyText("rsa2048.pkcs8.pem"),
    now: clock,
  });
  const now = clock();
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

/** Native images, videos and downloads on grants of a few seconds, in browsers that no driver controls. */

let folder = "";
beforeAll(async () => {
  folder = await privateFiles();
});

const inEachBrowser = it.each(["chromium", "firefox", "webkit"]);

/** The documented page, with a film that the browser has a decoder for. */
const documentedPage = (name: string, browser: string): string =>
  (pages.get(name) ?? "").replace("film.mp4", browser === "webkit" ? "film.webm" : "film.mp4");

/** Defines `until` in the page. */
const untilReached = `const until = (isReached) => new Promise((resolve) => {
  const look = () => (isReached() ? resolve() : setTimeout(look, 25));
  look();
});`;

/** What a viewer does for more than ten seconds. Everything that fails is a problem. */
const viewer = `
const problems = [];
const within = (name, done) =>
  Promise.race([done, new Promise((_, reject) => setTimeout(reject, 300_000, name + " is late"))])
    .catch((error) => problems.push(String(error)));
addEventListener("error", ({ target }) => problems.push(String(target.error?.message ?? target.src)), true);
addEventListener("unhandledrejection", ({ reason }) => problems.push(String(reason)));
const film = document.querySelector("video");
const showsFrom = (position) => within("the film at " + position, new Promise((resolve) => {
  const look = () => (!film.seeking && film.currentTime > position + 0.2 ? resolve() : setTimeout(look, 25));
  look();
}));
const watch = async (atEachSeek) => {
  await showsFrom(0);
  for (const position of [30, 50, 15, 40]) {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    film.currentTime = position;
    await showsFrom(position);
    await atEachSeek(position);
  }
  const sent = navigator.serviceWorker.controller ? await fetch("/sent").then((answer) => answer.json()) : {};
  await report({ problems, sent });
};
`;

function expectNoRefusal(result: VisitResult): void {
  const { report, requests, answers, grantSeconds, numLoads, numSignatures, seconds } = result;
  const { problems, sent } = report as { problems: string[]; sent: Sent };
  expect(problems).toEqual([]);
  expect(failuresOf(answers, sent)).toEqual([]);
  // Each seek asks for another part of the film.
  expect(requests.filter((request) => request.includes("/film.")).length).toBeGreaterThan(4);
  expect(seconds).toBeGreaterThan(10);
  expect(numSignatures).toBeGreaterThan(9 / grantSeconds);
  // Grants are renewed after half of their lifetime at the earliest.
  expect(numLoads).toBeLessThanOrEqual(1 + seconds / (grantSeconds / 2));
}

describe.concurrent("with a service worker", () => {
  inEachBrowser("images, a film and fetch outlast their grants: %s", async (browser) => {
    const page = `${documentedPage("media-page", browser)} ${reporting} ${viewer}
      await watch(async (position) => {
        const image = new Image();
        image.src = "https://cdn.example.com/course/42/cover.png?image=" + position;
        await within("an image", image.decode());
        const { status } = await fetch("https://cdn.example.com/course/42/cover.png?fetch=" + position);
        if (status !== 200) problems.push("fetch " + status);
      });`;
    const result = await visitPage(browser, folder, {
      page: await pageScript(page),
      serviceWorker: await workerScript("service-worker.ts"),
    });
    expectNoRefusal(result);
    expect(result.requests.filter((request) => request.includes("cover.png")).length).toBe(9);
  });

  inEachBrowser("a sign-out ends access, a sign-in begins it: %s", async (browser) => {
    const page = `import { sessionChanged } from "./session-changed.ts";
      ${documentedPage("media-page", browser)} ${reporting}
      const ask = () => fetch("https://cdn.example.com/course/42/cover.png?ask").then(({ status }) => status, () => "refused");
      const answers = [];
      for (const session of ["in", "out", "in"]) {
        await fetch("/session?" + session);
        await sessionChanged();
        answers.push(await ask(), await ask());
      }
      await report(answers);`;
    const { report, numLoads, grantSeconds, seconds } = await visitPage(browser, folder, {
      page: await pageScript(page),
      serviceWorker: await workerScript("service-worker.ts"),
    });
    expect(report).toEqual([200, 200, "refused", "refused", 200, 200]);
    // Two for each session, and the renewals.
    expect(numLoads).toBeLessThanOrEqual(6 + seconds / (grantSeconds / 2));
  });
});

describe.concurrent("with a service worker for downloads", () => {
  inEachBrowser("URLs of the page's origin are downloads, and run no script there: %s", async (browser) => {
    const page = `${documentedPage("media-page", browser).split("document.querySelector")[0]} ${reporting}
      const frame = document.createElement("iframe");
      frame.src = "/files/page.html";
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await report(String(window.ranOn));
      location.href = "/files/handout.pdf";`;
    const { report, requests } = await visitPage(browser, folder, {
      page: await pageScript(page),
      serviceWorker: await workerScript("download-worker.ts"),
      until: "GET /course/42/handout.pdf 200",
    });
    expect(report).toBe("undefined");
    // WebKit requests what a frame downloads once or twice.
    expect([...new Set(requests)]).toEqual([
      "GET /course/42/page.html 200",
      "GET /course/42/handout.pdf 200",
    ]);
  });
});

describe.concurrent("without a service worker", () => {
  inEachBrowser("a film outlasts the cookies that the page renews: %s", async (browser) => {
    const page = `${documentedPage("mp4-page", browser)} ${reporting} ${viewer} await watch(async () => {});`;
    // Nobody asks again after a 403 of a film with cookies, so these have time to be renewed on a busy machine.
    expectNoRefusal(
      await visitPage(browser, folder, { page: await pageScript(page), cookies: true, grantSeconds: 6 }),
    );
  });

  inEachBrowser("a film whose cookies have expired plays on with new ones: %s", async (browser) => {
    const page = `${documentedPage("mp4-page", browser)} ${reporting} ${untilReached}
      await until(() => video.readyState > 0);
      await fetch("/hour-later");
      video.currentTime = 50;
      await until(() => !video.error && !video.seeking && video.currentTime > 50.2);
      await report("plays");`;
    const { report, requests, numLoads } = await visitPage(browser, folder, {
      page: await pageScript(page),
      cookies: true,
      grantSeconds: 1800,
    });
    expect([report, numLoads]).toEqual(["plays", 2]);
    expect(requests.filter((request) => request.endsWith(" 403"))).not.toEqual([]);
  });

  // docs/players.md has these results in a table.
  it.each([
    ["chromium", "fails", "fails"],
    ["firefox", "fails", "fails"],
    ["webkit", "fails", "plays"],
  ])(
    "a seek after the expiry: in %s a signed URL %s, a route that redirects %s",
    async (browser, ...expected) => {
      const film = browser === "webkit" ? "film.webm" : "film.mp4";
      const page = `import { renewingGrant } from "cloudfront-sign-media/client";
      ${reporting}
      const video = document.querySelector("video");
      ${untilReached}
      const seekAfterExpiry = async (url) => {
        video.src = url;
        await until(() => video.readyState > 0);
        await fetch("/hour-later");
        video.currentTime = 50;
        await until(() => video.error || (!video.seeking && video.currentTime > 50.2));
        return video.error ? "fails" : "plays";
      };
      const grant = renewingGrant({ load: "/api/course/42" });
      const url = await grant.signUrl("https://cdn.example.com/course/42/${film}");
      grant.close();
      await report([await seekAfterExpiry(url), await seekAfterExpiry("/video?${film}")]);`;
      const { report, requests } = await visitPage(browser, folder, {
        page: await pageScript(page),
        grantSeconds: 1800,
      });
      expect(report).toEqual(expected);
      expect(requests).toContain(`GET /course/42/${film} range 403`);
    },
  );

  inEachBrowser("an image and a link are signed, and fetch signs: %s", async (browser) => {
    // Three documented pages, each a module of its own.
    const [fetching, image, download] = await Promise.all(
      ["fetch-page", "image-page", "download-page"].map((name) => pageScript(documentedPage(name, browser))),
    );
    const page = `${reporting} ${fetching};
      const asModule = (code) => import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
      await asModule(${JSON.stringify(image)});
      await document.querySelector("img").decode();
      await asModule(${JSON.stringify(download)});
      // A navigation may end the requests of the page.
      await report(document.title);
      document.querySelector("a").click();`;
    const result = await visitPage(browser, folder, {
      page,
      until: "GET /course/42/handout.pdf 200",
    });
    expect(result.report).toBe("200");
    expect(new Set(result.requests)).toEqual(
      new Set([
        "GET /course/42/notes.txt 200",
        "GET /course/42/cover.png 200",
        "GET /course/42/handout.pdf 200",
      ]),
    );
  });
});
