import { renewingGrant } from "cloudfront-sign-media/client";
import { showChapters } from "./chapters.js";
import { offerExperiments } from "./experiments.js";
import { playFilm } from "./film.js";
import { showCountdown, showState } from "./grant-panel.js";
import { createHistory } from "./history.js";
import { elementById } from "./make.js";
import { logRequests } from "./request-log.js";
import { drawTimeline } from "./timeline.js";

/** @typedef {{ title: string, start: number, image: string }} Chapter */
/** @typedef {{ user: string, grantSeconds: number, playlist: string, chapters: Chapter[] }} Film */
/** @typedef {"query" | "cookies"} Delivery */

const response = await fetch("api/film");
// Signed out meanwhile: the same address shows the form.
if (response.status === 401) location.reload();
/** @type {Film} */
const film = await response.json();
const [video, delivery, signOut] = ["video", "delivery", "signOut"].map(elementById);
const history = createHistory();
elementById("user").textContent = film.user;

/** Plays the film with a new grant. @param {Delivery} way @param {number} place where it starts, in seconds */
function watch(way, place) {
  const grant = renewingGrant({ load: `api/grant?film=film&delivery=${way}` });
  const show = () => {
    history.noteState(grant, film.playlist);
    showState(grant.state, way);
  };
  const unsubscribe = grant.subscribe(show);
  const stopFilm = playFilm(video, film.playlist, grant, place);
  showChapters(film.chapters, grant, video);
  show();
  return {
    grant,
    way,
    stop() {
      unsubscribe();
      stopFilm();
      grant.close();
    },
  };
}

let watching = watch("query", 0);

delivery.addEventListener("change", (/** @type {any} */ { target }) => {
  const place = video.currentTime;
  watching.stop();
  watching = watch(target.value, place);
});
// The form is sent after this: from here on nothing is signed.
signOut.addEventListener("submit", () => watching.stop());
// Back to a page that the browser kept.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

logRequests(film, history, () => watching.way);
offerExperiments(film, () => watching.way);
setInterval(() => {
  showCountdown(watching.grant.state, film.grantSeconds, history);
  drawTimeline(history, film.grantSeconds);
}, 250);
