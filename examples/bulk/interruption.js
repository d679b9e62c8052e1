/** Aborted by the first SIGINT or SIGTERM. The second one ends the process at once. */
export function interruption() {
  const controller = new AbortController();
  for (const [signal, status] of /** @type {const} */ ([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(status);
      process.exitCode = status;
      controller.abort();
    });
  }
  return controller.signal;
}
