import { elementById, make } from "./make.js";

/**
 * The chapters with their images, which are as private as the film.
 * @param {import("./player.js").Chapter[]} chapters
 * @param {import("cloudfront-sign-media/client").RenewingGrant} grant
 * @param {HTMLVideoElement} video
 */
export function showChapters(chapters, grant, video) {
  const items = chapters.map(({ title, start, image }) => {
    const picture = /** @type {HTMLImageElement} */ (make("img", ""));
    picture.alt = "";
    showImage(picture, image, grant).catch(() => {});
    const button = make("button", "", picture, make("span", "", title));
    button.setAttribute("type", "button");
    button.addEventListener("click", () => {
      video.currentTime = start;
    });
    return make("li", "", button);
  });
  elementById("chapters").replaceChildren(...items);
}

/**
 * @param {HTMLImageElement} picture
 * @param {string} url
 * @param {import("cloudfront-sign-media/client").RenewingGrant} grant
 */
async function showImage(picture, url, grant) {
  const signed = await grant.signUrl(url);
  picture.crossOrigin = grant.needsCookies(url) ? "use-credentials" : "anonymous";
  picture.src = signed;
}
