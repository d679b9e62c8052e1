import { Chromium } from "@cloudfront-sign-webcrypto/testing/chromium";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import { signDashManifest } from "cloudfront-sign-media/dash";
import { createCloudFrontSigner, isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { pageScript } from "./support/documented.ts";
import { pageFile } from "./support/hosts.ts";
import { Sites } from "./support/sites.ts";

/**
 * Manifests with an address beside those of media, in dash.js and Shaka with their default settings. All play at
 * once in one page. What the signer refuses is also played as if it had not: signed first, the address put in by
 * hand. So it shows which requests to another host the refusal prevents.
 */

const cdn = "https://cdn.example.com";
const other = "https://other.example.com";
const page = `<!doctype html><title>players</title><script type="module" src="/page.js"></script>`;
const script = `
  import { MediaPlayer } from "dashjs";
  import shaka from "shaka-player";
  globalThis.play = (player, url) => {
    const video = document.body.appendChild(document.createElement("video"));
    video.muted = true;
    if (player === "dash.js") return MediaPlayer().create().initialize(video, url, true);
    const shakaPlayer = new shaka.Player();
    shakaPlayer.attach(video).then(() => shakaPlayer.load(url)).catch(() => {});
  };
  globalThis.isReady = true;`;

interface Address {
  readonly player: "dash.js" | "Shaka";
  /** A part of the manifest, and what stands there with the address. */
  readonly part: string | RegExp;
  readonly replaced: (url: string, ...groups: string[]) => string;
}
const before =
  (part: string, inserted: (url: string) => string) =>
  (player: Address["player"]): Address => ({ player, part, replaced: (url) => inserted(url) + part });
const remote = (url: string) => `xlink:actuate="onLoad" xlink:href="${url}"`;
const baseIn = (name: string) =>
  before("</Representation>", (url) => `<${name}><BaseURL>${url}</BaseURL></${name}>`);
const steering = (url: string) => `<ContentSteering queryBeforeStart="true">${url}</ContentSteering>`;

/** Refused: each takes the players' requests to another host. */
const refused: Record<string, Address> = {
  "steering, dash.js": before("<Period", steering)("dash.js"),
  "steering, Shaka": before("<Period", steering)("Shaka"),
  "steering of a service description": before(
    "<Period",
    (url) => `<ServiceDescription>${steering(url)}</ServiceDescription>`,
  )("dash.js"),
  "a remote Period": { player: "Shaka", part: "<Period", replaced: (url) => `<Period ${remote(url)}` },
  "a remote AdaptationSet, dash.js": {
    player: "dash.js",
    part: "<AdaptationSet",
    replaced: (url) => `<AdaptationSet ${remote(url)}`,
  },
  "a remote Representation": {
    player: "Shaka",
    part: "<Representation",
    replaced: (url) =>
      `<SegmentList xlink:href="urn:mpeg:dash:resolve-to-zero:2013"/><Representation ${remote(url)}`,
  },
  "an imported MPD": before("<AdaptationSet", (url) => `<ImportedMPD>${url}</ImportedMPD>`)("Shaka"),
  "a prototype (__proto__)": baseIn("__proto__")("dash.js"),
  "a prototype (x:__proto__)": baseIn("x:__proto__")("dash.js"),
  "DVB reports": before(
    "<UTCTiming",
    (url) =>
      `<Metrics metrics="DVBErrors"><Reporting schemeIdUri="urn:dvb:dash:reporting:2014" value="1" dvb:reportingUrl="${url}" dvb:probability="1000"/></Metrics>`,
  )("dash.js"),
};

/** A live presentation, whose next manifest comes from another place. Its templates stay with the player. */
const movedTo = (location: (url: string) => string): Address => ({
  player: "Shaka",
  part: /type="static" mediaPresentationDuration="PT8S"(.*?)>(<BaseURL.*?<Period id="1") duration="PT8S"/,
  replaced: (url, profiles, base) => live(`${profiles}><Location>${location(url)}</Location>${base}`),
});
const started = new Date(Date.now() - 60_000).toISOString();
const live = (rest: string) =>
  `type="dynamic" availabilityStartTime="${started}" minimumUpdatePeriod="PT1S"${rest} start="PT0S"`;
refused["the next manifest"] = movedTo((url) => `${url}next.mpd`);
refused["the next manifest, in the text"] = movedTo(
  (url) => `data:application/dash+xml,${encodeURIComponent(moved(new URL(url).pathname.slice(1, -1)))}`,
);
/** A live manifest whose media are on another host. */
const moved = (id: string) =>
  plain(id)
    .replace(/type="static" mediaPresentationDuration="PT8S"(.*?id="1") duration="PT8S"/, (_, rest) =>
      live(rest),
    )
    .replace(`${cdn}/v/`, `${other}/`);

const clientData =
  '<ServiceDescription><ClientDataReporting schemeIdUri="urn:mpeg:dash:cta-5004:2023"><CMCDParameters version="1" mode="query" keys="nor sid" includeInRequests="segment"/></ClientDataReporting></ServiceDescription>';
/** The first segment comes from another host, the next one is signed. */
refused["client data"] = {
  player: "dash.js",
  part: /<Period(.*?)<SegmentTemplate[^>]*>/,
  replaced: (url, between) => {
    const query = url.startsWith(other) ? `?${grant.query.replaceAll("&", "&amp;")}` : "";
    return `${clientData}<Period${between}<SegmentList duration="2"><Initialization sourceURL="${url}"/><SegmentURL media="${url}"/><SegmentURL media="2.m4s${query}"/></SegmentList>`;
  },
};

/** Left as they are: players send no signature there. */
const left: Record<string, Address> = {
  "a clock, dash.js": {
    player: "dash.js",
    part: `value="${cdn}/clock"`,
    replaced: (url) => `value="${url}"`,
  },
  "a callback, Shaka": before(
    "<AdaptationSet",
    (url) =>
      `<EventStream schemeIdUri="urn:mpeg:dash:event:callback:2015" value="1"><Event presentationTime="0" duration="9">${url}</Event></EventStream>`,
  )("Shaka"),
  "a font, dash.js": before(
    "<SegmentTemplate",
    (url) =>
      `<SupplementalProperty schemeIdUri="urn:dvb:dash:fontdownload:2014" value="1" dvb:url="${url}" dvb:fontFamily="a" dvb:mimeType="application/font-woff"/>`,
  )("dash.js"),
};

const plain = (id: string) =>
  `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:xlink="http://www.w3.org/1999/xlink" type="static" mediaPresentationDuration="PT8S" minBufferTime="PT2S" profiles="urn:mpeg:dash:profile:isoff-live:2011"><BaseURL serviceLocation="a">${cdn}/v/${id}/</BaseURL><Period id="1" duration="PT8S"><AdaptationSet mimeType="video/mp4" codecs="avc1.42c01e" contentType="video"><SegmentTemplate media="$Number$.m4s" initialization="init.mp4" duration="2"/><Representation id="1" bandwidth="1000" width="320" height="180"></Representation></AdaptationSet></Period><UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="${cdn}/clock"/></MPD>`;

const grant = await createCloudFrontSigner({
  keyPairId: "K2JCJMDEHXQW5F",
  privateKey: keyText("rsa2048.pkcs8.pem"),
}).grant({ resource: `${cdn}/v/*`, expiresIn: "1h" });
const sign = (xml: string, id: string) =>
  signDashManifest(xml, grant, { manifestUrl: `${cdn}/v/${id}/a.mpd`, trusted: [new URL(cdn).host] });
const withAddress = (xml: string, { part, replaced }: Address, url: string) => {
  const changed = xml.replace(part, (_, ...groups) => replaced(url, ...groups));
  expect(changed).not.toBe(xml);
  return changed;
};

/** What another host answers to whoever trusts it. */
function answer(id: string, what: string): Response {
  const headers = { "Access-Control-Allow-Origin": "*" };
  const base = `<BaseURL>${other}/${id}/stolen/</BaseURL>`;
  const query = `<EssentialProperty schemeIdUri="urn:mpeg:dash:urlparam:2014"><up:UrlQueryInfo xmlns:up="urn:mpeg:dash:schema:urlparam:2014" queryTemplate="$querypart$" useMPDUrlQuery="true"/></EssentialProperty>`;
  const set = `<AdaptationSet mimeType="video/mp4" codecs="avc1.42c01e" contentType="video">${query}<SegmentTemplate media="$Number$.m4s" initialization="init.mp4" duration="2"/><Representation id="1" bandwidth="1000">${base}</Representation></AdaptationSet>`;
  if (what.startsWith("steering"))
    return Response.json(
      {
        VERSION: 1,
        TTL: 300,
        "PATHWAY-PRIORITY": ["b", "a"],
        "PATHWAY-CLONES": [{ "BASE-ID": "a", ID: "b", "URI-REPLACEMENT": { HOST: "other.example.com" } }],
      },
      { headers },
    );
  if (what === "a remote Representation")
    return new Response(`<Representation id="1" bandwidth="1000">${base}</Representation>`, { headers });
  if (what.startsWith("a remote AdaptationSet")) return new Response(set, { headers });
  if (what === "a remote Period") return new Response(`<Period duration="PT8S">${set}</Period>`, { headers });
  if (what === "the next manifest") return new Response(moved(id), { headers });
  if (what === "an imported MPD") return new Response(`<MPD><Period>${set}</Period></MPD>`, { headers });
  return new Response("2030-01-01T00:00:00Z", { headers });
}

/** Settled when a player asked for a next manifest a second time, so it had read the first. */
let readNextManifest = () => {};
const nextManifestWasRead = new Promise<void>((resolve) => {
  let asked = 0;
  readNextManifest = () => ++asked === 2 && resolve();
});

let sites = {} as Sites;
let browser = {} as Chromium;
const manifests = new Map<string, string>();
const players: [player: string, url: string][] = [];
/** The URL of a manifest that is played. */
const add = (id: string, player: string, xml: string) => {
  manifests.set(`/v/${id}/a.mpd`, xml);
  players.push([player, `${cdn}/v/${id}/a.mpd?${grant.query}`]);
};
const idOf = (kind: string, name: string) => `${kind}-${name.replace(/\W+/g, "-")}`;

function prepare(): void {
  for (const [name, address] of Object.entries(refused)) {
    const control = idOf("control", name);
    add(control, address.player, withAddress(sign(plain(control), control), address, `${other}/${control}/`));
    const covered = idOf("covered", name);
    if (/__proto__|in the text/.test(name)) continue;
    const xml = withAddress(plain(covered), address, `${cdn}/v/${covered}/address`);
    add(covered, address.player, sign(xml, covered));
  }
  for (const [name, address] of Object.entries(left)) {
    const id = idOf("left", name);
    add(id, address.player, sign(withAddress(plain(id), address, `${other}/${id}/`), id));
  }
}

/** The URLs that other hosts were asked for, by a manifest. */
const askedOther = (id: string) =>
  sites.answered
    .map(({ request }) => request.url)
    .filter((url) => url.startsWith(`${other}/${id}/`) || url.startsWith(`${other}/v/${id}/`));
/** The requests to another host that the refusal prevents. */
const controlled = (name: string) =>
  // The published Shaka does not find the host in the answer of a steering server, so that the server learns
  // only that somebody plays.
  askedOther(idOf("control", name)).filter((url) => isSigned(url) || name === "steering, Shaka");
const isSigned = (url: string) => /(?:Signature|Policy)(?:=|%(?:25)*3D)/.test(url);

beforeAll(async () => {
  prepare();
  const pageJs = await pageScript(script);
  const ids = new Map(Object.keys(refused).map((name) => [idOf("control", name), name]));
  sites = await Sites.open({
    "app.example.com": ({ url }) =>
      url.endsWith(".js") ? pageFile(pageJs, "javascript") : pageFile(page, "html"),
    "cdn.example.com": async ({ url }) => {
      const headers = { "Access-Control-Allow-Origin": "*" };
      const { pathname } = new URL(url);
      if (pathname === "/clock") return new Response(new Date().toISOString(), { headers });
      const xml = manifests.get(pathname);
      // Shaka gives a live presentation up after four segments that fail.
      if (xml === undefined && pathname.startsWith("/v/control-the-next-manifest")) await nextManifestWasRead;
      return new Response(xml ?? "", { status: xml === undefined ? 404 : 200, headers });
    },
    "other.example.com": ({ url }) => {
      const [, id = "", file] = new URL(url).pathname.split("/");
      if (file === "next.mpd") readNextManifest();
      return answer(id, ids.get(id) ?? "");
    },
  });
  browser = await Chromium.open("about:blank", [
    ...sites.switches,
    "--mute-audio",
    "--autoplay-policy=no-user-gesture-required",
  ]);
  await browser.goTo("https://app.example.com/");
  await browser.until("globalThis.isReady");
  for (const [player, url] of players)
    await browser.evaluate(`play(${JSON.stringify(player)}, ${JSON.stringify(url)})`);
  const isDone = () => Object.keys(refused).every((name) => controlled(name).length > 0);
  await vi.waitUntil(isDone, { timeout: pollTimeout });
  // Whatever the others would still ask for.
  await new Promise((resolve) => setTimeout(resolve, 2000));
});
afterAll(async () => {
  await browser.close?.();
  sites.close?.();
});

describe.each(Object.entries(refused))("%s", (name, address) => {
  it("leads players to another host when it is put in by hand, and is refused", () => {
    expect(controlled(name)).not.toEqual([]);
    const xml = withAddress(plain("a"), address, `${other}/a/`);
    for (const uncovered of ["throw", "leave"] as const) {
      let error: unknown;
      try {
        signDashManifest(xml, grant, { manifestUrl: `${cdn}/v/a.mpd`, uncovered });
      } catch (thrown) {
        error = thrown;
      }
      expect(isCloudFrontSignError(error)).toBe(true);
    }
  });

  it("asks no other host when the grant covers it", () => {
    expect(askedOther(idOf("covered", name))).toEqual([]);
  });
});

it.each(Object.keys(left))("%s gets no signature", (name) => {
  expect(askedOther(idOf("left", name)).filter(isSigned)).toEqual([]);
});

it("every manifest was played, and all requests to another host are known", () => {
  const asked = new Set(sites.answered.map(({ request }) => new URL(request.url).pathname));
  expect([...manifests.keys()].filter((path) => !asked.has(path))).toEqual([]);
  const strange = sites.answered
    .map(({ request }) => request.url)
    .filter(
      (url) =>
        url.startsWith(other) && !/^https:\/\/other\.example\.com\/(?:v\/)?(?:control|left)-/.test(url),
    );
  expect(strange).toEqual([]);
});
