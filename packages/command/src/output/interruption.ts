import type { ExitStatus } from "../command.ts";

/** The signals that ask a program to end, with the exit status of each: 128 and its number, as shells have it. */
const statuses = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Ctrl-C, or the SIGTERM of a service manager or a container, for a command that has something to finish: the second
 * one ends it at once. Not the SIGHUP of a closed terminal, which `nohup` turns off and a listener would turn on.
 */
export interface Interruption {
  readonly signal: AbortSignal;
  readonly status: ExitStatus;
}

export function interruption(): Interruption {
  const controller = new AbortController();
  let first: ExitStatus = statuses.SIGINT;
  for (const [name, status] of Object.entries(statuses))
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(status);
      first = status;
      process.exitCode = status;
      controller.abort();
    });
  return {
    signal: controller.signal,
    get status() {
      return first;
    },
  };
}
