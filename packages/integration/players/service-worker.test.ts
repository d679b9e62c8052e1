import { beforeAll, describe, expect, it } from "vitest";
import { pageScript, pages, workerScript } from "./support/documented.ts";
import { reporting, type VisitResult, visitPage } from "./support/local-visit.ts";
import { privateFiles } from "./support/private-files.ts";
import { failuresOf, type Sent } from "./support/sent.ts";

/** Native images, videos and downloads on grants of a few seconds, in browsers that no driver controls. */

let folder = "";
beforeAll(async () => {
  folder = await privateFiles();
});

const inEachBrowser = it.each(["chromium", "firefox", "webkit"]);

/** The documented page, with a film that the browser has a decoder for. */
const documentedPage = (name: string, browser: string): string =>
  (pages.get(name) ?? "").replace("film.mp4", browser === "webkit" ? "film.webm" : "film.mp4");

/** What a viewer does for more than ten seconds. Everything that fails is a problem. */
const viewer = `
const problems = [];
const within = (name, done) =>
  Promise.race([done, new Promise((_, reject) => setTimeout(reject, 20_000, name + " is late"))])
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
  it("cookies are renewed while a film plays: webkit", async () => {
    const page = `import { renewingGrant } from "cloudfront-sign-media/client";
      const grant = renewingGrant({ load: "/api/course/42" });
      await grant.ready();
      document.querySelector("video").src = "https://cdn.example.com/course/42/film.webm";
      ${reporting} ${viewer} await watch(async () => {});`;
    // Nobody asks again after a 403 of a film with cookies, so these have time to be renewed on a busy machine.
    expectNoRefusal(
      await visitPage("webkit", folder, { page: await pageScript(page), cookies: true, grantSeconds: 6 }),
    );
  });

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
