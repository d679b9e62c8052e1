// Compares the output with what was added.
import { measure } from "../measure.js";
import { chunkOfPart } from "../names.js";
import { openExistingState } from "../open-state.js";
import { openRun } from "../run.js";
import { readRunName } from "../settings.js";

const mostNamed = 20;

/** @param {Record<string, any>} options */
export async function run({ run: name, json = false }) {
  const { state, id, output: location } = await openExistingState(readRunName(name));
  try {
    const { output } = await openRun(location, id);
    const numbers = await measure(state);
    const missing = numbers.isAdded ? await missingChunks(output, numbers.chunks) : [];
    const failed = await state.queue.getFailed(0, mostNamed - 1);
    const failures = failed.map((job) => ({ chunk: job.data.chunk, reason: job.failedReason }));
    const isComplete =
      numbers.isOver && missing.length === 0 && numbers.rejected === 0 && numbers.chunksFailed === 0;
    const report = {
      ...numbers,
      output: output.location,
      missing: missing.length,
      missingChunks: missing.slice(0, mostNamed),
      failures,
      isComplete,
    };
    console.log(json ? JSON.stringify(report) : describe(report));
    return isComplete ? 0 : 1;
  } finally {
    await state.close();
  }
}

/**
 * @param {import("../output.js").Output} output
 * @param {number} chunks
 */
async function missingChunks(output, chunks) {
  const missing = new Set(Array.from({ length: chunks }, (_, chunk) => chunk));
  for await (const name of output.names("part-")) missing.delete(chunkOfPart(name) ?? -1);
  return [...missing];
}

/** @param {any} report */
function describe(report) {
  const count = (/** @type {number} */ number) => number.toLocaleString("en");
  const empty = report.lines - report.signed - report.rejected;
  return [
    `run        ${report.run}`,
    `output     ${report.output}`,
    `lines      ${count(report.lines)}${report.isAdded ? "" : ", and add has not ended"}`,
    `signed     ${count(report.signed)}`,
    `rejected   ${count(report.rejected)}${report.rejected ? ": see the files part-*.rejected.jsonl" : ""}`,
    ...(report.isOver && report.missing === 0 && empty > 0 ? [`empty      ${count(empty)}`] : []),
    `chunks     ${count(report.chunks)}`,
    `missing    ${count(report.missing)}${report.missing ? `: ${report.missingChunks.join(", ")}${report.missing > mostNamed ? ", …" : ""}; run add again` : ""}`,
    `failed     ${count(report.chunksFailed)}`,
    ...report.failures.map((/** @type {any} */ { chunk, reason }) => `           chunk ${chunk}: ${reason}`),
    `retries    ${count(report.retries)}`,
    `stalled    ${count(report.stalled)}`,
    `time       ${count(report.seconds)} s`,
    `rate       ${count(report.perSecond)} lines per second`,
    report.isComplete
      ? "Every line is signed."
      : report.isOver
        ? "Not every line is signed."
        : "The run is not over yet.",
  ].join("\n");
}
