import { renewingGrant } from "cloudfront-sign-media/client";
import { clock, elementById, make, signInLink } from "./make.js";

/** @typedef {(say: (...words: (string | Node)[]) => void) => Promise<void>} Run */

/**
 * The buttons that show what happens when something goes wrong.
 * @param {import("./player.js").Film} film
 * @param {() => import("./player.js").Delivery} delivery
 */
export function offerExperiments(film, delivery) {
  /** @type {[title: string, about: string, run: Run][]} */
  const experiments = [
    [
      `Let the endpoint fail for ${film.grantSeconds} seconds`,
      "The endpoint answers 503. The film plays until its grant expires, then waits.",
      async (say) => {
        const { seconds } = await (await fetch("api/outage", { method: "POST" })).json();
        say(`The endpoint fails until ${clock(Date.now() + seconds * 1000)}.`);
        setTimeout(say, seconds * 1000, "The endpoint works again.");
      },
    ],
    [
      "Sign out in another tab",
      "The session ends. The endpoint answers 401 to the next renewal.",
      async (say) => {
        await fetch("sign-out", { method: "POST", redirect: "manual" });
        say(
          delivery() === "cookies"
            ? "You are signed out, and the cookies are deleted. CloudFront denies the next request. "
            : "You are signed out. The page can use its grant until it expires, and gets no other. ",
          signInLink(),
        );
      },
    ],
    [
      "Ask for a film that is not yours",
      "The endpoint answers 403, and the page does not ask again.",
      async (say) => {
        const grant = renewingGrant({ load: `api/grant?film=another&delivery=${delivery()}` });
        await grant.ready().then(
          () => say("The endpoint gave a grant, although it should give none."),
          (error) => say(make("code", "", error.code), ` ${error.message}`),
        );
        grant.close();
      },
    ],
    [
      "Request a segment without a signature",
      "This is the answer for everybody who has only the address.",
      async (say) => {
        const url = new URL("segment-00.m4s", film.playlist).href;
        const answer = await fetch(url, { credentials: "omit" });
        const reason = answer.headers.get("X-CloudFront-Sign-Reason");
        say(
          make("code", "", `${answer.status} ${await answer.text()}`),
          ` CloudFront says no more. The reason is ${reason}. `,
          copyButton(url),
        );
      },
    ],
  ];
  elementById("experiments").replaceChildren(...experiments.map(itemOf));
}

/** @param {[title: string, about: string, run: Run]} experiment */
function itemOf([title, about, run]) {
  const outcome = make("p", "outcome");
  outcome.setAttribute("role", "status");
  const button = make("button", "", title);
  button.setAttribute("type", "button");
  button.addEventListener("click", () => {
    run((...words) => outcome.replaceChildren(...words)).catch((error) => {
      outcome.textContent = `The page could not do this: ${error.message}`;
    });
  });
  return make("li", "", button, make("p", "about", about), outcome);
}

/** @param {string} url */
function copyButton(url) {
  const button = make("button", "small", "Copy the address");
  button.setAttribute("type", "button");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(url).then(
      () => button.replaceChildren("Copied"),
      () => button.replaceWith(make("code", "", url)),
    );
  });
  return button;
}
