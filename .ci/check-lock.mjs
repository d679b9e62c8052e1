// Checks that pnpm-lock.yaml names no registry and has every optional dependency of the installed packages. A
// lockfile from a registry mirror that lags behind can silently lack the binaries of other platforms. The
// lockfiles of the examples are held to the same.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exampleLockProblems } from "./example-locks.mjs";

const root = join(import.meta.dirname, "..");
const store = join(root, "node_modules/.pnpm");
const lock = readFileSync(join(root, "pnpm-lock.yaml"), "utf8");
const problems = lock
  .split("\n")
  .filter((line) => /https?:\/\/|tarball:/.test(line))
  .map((line) => `names an address: ${line.trim()}`);

for (const folder of readdirSync(store)) {
  const [, scope = "", name] = /^(@[^+]+\+)?([^@]+)@/.exec(folder) ?? [];
  if (!name) continue;
  let manifest;
  try {
    manifest = JSON.parse(
      readFileSync(
        join(store, folder, "node_modules", scope.replace("+", "/"), name, "package.json"),
        "utf8",
      ),
    );
  } catch {
    continue; // an alias: its folder has another name, and the lockfile lists it separately
  }
  if (!lock.includes(`${manifest.name}@${manifest.version}`)) continue; // left over from an earlier lockfile
  const lacking = Object.entries(manifest.optionalDependencies ?? {}).filter(([dependency, range]) =>
    /^\d/.test(range)
      ? !lock.includes(`  ${dependency}@${range}:`) && !lock.includes(`'${dependency}@${range}'`)
      : !lock.includes(`${dependency}@`) && !lock.includes(`${dependency}:`),
  );
  if (lacking.length > 0)
    problems.push(
      `${manifest.name}@${manifest.version} lacks ${lacking.map((pair) => pair.join("@")).join(", ")}`,
    );
}
const examples = exampleLockProblems(join(root, "examples"));
problems.push(...examples.problems);
for (const problem of problems) console.log(problem);
console.log(`check-lock: ${1 + examples.checked} lockfiles, ${problems.length} problems`);
process.exitCode = problems.length ? 1 : 0;
