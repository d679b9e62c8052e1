import { describeRelativeTime, timesOf } from "./times.js";

const svgNames = "http://www.w3.org/2000/svg";

/**
 * Where start, request and end stand on the line, in percent of its width. Far away is not drawn to scale.
 * @param {number | undefined} start
 * @param {number} end
 * @param {number} now all three in milliseconds
 */
export function layOut(start, end, now) {
  const length = end - (start ?? end);
  if (length <= 0)
    return now < end
      ? { start: 0, now: 36, end: 80, toScale: false }
      : { start: 0, now: 86, end: 50, toScale: false };
  const outside = now < /** @type {number} */ (start) ? Number(start) - now : now - end;
  if (outside <= 0)
    return { start: 14, now: 14 + (72 * (now - Number(start))) / length, end: 86, toScale: true };
  const toScale = outside < 1.5 * length && outside > length / 8;
  const share = toScale ? (72 * outside) / (length + outside) : 30;
  return now > end
    ? { start: 14, end: 86 - share, now: 86, toScale }
    : { now: 14, start: 14 + share, end: 86, toScale };
}

/**
 * A picture of the time that a policy allows, and of the moment of the request; the same in words below it.
 * @param {{ startsAt: Date | undefined, expiresAt: Date, now: Date, isNow: boolean }} times
 */
export function timeline({ startsAt, expiresAt, now, isNow }) {
  const at = layOut(startsAt && Number(startsAt), Number(expiresAt), Number(now));
  const moment = isNow ? "now" : "request";
  const isOpen = now < expiresAt && (!startsAt || now > startsAt);
  const svg = draw("svg", {
    class: isOpen ? "line open" : "line",
    height: 76,
    role: "img",
    "aria-label": summary(startsAt, expiresAt, now),
  });
  const [first, last] = [Math.min(at.start, at.now), Math.max(at.end, at.now)];
  // Nobody knows when a policy without a start was signed.
  const fading = draw("linearGradient", { id: "fading" });
  fading.append(draw("stop", { offset: 0, "stop-opacity": 0 }), draw("stop", { offset: 0.7 }));
  svg.append(
    draw("line", {
      class: at.toScale ? "axis" : "axis broken",
      x1: `${Math.max(first - 6, 0)}%`,
      x2: `${last + 6}%`,
      y1: 40,
      y2: 40,
    }),
    fading,
    draw("rect", {
      class: startsAt ? "allowed" : "allowed fading",
      x: `${at.start}%`,
      width: `${at.end - at.start}%`,
      y: 35,
      height: 10,
    }),
    ...(startsAt ? [tick(at.start, "start")] : []),
    tick(at.end, "end"),
    draw("line", { class: "moment", x1: `${at.now}%`, x2: `${at.now}%`, y1: 22, y2: 52 }),
    draw("circle", { class: "moment", cx: `${at.now}%`, cy: 40, r: 6 }),
    draw("text", { class: "moment", x: `${at.now}%`, y: 14, "text-anchor": "middle" }, moment),
  );
  const list = document.createElement("dl");
  list.className = "times";
  for (const [name, date] of /** @type {[string, Date | undefined][]} */ ([
    ["Start", startsAt],
    [isNow ? "Now" : "Request", now],
    ["End", expiresAt],
  ]))
    list.append(
      entry(
        name,
        date,
        date === now
          ? isNow
            ? "by the clock of this device"
            : "as given"
          : date && describeRelativeTime(date, now, isNow ? undefined : "the request"),
      ),
    );
  const figure = document.createElement("figure");
  figure.append(svg, list);
  if (!at.toScale) {
    const caption = document.createElement("figcaption");
    caption.textContent = startsAt
      ? "The line is not to scale."
      : "The policy has no start, so the line is not to scale.";
    figure.append(caption);
  }
  return figure;
}

/** @param {Date | undefined} startsAt @param {Date} expiresAt @param {Date} now */
function summary(startsAt, expiresAt, now) {
  if (now >= expiresAt) return `Timeline: ${startsAt ? "start, " : ""}end, then the request.`;
  if (startsAt && now <= startsAt) return "Timeline: the request, then start, then end.";
  return `Timeline: ${startsAt ? "start, then " : ""}the request, then the end.`;
}

/** @param {string} name @param {Date | undefined} date @param {string | undefined} words */
function entry(name, date, words) {
  const group = document.createElement("div");
  const term = document.createElement("dt");
  term.textContent = name;
  group.append(term);
  for (const [kind, text] of date
    ? [["words", words], ...timesOf(date)]
    : [["words", "none: valid immediately"]]) {
    if (!text) continue;
    const detail = document.createElement("dd");
    detail.className = kind ?? "";
    detail.textContent = text;
    group.append(detail);
  }
  return group;
}

/** @param {number} x @param {string} name */
function tick(x, name) {
  const group = draw("g", {});
  group.append(
    draw("line", { class: "tick", x1: `${x}%`, x2: `${x}%`, y1: 31, y2: 49 }),
    draw("text", { x: `${x}%`, y: 68, "text-anchor": "middle" }, name),
  );
  return group;
}

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function draw(name, attributes, text) {
  const element = document.createElementNS(svgNames, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, `${value}`);
  if (text) element.textContent = text;
  return element;
}
