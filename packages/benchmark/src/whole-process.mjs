// The parts of bench.sh that need Node.js:
//   gate URLS RUNTIME…       verifies the outputs of every subject in every runtime
//   args URLS RUNTIME ROUND  arguments for hyperfine, each ended by a zero byte
//   summary URLS RUNTIME…    combines the rounds
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFixture } from "./make-fixture.mjs";
import { runScript, runtime } from "./runtimes.mjs";
import { difference, figure, median, overlap, spread } from "./stats.mjs";
import { subjectNames } from "./subjects.mjs";
import { withSpread } from "./text.mjs";

const folder = join(import.meta.dirname, "..");
const rows = ["startup", ...subjectNames];

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
    return { runtime: name, subject, ...spread(times), median: median(times), times };
  });
}

/** @param {number} seconds */
const ms = (seconds) => (seconds * 1000).toFixed(1);

/** @param {number[]} seconds */
const milliseconds = (seconds) => figure(seconds.map((time) => time * 1000));

/** @param {string} urls @param {string[]} names */
function summary(urls, names) {
  const files = readdirSync(join(folder, "out/rounds"));
  const hyperfine = process.env.HYPERFINE_VERSION?.split(" ").pop() ?? "";
  const results = names.flatMap((name) => merge(name, files));
  writeFileSync(
    join(folder, "out/whole-process.json"),
    `${JSON.stringify({ urls: Number(urls), hyperfine, results }, null, 1)}\n`,
  );
  const lines = [];
  for (const name of names) {
    const of = results.filter((result) => result.runtime === name);
    const startup = of[0];
    if (!startup) continue;
    // The subjects that make a signature for each URL, or the program that stands for them.
    const signing = of.filter(({ subject }) => !/^(startup|program|limit-one)$/.test(subject));
    const [fastest = startup] = signing.sort((a, b) => a.mean - b.mean);
    lines.push(`### ${name}, ${startup.times.length} runs each, ${urls} URLs`, "");
    if (startup.times.length < 6)
      lines.push("So few runs show that everything works; differences they cannot show.", "");
    lines.push(
      "| subject | mean ± σ [ms] | median [ms] | min … max [ms] | without start-up [ms] |",
      "|:---|---:|---:|---:|---:|",
    );
    for (const one of of) {
      const net =
        one === startup ? "" : withSpread(difference(milliseconds(one.times), milliseconds(startup.times)));
      lines.push(
        `| \`${one.subject}\` | ${ms(one.mean)} ± ${ms(one.stddev)} | ${ms(one.median)} | ${ms(one.min)} … ${ms(one.max)} | ${net} |`,
      );
    }
    lines.push("", `\`${fastest.subject}\` ran`, "");
    for (const one of signing) {
      if (one === fastest) continue;
      const times = one.mean / fastest.mean;
      const error = times * Math.hypot(one.stddev / one.mean, fastest.stddev / fastest.mean);
      const same = overlap(figure(one.times), figure(fastest.times)) ? ": no difference seen" : "";
      lines.push(`- ${times.toFixed(2)} ± ${error.toFixed(2)} times faster than \`${one.subject}\`${same}`);
    }
    lines.push("");
  }
  writeFileSync(join(folder, "out/whole-process.md"), lines.join("\n"));
  console.log(lines.join("\n"));
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
