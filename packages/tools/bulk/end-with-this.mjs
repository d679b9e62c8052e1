// Kills processes when this process ends.

/** @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** @param {import("node:child_process").ChildProcess} child */
export function endWithThis(child) {
  children.add(child);
  child.once("exit", () => children.delete(child));
}
