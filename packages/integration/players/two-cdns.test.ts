import { isAllowedInFolder } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { type KeyFile, keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { signManifests } from "cloudfront-sign-media/server";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { beforeEach, describe, expect, it } from "vitest";
import { isPlaylist } from "./support/hosts.ts";
import { Stage } from "./support/stage.ts";

/** A film on two CDNs, each of which accepts its own key and its own host only, and a manifest signed with two grants. */

const cdnOf = async (host: string, keyPairId: string, privateKey: KeyFile, publicKey: KeyFile) => {
  const signer = createCloudFrontSigner({ keyPairId, privateKey: keyText(privateKey) });
  const grant = await signer.grant({ resource: `https://${host}/course/42/*`, expiresIn: "1h" });
  return { host, keyPairId, publicKey, grant };
};
const first = await cdnOf("cdn.example.com", "K2JCJMDEHXQW5F", "rsa2048.pkcs8.pem", "rsa2048.pub.spki.pem");
const second = await cdnOf("cdn.example.net", "K3AAAAAAAAAAAA", "ecp256.pkcs8.pem", "ecp256.pub.spki.pem");
const cdns = [first, second];
const bases = (name: string) => cdns.map(({ host }) => `https://${host}/course/42/${name}`);

/** After so many segments the first CDN answers 503. */
let segmentsOfFirst = Number.POSITIVE_INFINITY;

const stage = new Stage((files) => {
  /** The manifests as a packager for two CDNs writes them. */
  const forTwo = async (request: Request): Promise<Response> => {
    const file = await files(request);
    const text = (await file.text())
      .replace(/<BaseURL>(.*)<\/BaseURL>/g, (_, name) =>
        bases(`files/${name}`)
          .map((url) => `<BaseURL>${url}</BaseURL>`)
          .join(""),
      )
      .replace(/(#EXT-X-STREAM-INF:.*\n)(.*\.m3u8)\n/g, (_, tag, name) =>
        bases(name)
          .map((url) => `${tag}${url}\n`)
          .join(""),
      );
    return new Response(text, { headers: file.headers });
  };
  const signing = signManifests({ grant: cdns.map(({ grant }) => grant), origin: forTwo });
  const answering = ({ host, ...key }: (typeof cdns)[number]) => {
    let segments = 0;
    return async (request: Request) => {
      if (!(await isAllowedInFolder(request, key))) return new Response("", { status: 403 });
      if (isPlaylist(request)) {
        segments = 0;
        return signing(request);
      }
      const isDown = host === first.host && ++segments > segmentsOfFirst;
      return isDown ? new Response("", { status: 503 }) : files(request);
    };
  };
  return Object.fromEntries(cdns.map((cdn) => [cdn.host, answering(cdn)]));
});
beforeEach(() => {
  segmentsOfFirst = Number.POSITIVE_INFINITY;
  stage.setting.grant = () => Response.json({ query: first.grant.query });
});

const granted = `const { query } = await (await fetch("/api/course/42", { method: "POST" })).json(); const video = document.querySelector("video");`;
const url = (name: string) => `"https://cdn.example.com/course/42/${name}?" + query`;
/** With short waits between two attempts. */
const players = {
  "dash.js": `import { MediaPlayer } from "dashjs"; ${granted}
    const player = MediaPlayer().create();
    const intervals = { InitializationSegment: 10, MediaSegment: 10 };
    player.updateSettings({ streaming: { retryIntervals: intervals, retryAttempts: { InitializationSegment: 1, MediaSegment: 1 } } });
    player.initialize(video, ${url("files/index.mpd")}, true);`,
  Shaka: `import shaka from "shaka-player"; ${granted}
    const player = new shaka.Player(); await player.attach(video);
    player.configure("streaming.retryParameters.baseDelay", 10);
    await player.load(${url("files/index.mpd")});`,
  "hls.js": `import Hls from "hls.js"; ${granted}
    const { default: policy } = Hls.DefaultConfig.fragLoadPolicy;
    const hls = new Hls({ fragLoadPolicy: { default: { ...policy, errorRetry: { maxNumRetry: 1, retryDelayMs: 10, maxRetryDelayMs: 10 } } } });
    hls.loadSource(${url("index.m3u8")}); hls.attachMedia(video);`,
};
const rows = Object.entries(players);

/** The statuses of a CDN's answers to requests for segments. */
const statuses = (host: string) =>
  stage.sites.answered
    .filter(({ request }) => new URL(request.url).hostname === host && !isPlaylist(request))
    .map(({ status }) => status);

/** Expects that each request carries the signature of its own CDN, once, and nothing of the other's. */
function expectOwnSignatures(): void {
  const carried = stage.sites.answered.flatMap(({ request }) => {
    const host = new URL(request.url).hostname;
    const sent = `${request.url} ${[...request.headers].flat().join(" ")}`;
    const times = cdns.map(({ grant }) => sent.split(signatureOf(grant.query)).length - 1);
    return host === "app.example.com" ? [] : [`${host} ${times}`];
  });
  expect(carried.length).toBeGreaterThan(4);
  const own = [`${first.host} 1,0`, `${second.host} 0,1`];
  expect(carried.filter((line) => !own.includes(line))).toEqual([]);
}
const signatureOf = (query: string) => new URLSearchParams(query).get("Signature") as string;

describe.each(rows)("%s", (_, code) => {
  it("plays from the first CDN", async () => {
    await stage.openCode(code);
    await stage.expectPlays();
    expectOwnSignatures();
    expect(statuses(first.host).filter((status) => status > 206)).toEqual([]);
    expect(statuses(second.host)).toEqual([]);
  });

  it("plays to the end from the second one, when the first fails", async () => {
    segmentsOfFirst = 3;
    await stage.openCode(code);
    await stage.page.until("document.querySelector('video').currentTime > 7");
    expectOwnSignatures();
    expect(new Set(statuses(first.host).filter((status) => status > 206))).toEqual(new Set([503]));
    expect(statuses(second.host).length).toBeGreaterThan(0);
    expect(statuses(second.host).filter((status) => status > 206)).toEqual([]);
  });
});
