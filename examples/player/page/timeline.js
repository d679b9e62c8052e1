import { keptPast } from "./history.js";
import { elementById, makeSvg } from "./make.js";

const height = 158;
/** Where the rows are. */
const rows = { grants: 26, endpoint: 92, cdn: 124 };
const barHeight = 18;

/**
 * Draws what happened lately, and how long the grant is valid.
 * @param {import("./history.js").History} history
 * @param {number} grantSeconds
 */
export function drawTimeline({ grants, requests }, grantSeconds) {
  const svg = elementById("timeline");
  const width = svg.clientWidth;
  if (width === 0) return;
  const now = Date.now();
  const shownPast = width < 600 ? keptPast / 2 : keptPast;
  const scale = width / (shownPast + grantSeconds * 1000);
  /** @param {number} time */
  const x = (time) => Math.max(0, (time - now + shownPast) * scale);
  /** @param {number} time */
  const isShown = (time) => time > now - shownPast;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren(
    ...[
      ["Grants", rows.grants - 10],
      ["Endpoint", rows.endpoint - 10],
      ["CDN", rows.cdn - 10],
    ].map(([text, y]) => makeSvg("text", { class: "name", x: 0, y: y ?? 0 }, String(text))),
    makeSvg("line", { class: "rule", x1: 0, x2: width, y1: rows.endpoint, y2: rows.endpoint }),
    makeSvg("line", { class: "rule", x1: 0, x2: width, y1: rows.cdn + 8, y2: rows.cdn + 8 }),
    ...grants.flatMap((grant, i) => (isShown(grant.until) ? barOf(grant, grants[i + 1]?.from, x) : [])),
    ...requests.filter(({ time }) => isShown(time)).map((request) => markOf(request, x(request.time))),
    makeSvg("line", { class: "now", x1: x(now), x2: x(now), y1: 12, y2: height - 14 }),
    makeSvg("text", { class: "now", x: x(now) + 1, y: height - 3 }, "now"),
  );
}

/**
 * A grant as a bar: strong while it is the newest, pale from its renewal to its expiry.
 * @param {import("./history.js").PastGrant} grant
 * @param {number | undefined} renewed
 * @param {(time: number) => number} x
 */
function barOf({ number, from, until }, renewed, x) {
  const y = rows.grants + (number % 2) * (barHeight + 4);
  const [start, end, used] = [x(from), x(until), x(Math.min(renewed ?? until, until))];
  const box = { y, height: barHeight, rx: 3 };
  const bars = [
    makeSvg("rect", { ...box, class: "bar", x: start, width: Math.max(0, end - start) }),
    makeSvg("rect", { ...box, class: "bar used", x: start, width: Math.max(0, used - start) }),
  ];
  if (used - start > 16)
    bars.push(makeSvg("text", { class: "number", x: start + 5, y: y + 13 }, String(number)));
  return bars;
}

/** @param {import("./history.js").PastRequest} request @param {number} x */
function markOf({ status, isOfEndpoint }, x) {
  const tone = status < 400 ? "good" : "bad";
  return isOfEndpoint
    ? makeSvg("circle", { class: `mark ${tone}`, cx: x, cy: rows.endpoint, r: 4.5 })
    : makeSvg("line", { class: `mark ${tone}`, x1: x, x2: x, y1: rows.cdn, y2: rows.cdn + 16 });
}
