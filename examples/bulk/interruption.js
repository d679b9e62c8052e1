/** Kubernetes and ECS kill a process 30 seconds after SIGTERM. */
const grace = 25_000;

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
      // It may wait for Redis or the storage. Nothing is lost: a chunk without its part is done by another worker.
      setTimeout(() => process.exit(status), grace).unref();
    });
  }
  return controller.signal;
}
