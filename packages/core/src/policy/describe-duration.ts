import type { DurationProblem } from "./duration.ts";

/** The only place that has words for the faults of a length of time. */
export function describeDurationProblem(problem: DurationProblem, option: string): string {
  switch (problem.id) {
    case "wrong-type":
      return `is ${problem.type}; pass whole seconds, or text such as "90s", "15m", "6h", "7d"`;
    case "date":
      return option === "expiresIn"
        ? "is a point in time, not a length of time; pass it as dateLessThan"
        : 'is a point in time; pass a length of time such as "1h"';
    case "empty":
      return 'is an empty string; is a variable not set? Pass a length of time such as "1h"';
    case "zero":
      return "is 0; it must be at least 1 second";
    case "negative":
      return "is negative; it must be at least 1 second";
    case "not-understood":
      return 'is text that is not understood; write whole seconds, or a number and a unit: "90s", "15m", "6h", "7d"';
    case "too-long":
      return "is longer than 317 years; check the unit";
    case "fraction":
      return `${problem.value} is not a whole number of seconds; round it`;
    case "milliseconds":
      return `${problem.value} is in milliseconds; divide by 1000: ${Math.floor(problem.value / 1000)}`;
    case "epoch-milliseconds":
      return `${problem.value} is a point in time in milliseconds; pass seconds from now, such as 3600`;
    case "not-finite":
      return `is ${problem.value}; check how it was calculated`;
    case "spelling":
      return `"${problem.text}" is not understood; write "${problem.duration}"`;
  }
}
