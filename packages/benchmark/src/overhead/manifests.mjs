// Signing with a grant: single URLs, an HLS playlist and a DASH manifest, as text and as the answer of a
// fetch handler. No cryptography. "raw" copies the prepared output.

import { signDashManifest } from "cloudfront-sign-media/dash";
import { signHlsPlaylist } from "cloudfront-sign-media/hls";
import { signManifests } from "cloudfront-sign-media/server";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { consume } from "../consume.mjs";
import { ours } from "../subjects.mjs";
import { verifyUrl } from "../verify.mjs";
import { at, fixture, urls } from "./keys.mjs";
import { folder, manifest, names, playlist } from "./manifest-texts.mjs";
import { signManifestByHand, signPlaylistByHand, signUrlByHand } from "./manifests-by-hand.mjs";

const { keyPairId, dateLessThan, resource, rsa, rsaPublic } = fixture;
const grant = await createCloudFrontSigner({ keyPairId, privateKey: rsa }).grant({ resource, dateLessThan });
const { query } = grant;

const formats = {
  HLS: {
    text: playlist,
    url: `${folder}1080p.m3u8`,
    type: "application/vnd.apple.mpegurl",
    pieces: (/** @type {string} */ text) => text.split("\n"),
    separator: "\n",
    byHand: signPlaylistByHand,
    sign: (/** @type {string} */ text, /** @type {string} */ url) =>
      signHlsPlaylist(text, grant, { playlistUrl: url }),
  },
  DASH: {
    text: manifest,
    url: `${folder}1080p.mpd`,
    type: "application/dash+xml",
    pieces: (/** @type {string} */ text) => text.split("<"),
    separator: "<",
    byHand: signManifestByHand,
    sign: (/** @type {string} */ text, /** @type {string} */ url) =>
      signDashManifest(text, grant, { manifestUrl: url }),
  },
};

/** Throws unless the last segment of a signed text is signed. @param {string} signed */
function checkLast(signed) {
  const name = at(names, names.length - 1);
  const [line = ""] = signed.slice(signed.indexOf(name)).split(/["\n]/, 1);
  const claim = { url: folder + name, resource, dateLessThan, keyPairId, publicKey: rsaPublic };
  verifyUrl(folder + line.replaceAll("&amp;", "&"), { ...claim, hash: "SHA1" });
}

/** @param {keyof typeof formats} name @returns {import("./keys.mjs").Race} */
export function signingText(name) {
  const { text, url, pieces, separator, byHand, sign } = formats[name];
  const expected = sign(text, url);
  checkLast(expected);
  const prepared = pieces(expected);
  const raw = () => prepared.join(separator);
  return {
    asynchronous: {},
    synchronous: {
      raw,
      "raw again": () => raw(),
      "by hand": () => byHand(text, url, query),
      [ours]: () => sign(text, url),
    },
    perCall: names.length,
    check: equals(expected),
  };
}

/** "raw" reads the origin's answer and answers with the signed text. @param {keyof typeof formats} name */
export function answering(name) {
  const { text, url, type, byHand, sign } = formats[name];
  const expected = sign(text, url);
  checkLast(expected);
  const request = new Request(url);
  const bytes = new TextEncoder().encode(text);
  const given = { "Content-Type": type, "Cache-Control": "max-age=60", ETag: '"1"' };
  const origin = () => new Response(bytes, { headers: given });
  const headers = { "Content-Type": type, "Cache-Control": "private, max-age=60" };
  const raw = async () => {
    await origin().text();
    return new Response(expected, { headers }).text();
  };
  const handler = signManifests({ grant, origin });
  const answerByHand = async (/** @type {Request} */ request) => {
    const response = origin();
    if (response.headers.get("Content-Type") !== type) return response;
    const signed = byHand(await response.text(), request.url, query);
    return new Response(signed, { headers });
  };
  /** @type {import("./keys.mjs").Race} */
  const race = {
    asynchronous: {},
    synchronous: {
      raw,
      "raw again": () => raw(),
      "by hand": async () => (await answerByHand(request)).text(),
      [ours]: async () => (await handler(request)).text(),
    },
    perCall: names.length,
    check: equals(expected),
  };
  return race;
}

/** A hundred URLs in a call, since one is too short to be timed. @returns {import("./keys.mjs").Race} */
export function granting() {
  const all = (/** @type {(url: string) => string} */ sign) => () => {
    let last = "";
    for (const url of urls) {
      last = sign(url);
      consume(last);
    }
    return last;
  };
  const raw = all((url) => `${url}?${query}`);
  const expected = grant.signUrl(at(urls, urls.length - 1));
  verifyUrl(expected, {
    url: at(urls, urls.length - 1),
    resource,
    dateLessThan,
    keyPairId,
    publicKey: rsaPublic,
    hash: "SHA1",
  });
  return {
    asynchronous: {},
    synchronous: {
      raw,
      "raw again": () => raw(),
      "by hand": all((url) => signUrlByHand(url, query)),
      [ours]: all(grant.signUrl),
    },
    perCall: urls.length,
    check: equals(expected),
  };
}

/** @param {string} expected @returns {import("./keys.mjs").Race["check"]} */
function equals(expected) {
  return (name, made) => {
    if (made !== expected) throw new Error(`wrong output: ${name}`);
  };
}
