// Compares the output with what was added.
import { measure } from "../measure.js";
import { chunkOfPart, inputName } from "../names.js";
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
    const isInputKnown = !numbers.isAdded || isSame(await output.read(inputName), numbers);
    // Before that, a chunk without a part is not a fault.
    const missing = numbers.isOver && isInputKnown ? await missingChunks(output, numbers.chunks) : [];
    const failed = await state.queue.getFailed(0, mostNamed - 1);
    const failures = failed.map(({ data, failedReason }) => ({
      chunk: Number.isSafeInteger(data?.chunk) ? data.chunk : undefined,
      reason: failedReason,
    }));
    const unrecorded = numbers.isOver ? Math.max(0, numbers.chunks - numbers.chunksDone - missing.length) : 0;
    const isAllRecorded = numbers.isOver && missing.length === 0 && unrecorded === 0;
    // A chunk that was changed in Redis may have had fewer lines.
    const areLinesCounted = !isAllRecorded || numbers.chunksFailed > 0 || numbers.linesDone === numbers.lines;
    const isComplete =
      isAllRecorded &&
      isInputKnown &&
      areLinesCounted &&
      numbers.rejected === 0 &&
      numbers.chunksFailed === 0;
    const report = {
      ...numbers,
      output: output.location,
      missing: missing.length,
      missingChunks: missing.slice(0, mostNamed),
      unrecorded,
      areLinesCounted,
      isInputKnown,
      failures,
      isComplete,
    };
    console.log(json ? JSON.stringify(report) : printable(describe(report)));
    return isComplete ? 0 : 1;
  });
}

/**
 * Whether Redis says of the input what add has written into the output.
 * @param {string | undefined} text
 * @param {import("../measure.js").Numbers} numbers
 */
function isSame(text, { lines, chunks }) {
  try {
    const input = JSON.parse(text ?? "");
    return input.lines === lines && input.chunks === chunks;
  } catch {
    return false;
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
    ...(report.areLinesCounted
      ? []
      : [
          `counted    ${count(report.linesDone)} lines in the chunks; find out who else writes to Redis, and begin a new run`,
        ]),
    ...(report.isInputKnown
      ? []
      : [
          `input      Redis and ${inputName} in ${report.output} differ; run node bulk.js remove --run ${report.run}, then add again`,
        ]),
    `failed     ${count(report.chunksFailed)}`,
    ...report.failures.map(
      (/** @type {any} */ { chunk, reason }) => `           chunk ${chunk ?? "without a number"}: ${reason}`,
    ),
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
