// Whole processes that sign the lines of a file with `cloudfront-sign sign -`: one, or several at once.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "@cloudfront-sign-webcrypto/tools/run";
import { urlAt } from "../fixture.mjs";
import { makeFixture } from "../make-fixture.mjs";
import { cleanEnvironment, runtime } from "../runtimes.mjs";
import { figure } from "../stats.mjs";
import { verifyUrl } from "../verify.mjs";
import { keyOf } from "./signers.mjs";

/** @typedef {import("../stats.mjs").Figure} Figure */
/** @typedef {import("./signers.mjs").Key} Key */
/**
 * @typedef {object} ProcessRow
 * @property {"node24"} runtime
 * @property {Key} key
 * @property {"one process" | "xargs" | "parallel"} command
 * @property {number} processes at once
 * @property {number} urls
 * @property {Figure} perSecond
 * @property {Figure} cpuMicroseconds user and system time of all processes, per URL
 */

const main = join(
  dirname(createRequire(import.meta.url).resolve("cloudfront-sign-webcrypto/package.json")),
  "dist/cli/main.js",
);

/**
 * Lines for bash, which leave the signed URLs in files that `signed*` matches.
 * @type {Record<ProcessRow["command"], (processes: number) => string>}
 */
const commands = {
  "one process": () => '"$NODE" "$MAIN" sign - $FLAGS < urls.txt > signed',
  // Each process gets one part of the file.
  xargs: (processes) =>
    `split --number=l/${processes} urls.txt part. && ls part.* | xargs -P ${processes} -I @ sh -c '"$NODE" "$MAIN" sign - $FLAGS < @ > signed.@'`,
  // GNU parallel cuts the file into as many blocks as processes at once.
  parallel: (processes) =>
    `parallel --will-cite --keep-order --jobs ${processes} --halt soon,fail=1 --pipe-part -a urls.txt --block -1 '"$NODE" "$MAIN" sign - $FLAGS' > signed`,
};

/**
 * @param {{ urls: Record<Key, number>, rounds: number, processes: number, say: (text: string) => void }} plan
 * @returns {Promise<ProcessRow[]>}
 */
export async function measureProcesses({ urls, rounds, processes, say }) {
  const fixture = await makeFixture();
  const { keyPairId, dateLessThan } = fixture;
  const folder = mkdtempSync(join(tmpdir(), "cores-"));
  const hasParallel = (await run("parallel", ["--version"])).status === 0;
  if (!hasParallel) say("GNU parallel is not installed: apt-get install parallel");
  const names = /** @type {ProcessRow["command"][]} */ (Object.keys(commands)).filter(
    (name) => name !== "parallel" || hasParallel,
  );
  /** @type {ProcessRow[]} */
  const rows = [];
  try {
    for (const key of /** @type {Key[]} */ (Object.keys(urls))) {
      const count = urls[key];
      const { pem, publicKey, hash } = keyOf(fixture, key);
      writeFileSync(join(folder, "key.pem"), pem, { mode: 0o600 });
      writeFileSync(
        join(folder, "urls.txt"),
        Array.from({ length: count }, (_, i) => `${urlAt(i)}\n`).join(""),
      );
      const env = {
        ...cleanEnvironment(),
        NODE: runtime("node24").path,
        MAIN: main,
        FLAGS: `--date-less-than ${dateLessThan} --key-pair-id ${keyPairId} --private-key key.pem`,
        TIMEFORMAT: "%R %U %S",
      };
      const samples = names.map((name) => ({
        name,
        perSecond: /** @type {number[]} */ ([]),
        cpu: /** @type {number[]} */ ([]),
      }));
      for (let round = 0; round < rounds; round++) {
        for (const { name, perSecond, cpu } of samples) {
          const script = `rm -f signed* part.*; time { ${commands[name](processes)}; } 2>/dev/null`;
          const { status, stderr, output } = await run("bash", ["-c", script], { cwd: folder, env });
          if (status !== 0) throw new Error(`${name}: exit code ${status}\n${output}`);
          const [real = 0, user = 0, system = 0] = (stderr.trim().split("\n").pop() ?? "")
            .split(" ")
            .map(Number);
          perSecond.push(count / real);
          cpu.push(((user + system) * 1e6) / count);
          const { stdout } = await run("bash", ["-c", "cat signed*"], { cwd: folder });
          const signed = stdout.trimEnd().split("\n");
          if (signed.length !== count) throw new Error(`${name} made ${signed.length} of ${count} URLs`);
          // Parts keep their order, so each line is where it was.
          for (let i = 0; i < count; i += Math.ceil(count / 50))
            verifyUrl(signed[i], { url: urlAt(i), dateLessThan, keyPairId, publicKey, hash });
        }
      }
      for (const { name, perSecond, cpu } of samples)
        rows.push({
          runtime: "node24",
          key,
          command: name,
          processes: name === "one process" ? 1 : processes,
          urls: count,
          perSecond: figure(perSecond),
          cpuMicroseconds: figure(cpu),
        });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}
