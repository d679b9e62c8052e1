// Checks that no lockfile names a registry, and that each has every optional dependency of its packages. A lockfile from
// a registry mirror that lags behind can silently lack the binaries of other platforms.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** That of pnpm; what a package needs stands in the installed one. */
function problemsOfWorkspace() {
  const store = join(root, "node_modules/.pnpm");
  const lock = readFileSync(join(root, "pnpm-lock.yaml"), "utf8");
  const addresses = lock.split("\n").filter((line) => /https?:\/\/|tarball:/.test(line));
  const lacking = readdirSync(store).flatMap((folder) => {
    const [, scope = "", name = ""] = /^(@[^+]+\+)?([^@]+)@/.exec(folder) ?? [];
    const file = join(store, folder, "node_modules", scope.replace("+", "/"), name, "package.json");
    // An alias has another name, and the lockfile lists it separately.
    if (!name || !existsSync(file)) return [];
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    // Left over from an earlier lockfile.
    if (!lock.includes(`${manifest.name}@${manifest.version}`)) return [];
    return Object.entries(manifest.optionalDependencies ?? {})
      .filter(([dependency, range]) =>
        /^\d/.test(range)
          ? !lock.includes(`  ${dependency}@${range}:`) && !lock.includes(`'${dependency}@${range}'`)
          : !lock.includes(`${dependency}@`) && !lock.includes(`${dependency}:`),
      )
      .map((pair) => `${manifest.name}@${manifest.version} lacks ${pair.join("@")}`);
  });
  return [...addresses.map((line) => `names an address: ${line.trim()}`), ...lacking];
}

/** That of an example with packages of its own: `npm ci` compares it with package.json. @param {string} file */
function problemsOfExample(file) {
  /** @type {Record<string, { resolved?: string, integrity?: string, inBundle?: boolean, optionalDependencies?: object }>} */
  const { "": _, ...packages } = JSON.parse(readFileSync(file, "utf8")).packages;
  const paths = Object.keys(packages);
  return Object.entries(packages).flatMap(
    ([path, { resolved, integrity, inBundle, optionalDependencies }]) => {
      const isOurs = /^file:\.\.\/\.\.\/packages\/\w+$/.test(resolved ?? "");
      const lacking = Object.keys(optionalDependencies ?? {}).filter(
        (name) => !paths.some((other) => other.endsWith(`node_modules/${name}`)),
      );
      return [
        ...(resolved && !isOurs ? [`${path} names an address: ${resolved}`] : []),
        ...(integrity || isOurs || inBundle ? [] : [`${path} has no integrity`]),
        ...lacking.map((name) => `${path} lacks ${name}`),
      ];
    },
  );
}

/** @type {[lockfile: string, problems: string[]][]} */
const found = [["pnpm-lock.yaml", problemsOfWorkspace()]];
for (const name of readdirSync(join(root, "examples"))) {
  const file = `examples/${name}/package-lock.json`;
  if (existsSync(join(root, file))) found.push([file, problemsOfExample(join(root, file))]);
}
const lines = found.flatMap(([file, problems]) => problems.map((problem) => `${file}: ${problem}`));
for (const line of lines) console.log(line);
console.log(`check-lock: ${found.length} lockfiles, ${lines.length} problems`);
process.exitCode = lines.length > 0 ? 1 : 0;
