import { clock, elementById, make } from "./make.js";

const numRows = 15;

/**
 * Lists each request to the CDN and to the endpoint, as the browser reports it.
 * @param {import("./player.js").Film} film
 * @param {import("./history.js").History} history
 * @param {() => import("./player.js").Delivery} delivery
 */
export function logRequests(film, history, delivery) {
  const folder = new URL(".", film.playlist).href;
  const endpoint = new URL("api/grant", document.baseURI).href;
  const rows = elementById("requests");
  /** @param {any} entry a PerformanceResourceTiming; not all libraries of types have its status yet */
  const note = ({ name, startTime, responseStatus }) => {
    const [address = ""] = name.split("?", 1);
    const isOfEndpoint = address === endpoint;
    if (!address.startsWith(folder) && !isOfEndpoint) return;
    const request = {
      time: performance.timeOrigin + startTime,
      file: isOfEndpoint ? "POST /api/grant" : address.slice(folder.length),
      way: isOfEndpoint ? "session" : history.wayOf(name, delivery(), responseStatus),
      status: responseStatus,
      isOfEndpoint,
    };
    history.noteRequest(request);
    rows.prepend(rowOf(request));
    while (rows.children.length > numRows) rows.lastElementChild.remove();
  };
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
    type: "resource",
    buffered: true,
  });
}

/** @param {import("./history.js").PastRequest} request */
function rowOf({ time, file, way, status, isOfEndpoint }) {
  const kind = isOfEndpoint ? "endpoint" : "cdn";
  const code = make("span", status < 400 ? "good" : "bad", status ? String(status) : "–");
  const cells = [clock(time), file, way, code].map((cell) => make("td", "", cell));
  return make("tr", kind, ...cells);
}
