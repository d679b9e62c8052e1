// The gains in docs/performance.md.
import { timeInNode } from "../raw.mjs";
import { figure, quotient } from "../stats.mjs";
import { importEach, ours, perRequest, sdk } from "../subjects.mjs";
import { digits, quickNote, table, withSpread } from "../text.mjs";
import { comparedLoads, comparedRates } from "./loads.mjs";
import { processes } from "./whole-process.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("../raw.mjs").Figure} Figure */

/** Counts have no spread. @param {import("../raw.mjs").Tips["window"]} counted */
const windowGain = ({ requests, without, with: windowed, p256, together }) =>
  `In a test with an RSA key, ${requests} requests for one image within an hour got ${without} different URLs, and ${windowed} with \`cacheWindow: "1h"\`. With a P-256 key and the same window they got ${p256.without}, and ${p256.with} if a signature cache was set. Without \`staggerWindows\`, ${together.without} of ${together.images} images changed their URLs within the same ten seconds. With \`staggerWindows: true\`, at most ${together.with} did.`;

/** @param {Raw} raw */
function memoryGain({ growth }) {
  const rows = growth.filter(({ runtime, count }) => runtime === "node24" && count === 1_000_000);
  const peak = (/** @type {string} */ mode) => {
    const { peakBytes, problem = "not measured" } = rows.find((row) => row.mode === mode) ?? {};
    return peakBytes ? `${digits(peakBytes / 1e6)} MB` : problem;
  };
  return `Peak memory of a process for a million URLs, P-256, measured once: ${peak("signUrls")} with \`signUrls\`, ${peak("Promise.all")} with \`Promise.all\`.`;
}

/**
 * The gain of each tip in docs/performance.md, by the name in its marker.
 * @param {Raw} raw
 * @returns {Record<string, string>}
 */
export function gains(raw) {
  const { of } = processes(raw.wholeProcess);
  // The measurements that took turns: those taken minutes apart are hard to compare.
  const rsa = timeInNode(raw, "URL, only an expiry time", ours);
  const p256 = "URL, only an expiry time, P-256";
  const ec = timeInNode(raw, p256, ours);
  const perGrant = timeInNode(raw, "URL of a grant", ours);
  const newSigner = quotient(timeInNode(raw, p256, perRequest), ec);
  /** @param {Figure} value @param {string} unit */
  const text = (value, unit) => `${withSpread(value)} ${unit}`;
  /** @param {Record<string, Figure>} values */
  const listed = (values) =>
    Object.entries(values)
      .map(([name, value]) => `${withSpread(value)} µs with ${name}`)
      .join(", ");
  const { memo, concurrency, threads, window } = raw.tips;
  /** The part of a core that 50 a second take. @param {Figure} value microseconds */
  const ofCore = ({ median }) => `${Math.round((50 * median) / 10_000)}%`;
  // One at a time is what the table begins with.
  const several = Object.fromEntries(Object.entries(concurrency).filter(([most]) => most !== "1"));
  const time = (/** @type {import("../stats.mjs").Figure} */ { median }) => `${digits(median)} µs`;
  const steps = [
    ["as usual", "`await signUrl(…)`", time(rsa)],
    ["many files for one viewer", "[sign once](#sign-once-for-many-urls-grants)", time(perGrant)],
    [
      "one file for many viewers",
      "[same URL](#keep-the-url-the-same-cachewindow), [kept](#sign-nothing-twice-signaturecachesize)",
      time(memo.with),
    ],
    ["with a key that you choose", "[P-256](#use-a-p-256-key)", time(ec)],
    ["many URLs at once", "[concurrently](#sign-concurrently)", time(concurrency["64"] ?? figure([]))],
    ["in short processes", "[compile cache](#start-faster-the-compile-cache)", "–"],
  ];
  return {
    steps: `Up to ${comparedRates(comparedLoads(raw, ["aws-sdk"]))[0]} signed URLs per second, you need nothing from this page. At 50 per second, signing takes about ${ofCore(rsa)} of one core, and ${ofCore(timeInNode(raw, "URL, only an expiry time", sdk))} with the AWS SDK. What helps most is to sign less often:

${table(["you sign", "what to do", "per URL"], steps, 3)}

${quickNote(raw).join("\n")}Times are medians for RSA-2048 with Node.js ${raw.versions.node24} on ${raw.host.cores} cores ([how they were measured](#how-it-was-measured)). Below, the number after ± is the distance to the farther end of the 95% interval.`,
    "import-once": `Measured: a process that signs 100 URLs takes ${text(of("node", ours), "ms")}, and ${text(of("node", importEach), "ms")} if it imports the key for each URL. A new signer in each request takes ${newSigner.median.toFixed(2)}× the time of a signer that you keep (P-256).`,
    window: windowGain(window),
    concurrency: `Time per URL with \`signUrls\`, RSA, on ${raw.host.cores} cores, by \`concurrency\`: ${listed(several)}. ${memoryGain(raw)}`,
    threads: `Time per URL of 64 at once, RSA, on ${raw.host.cores} cores, by \`UV_THREADPOOL_SIZE\`: ${listed(threads)}.`,
  };
}
