import { hlsLoader } from "cloudfront-sign-media/client";
import Hls from "hls.js";
import { elementById, signInLink } from "./make.js";

/** @typedef {import("cloudfront-sign-media/client").GrantState} GrantState */

/**
 * Plays a film with a grant.
 * @param {HTMLVideoElement} video
 * @param {string} playlist
 * @param {import("cloudfront-sign-media/client").RenewingGrant} grant
 * @param {number} place where it starts, in seconds
 * @returns {() => void} ends it
 */
export function playFilm(video, playlist, grant, place) {
  const notice = elementById("notice");
  notice.textContent = "";
  const hls = new Hls({
    loader: hlsLoader(grant, Hls.DefaultConfig.loader),
    startPosition: place,
    // Little is kept, so that the page shows requests all the time; a real page leaves this out.
    maxBufferLength: 4,
    maxMaxBufferLength: 4,
    backBufferLength: 2,
    // The segments need no transmuxing, and a worker would need blob: in the content security policy.
    enableWorker: false,
  });
  let hasGivenUp = false;
  hls.on(Hls.Events.ERROR, (_, { fatal, type, details }) => {
    if (!fatal) return;
    if (type === Hls.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
    else hasGivenUp = true;
    if (!notice.textContent) notice.textContent = `The player stopped: ${details}.`;
  });
  const unsubscribe = grant.subscribe(({ status }) => {
    notice.replaceChildren(...(noticeOf[status]?.() ?? []));
    if (status !== "valid" || !hasGivenUp) return;
    hasGivenUp = false;
    if (hls.levels.length === 0) hls.loadSource(playlist);
    else hls.startLoad();
  });
  hls.loadSource(playlist);
  hls.attachMedia(video);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) video.play().catch(() => {});
  return () => {
    unsubscribe();
    hls.destroy();
  };
}

/** Shown over the film. @type {Partial<Record<GrantState["status"], () => (string | Node)[]>>} */
const noticeOf = {
  unavailable: () => ["The film continues as soon as the page has a grant."],
  refused: () => ["You are signed out. ", signInLink()],
};
