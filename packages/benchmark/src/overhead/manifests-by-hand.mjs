// Signing playlists and manifests with a grant, written by hand with care and in the least code: it signs what
// the grant covers and leaves everything else as it is. It knows no variables, no base URLs and no text that
// players read in different ways.
import { fixture } from "./keys.mjs";

const folder = fixture.resource.slice(0, -1);

/** A reference without a scheme, a host or dots stays in the folder of the document, which the grant covers. */
const isInFolder = /^[\w-][\w./-]*$/;

/**
 * @param {string} reference
 * @param {string} base the URL of the playlist or manifest
 * @param {string} query the parameters of the grant
 */
function signReference(reference, base, query) {
  const isCovered =
    isInFolder.test(reference) && !reference.includes("..")
      ? base.startsWith(folder)
      : new URL(reference, base).href.startsWith(folder);
  return isCovered ? `${reference}${reference.includes("?") ? "&" : "?"}${query}` : reference;
}

/** @param {string} url @param {string} query */
export function signUrlByHand(url, query) {
  if (!url.startsWith(folder)) throw new Error("the grant does not cover this URL");
  return `${url}${url.includes("?") ? "&" : "?"}${query}`;
}

/** @param {string} text @param {string} base @param {string} query */
export function signPlaylistByHand(text, base, query) {
  const signed = text.split("\n").map((line) => {
    if (line === "") return line;
    if (!line.startsWith("#")) return signReference(line, base, query);
    return line.includes('URI="')
      ? line.replace(/URI="([^"]*)"/, (_, uri) => `URI="${signReference(uri, base, query)}"`)
      : line;
  });
  return signed.join("\n");
}

/** @param {string} xml @param {string} base @param {string} query */
export function signManifestByHand(xml, base, query) {
  const escaped = query.replaceAll("&", "&amp;");
  return xml.replace(
    /(\s(?:media|initialization|sourceURL)=")([^"]*)/g,
    (_, start, reference) => start + signReference(reference, base, escaped),
  );
}
