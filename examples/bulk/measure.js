// The numbers of a run.

/**
 * @param {import("./run-state.js").RunState} state
 */
export async function measure(state) {
  const [now, added, totals, jobs, workers] = await Promise.all([
    state.now(),
    state.added(),
    state.totals(),
    state.jobs(),
    state.queue.getWorkersCount(),
  ]);
  const seconds = Math.max(1, (isOver(added, jobs) ? totals.finished : now) - totals.started);
  return {
    run: state.run,
    isAdded: added.isComplete,
    isOver: isOver(added, jobs),
    lines: added.lines,
    signed: totals.signed,
    rejected: totals.rejected,
    chunks: added.chunks,
    chunksDone: totals.chunks,
    linesDone: totals.lines,
    chunksWaiting: jobs.waiting,
    chunksActive: jobs.active,
    chunksRetrying: jobs.delayed,
    chunksFailed: jobs.failed,
    workers,
    retries: totals.retries,
    stalled: totals.stalled,
    seconds,
    perSecond: Math.round((totals.signed + totals.rejected - totals.found) / seconds),
  };
}

/** @typedef {Awaited<ReturnType<typeof measure>>} Numbers */

/**
 * Whether all lines are added, and no chunk waits or is in work. Read `added` before `jobs`: it is
 * complete only after the last job was made.
 * @param {{ isComplete: boolean }} added
 * @param {{ waiting: number, active: number, delayed: number }} jobs
 */
export const isOver = ({ isComplete }, { waiting, active, delayed }) =>
  isComplete && waiting + active + delayed === 0;
