// The chart of what each library brings along: installed, and in a bundle.
import { figure } from "../stats.mjs";
import { ours, sdk } from "../subjects.mjs";
import { bars } from "./bars.mjs";
import { kindOf, short } from "./labels.mjs";

/** @param {string} name @param {number} bytes @param {string} label @returns {import("./bars.mjs").Row} */
const row = (name, bytes, label) => ({ label, kind: kindOf(name), value: figure([bytes / 1000]) });

/** @param {number} count */
const dependencies = (count) => (count === 0 ? "no dependencies" : `${count} dependencies`);

/** @param {import("../sizes.mjs").Sizes} sizes @returns {import("./render.mjs").Chart} */
export function sizes({ packages, oneFunction }) {
  const [own, aws] = [ours, sdk].map((library) => packages.find(({ name }) => name === library));
  const part = (own?.bytes ?? 0) / (aws?.bytes ?? 0);
  return {
    title: `This package installs ${dependencies(own?.dependencies.length ?? 0)},\nand ${Math.round(part * 100)}% of the bytes of the AWS SDK's signer`,
    note: "shorter is better\naws-cloudfront-sign is smaller: custom policies, SHA-1 only",
    description:
      "Bar chart of the installed size of each library with its dependencies, and of its size in a bundle.",
    spec: bars([
      {
        heading: "Installed, with dependencies",
        title: "size [kB]",
        unit: "kB",
        rows: packages.map(({ name, bytes, dependencies: { length } }) =>
          row(name, bytes, `${short(name)}: ${dependencies(length)}`),
        ),
      },
      {
        heading: "Bundled: what signs, minified and gzipped",
        title: "size [kB]",
        unit: "kB",
        rows: packages.flatMap(({ name, gzipped }) => [
          row(name, gzipped, short(name)),
          ...(name === ours
            ? [row(name, oneFunction.gzipped, `${short(name)}, only ${oneFunction.name}`)]
            : []),
        ]),
      },
    ]),
  };
}
