// Binds programs to processors, which needs taskset: Linux only.
import { readFileSync } from "node:fs";
import { platform } from "node:os";

export const canBind = platform() === "linux";

/** The numbers of the processors that this process may use. A container has not always the first ones. */
export function processors() {
  const list = /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "";
  return list.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
