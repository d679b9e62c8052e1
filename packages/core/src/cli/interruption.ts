import process, { exit } from "node:process";

/** Ctrl-C, for a command that has something to finish: the second one ends it at once. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => {
    controller.abort();
    process.once("SIGINT", () => exit(130));
  });
  return controller.signal;
}
