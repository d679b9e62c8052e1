import { clock, elementById } from "./make.js";

/** @typedef {import("cloudfront-sign-media/client").GrantState} GrantState */
/** @typedef {{ tone: "good" | "open" | "bad", label: string, sentence: string }} Words */

/** @param {GrantState} state @param {import("./player.js").Delivery} delivery */
export function showState(state, delivery) {
  const { tone, label, sentence } = wordsFor(state, delivery);
  elementById("state").className = `state ${tone}`;
  elementById("label").textContent = label;
  elementById("sentence").textContent = sentence;
  elementById("error").textContent = "error" in state && state.error ? state.error.message : "";
}

/** @param {GrantState} state @param {import("./player.js").Delivery} delivery @returns {Words} */
function wordsFor(state, delivery) {
  switch (state.status) {
    case "idle":
      return { tone: "open", label: "Not asked for", sentence: "The first request asks for a grant." };
    case "loading":
      return { tone: "open", label: "Loading", sentence: "The page asks for a grant. Requests wait for it." };
    case "valid":
      return wordsForValid(state, delivery);
    case "unavailable":
      return {
        tone: "bad",
        label: "No grant",
        sentence:
          "The last grant has expired. The page asks again, and requests wait. What the player has loaded plays on.",
      };
    case "refused":
      return {
        tone: "bad",
        label: "Refused",
        sentence:
          "The endpoint gives no more grants. What the player has loaded plays on. Sign in to continue.",
      };
    case "closed":
      return { tone: "open", label: "Closed", sentence: "The page signs no more requests." };
  }
}

/** @param {Extract<GrantState, { status: "valid" }>} state @param {import("./player.js").Delivery} delivery @returns {Words} */
function wordsForValid({ error, reason, expiresAt }, delivery) {
  const end = clock(expiresAt);
  if (reason)
    return {
      tone: "open",
      label: "Valid, the last one",
      sentence:
        delivery === "cookies"
          ? "The endpoint gives no more grants, and signing out has deleted the cookies."
          : `The endpoint gives no more grants. This one is valid until ${end}.`,
    };
  if (error)
    return {
      tone: "open",
      label: "Valid, not renewed",
      sentence: `The endpoint failed, and the page asks again. The film plays until ${end}.`,
    };
  return {
    tone: "good",
    label: "Valid",
    sentence: "The page renews it before it expires, and the player notices nothing.",
  };
}

/**
 * What changes with time.
 * @param {GrantState} state
 * @param {number} lifetime in seconds
 * @param {import("./history.js").History} history
 */
export function showCountdown(state, lifetime, { counts }) {
  const isValid = state.status === "valid";
  const left = isValid ? Math.max(0, (state.expiresAt.getTime() - Date.now()) / 1000) : 0;
  elementById("left").setAttribute("stroke-dasharray", `${Math.min(100, (left / lifetime) * 100)} 100`);
  // Without a grant there is nothing to count: the film may still play what is loaded.
  elementById("seconds").textContent = isValid ? String(Math.ceil(left)) : "–";
  elementById("until").textContent = isValid ? clock(state.expiresAt) : "–";
  elementById("numGrants").textContent = String(counts.grants);
  elementById("numRequests").textContent = String(counts.requests);
  elementById("numDenied").textContent = String(counts.denied);
}
