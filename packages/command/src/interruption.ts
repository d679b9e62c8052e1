/** Ctrl-C, for a command that has something to finish: the second one ends it at once. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  process.on("SIGINT", () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  });
  return controller.signal;
}
