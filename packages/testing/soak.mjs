// Signs 100,000 URLs in each runtime from the packed tarball, while the key is rotated three times and half of
// its loads fail, and prints a table. `npm run soak`; `npm run soak -- bun workerd` runs these alone, and
// `--signatures 5000` signs fewer. It ends with exit code 1 if a URL goes with a wrong key, a signature is
// lost, a rejection is unhandled or the hook does not hear of each failed load once.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { libraryFiles } from "./library.mjs";
import { install, pack } from "./pack.mjs";
import { hosts } from "./runtimes.mjs";
import { soakHost } from "./soak/host.mjs";
import { soakWorkerd } from "./soak/workerd.mjs";

/** @typedef {import("./soak/result.mjs").SoakResult} SoakResult */

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { signatures: { type: "string", default: "100000" } },
});
const folder = mkdtempSync(join(tmpdir(), "soak-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const app = join(folder, "app");
await install(await pack(folder), app);
const alias = libraryFiles({ PACKED: "esm", PACKED_DIR: app });
const settings = { alias, folder, numSignatures: Number(values.signatures) };

/** @type {{ name: string, soak: () => Promise<SoakResult> }[]} */
const subjects = [
  ...hosts.map((host) => ({ name: host.name, soak: () => soakHost(host, settings) })),
  { name: "workerd", soak: () => soakWorkerd("workerd", false, settings) },
  { name: "workerd-waituntil", soak: () => soakWorkerd("workerd", true, settings) },
  { name: "workerd-oldest", soak: () => soakWorkerd("workerd-oldest", false, settings) },
];
/** Without names, each runtime once, and workerd also with waitUntil and with its oldest compatibility date. */
const usual = ["node24", "bun", "deno", "workerd", "workerd-waituntil", "workerd-oldest"];
/** @type {Record<string, SoakResult>} */
const table = {};
for (const { name, soak } of subjects) {
  if (!(words.length > 0 ? words : usual).includes(name)) continue;
  const result = await soak();
  table[name] = result;
  if (Object.values(result.faults).some((count) => count !== 0)) {
    console.log(`FAIL ${name}`, result.faults);
    process.exitCode = 1;
  }
}
console.table(
  Object.fromEntries(
    Object.entries(table).map(([name, { counts, unhandled, heap, seconds }]) => [
      name,
      {
        signatures: counts.signatures,
        rotations: counts.rotations,
        loads: counts.loads,
        "failed loads": counts.failedLoads,
        "of them hung": counts.hangingLoads,
        "hook calls": counts.hookCalls,
        "clock jumps": counts.clockJumps,
        "wrong pairs": counts.wrongPairs,
        lost: counts.lostSignatures,
        unhandled,
        "heap, MB": heap.map((bytes) => (bytes / 1e6).toFixed(1)).join(" → "),
        seconds: Math.round(seconds),
      },
    ]),
  ),
);
