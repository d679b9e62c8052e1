import { createHash } from "node:crypto";
import type { AccessLogCause, AccessLogCount, AccessLogDiagnosis } from "cloudfront-sign-diagnosis/logs";
import { printable } from "../../../output/terminal.ts";
import { countsOf, percentOf } from "./log-text.ts";
import css from "./templates/page-style.txt?raw";

/** HTML that is whole. Everything else is text, and gets escaped. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

/** HTML with values in it, which are escaped: a log holds what strangers sent. */
function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(parts.reduce((before, part, i) => before + textOf(values[i - 1] ?? "") + part));
}

function textOf(value: Part): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  const text = typeof value === "number" ? value.toLocaleString("en") : value;
  return printable(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** What a log says, as a page that loads nothing and runs nothing. */
export function logPage(diagnosis: AccessLogDiagnosis): string {
  const { sentence, requests, denied, causes, timeline, missing, first, last } = diagnosis;
  const deniedOverTime = timeline?.requests.map((_, i) =>
    causes.reduce((sum, cause) => sum + (cause.timeline[i] ?? 0), 0),
  );
  const style = createHash("sha256").update(css).digest("base64");
  const page = html`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'">
<title>What denies CloudFront's viewers</title>
<style>${new Html(css)}</style>
<h1>${sentence}</h1>
<p class="soft">${requests} requests, ${denied} denied, from ${timeOf(first)} to ${timeOf(last)} UTC</p>
${deniedOverTime === undefined ? "" : html`<section><h2>Requests and denials</h2>${chart(diagnosis, deniedOverTime)}</section>`}
${causes.map((cause, i) => causeSection(diagnosis, cause, i + 1))}
${missing.length === 0 ? "" : html`<section><h2>Not in this log</h2>${missing.map((one) => html`<p>${one}</p>`)}</section>`}
</html>
`;
  return page.text;
}

function causeSection(diagnosis: AccessLogDiagnosis, cause: AccessLogCause, number: number): Html {
  const { id, certainty, sentence, summary, evidence, fix, example, count, share, addresses, standsOut } =
    cause;
  return html`<section class="cause">
<h2>${number}. ${sentence}</h2>
<p><span class="badge ${certainty}">${certainty}</span> <code>${id}</code>${standsOut ? "" : " (usual in healthy traffic)"}</p>
<p>${summary} <span class="soft">Seen: ${evidence}.</span></p>
<p><strong>Fix:</strong> ${fix}</p>
${chart(diagnosis, cause.timeline)}
<p class="soft">${count} requests (${percentOf(share)} of all) from about ${addresses} addresses, such as:</p>
<pre><code>${example}</code></pre>
<div class="tables">${countsOf(cause).map(([title, counts]) => table(title, counts))}</div>
</section>
`;
}

function table(title: string, counts: readonly AccessLogCount[]): Html {
  const rows = counts.map(
    ({ value, count, missed }) => html`<tr><td>${value}<td>${missed > 0 ? "at least " : ""}${count}`,
  );
  return html`<div><h3>${title}</h3><table>${rows}</table></div>`;
}

/** Bars for all requests, and for the denied ones in front of them. */
function chart({ timeline }: AccessLogDiagnosis, denied: readonly number[]): Html {
  if (timeline === undefined) return html``;
  const { start, seconds, requests } = timeline;
  const highest = Math.max(...requests);
  const bar = (kind: string, count: number, i: number): Html => {
    const height = count === 0 ? 0 : Math.max(2, (count / highest) * 100);
    return html`<rect class="${kind}" x="${i * 10 + 1}" y="${(100 - height).toFixed(1)}" width="8" height="${height.toFixed(1)}"/>`;
  };
  const end = new Date(start.getTime() + requests.length * seconds * 1000);
  const label = `${denied.reduce((sum, count) => sum + count, 0)} denied requests from ${timeOf(start)} to ${timeOf(end)} UTC`;
  return html`<svg viewBox="0 0 ${requests.length * 10} 100" preserveAspectRatio="none" role="img" aria-label="${label}">${requests.map((count, i) => bar("all", count, i))}${denied.map((count, i) => bar("denied", count, i))}</svg>
<div class="times"><span>${timeOf(start)}</span><span>a bar is ${seconds / 60} min</span><span>${timeOf(end)}</span></div>`;
}

function timeOf(date: Date | undefined): string {
  return date === undefined ? "?" : date.toISOString().slice(0, 16).replace("T", " ");
}
