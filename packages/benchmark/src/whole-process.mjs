// The parts of bench.sh that need Node.js:
//   gate URLS RUNTIME…       verifies the outputs of every subject in every runtime
//   args URLS RUNTIME ROUND  arguments for hyperfine, each ended by a zero byte
//   summary URLS RUNTIME…    combines the rounds
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFixture } from "./make-fixture.mjs";
import { wholeProcessTable } from "./pages/whole-process.mjs";
import { runScript, runtime } from "./runtimes.mjs";
import { rows as subjects } from "./subjects.mjs";

const folder = join(import.meta.dirname, "..");
const rows = ["startup", ...Object.keys(subjects)];

/** @param {string} text */
const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** @param {string} urls @param {string} name @param {string} round @returns {string[]} */
function hyperfineArgs(urls, name, round) {
  const { path, args } = runtime(name);
  const start = Math.floor((Number(round) * rows.length) / 3) % rows.length;
  const turned = [...rows.slice(start), ...rows.slice(0, start)];
  return (Number(round) % 2 ? turned : turned.reverse()).flatMap((row) => {
    const program = row === "startup" ? ["src/startup.mjs"] : ["src/program.mjs", row, urls];
    return ["-n", row, [path, ...args, ...program].map(quote).join(" ")];
  });
}

/**
 * Times in seconds. hyperfine 1 writes them flat, 2 in an object.
 * @param {string} file
 * @returns {{ name: string, times: number[] }[]}
 */
function readRound(file) {
  const { results } = JSON.parse(readFileSync(join(folder, "out/rounds", file), "utf8"));
  return results.map((/** @type {any} */ result) => ({
    name: result.name ?? result.command,
    times: result.times ?? result.measurements.map((/** @type {any} */ one) => one.time_wall_clock),
  }));
}

/** @param {string} name @param {string[]} files */
function merge(name, files) {
  const rounds = files
    .filter((file) => file.startsWith(`${name}-`) && file.endsWith(".json"))
    .flatMap(readRound);
  return rows.map((subject) => {
    const times = rounds.filter((round) => round.name === subject).flatMap((round) => round.times);
    return { runtime: name, subject, times };
  });
}

/** @param {string} urls @param {string[]} names */
function summary(urls, names) {
  const files = readdirSync(join(folder, "out/rounds"));
  const hyperfine = process.env.HYPERFINE_VERSION?.split(" ").pop() ?? "";
  const results = names.flatMap((name) => merge(name, files));
  const measured = { urls: Number(urls), hyperfine, results };
  writeFileSync(join(folder, "out/whole-process.json"), `${JSON.stringify(measured, null, 1)}\n`);
  const runs = results[0]?.times.length ?? 0;
  const few = runs < 6 ? " So few runs show that everything works; they cannot show differences." : "";
  const note = `Medians of ${runs} runs with their 95% intervals, ${urls} URLs, milliseconds.${few}`;
  const text = `${note}\n\n${wholeProcessTable(measured)}`;
  writeFileSync(join(folder, "out/whole-process.md"), `${text}\n`);
  console.log(text);
}

const [task, urls = "100", ...rest] = process.argv.slice(2);
if (task === "gate") {
  await makeFixture();
  for (const name of rest) await runScript(name, "gate.mjs", [urls]);
  console.error(`every output verified in ${rest.join(", ")}`);
} else if (task === "args") {
  for (const arg of hyperfineArgs(urls, rest[0] ?? "", rest[1] ?? "1")) process.stdout.write(`${arg}\0`);
} else if (task === "summary") {
  summary(urls, rest);
}
