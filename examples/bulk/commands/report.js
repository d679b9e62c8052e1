// Compares the output with what was added.
import { measure } from "../measure.js";
import { chunkOfPart } from "../names.js";
import { withExistingState } from "../open-state.js";
import { readRunName } from "../settings.js";
import { printable } from "../terminal.js";
import { openRun } from "../terms.js";

const mostNamed = 20;

/** @param {Record<string, any>} options */
export function run({ run: name, json = false }) {
  return withExistingState(readRunName(name), async (state, { terms, output: location }) => {
    const { output } = await openRun(location, terms);
    const numbers = await measure(state);
    // Before that, a chunk without a part is no fault.
    const missing = numbers.isOver ? await missingChunks(output, numbers.chunks) : [];
    const failed = await state.queue.getFailed(0, mostNamed - 1);
    const failures = failed.map((job) => ({ chunk: job.data?.chunk, reason: job.failedReason }));
    const unrecorded = numbers.isOver ? Math.max(0, numbers.chunks - numbers.chunksDone - missing.length) : 0;
    const isComplete =
      numbers.isOver && missing.length + unrecorded + numbers.rejected + numbers.chunksFailed === 0;
    const report = {
      ...numbers,
      output: output.location,
      missing: missing.length,
      missingChunks: missing.slice(0, mostNamed),
      unrecorded,
      failures,
      isComplete,
    };
    console.log(json ? JSON.stringify(report) : printable(describe(report)));
    return isComplete ? 0 : 1;
  });
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
  const isAllDone = report.isOver && report.chunksDone === report.chunks;
  return [
    `run        ${report.run}`,
    `output     ${report.output}`,
    `lines      ${count(report.lines)}${report.isAdded ? "" : ", and add has not ended"}`,
    `signed     ${count(report.signed)}`,
    `rejected   ${count(report.rejected)}${report.rejected ? ": see the files part-*.rejected.jsonl" : ""}`,
    ...(isAllDone && empty > 0 ? [`empty      ${count(empty)}`] : []),
    `chunks     ${count(report.chunks)}${report.isOver ? "" : `, ${count(report.chunksDone)} of them are done`}`,
    `missing    ${count(report.missing)}${report.missing ? `: ${report.missingChunks.join(", ")}${report.missing > mostNamed ? ", …" : ""}; run add again` : ""}`,
    ...(report.unrecorded
      ? [`unrecorded ${count(report.unrecorded)}: Redis has lost records; run add again`]
      : []),
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
