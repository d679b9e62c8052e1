// The chart of what each library brings along: installed, and in a bundle.
import { figure } from "../stats.mjs";
import { digits } from "../text.mjs";
import { bars } from "./bars.mjs";
import { kindOf, short } from "./labels.mjs";

/** @param {string} name @param {number} bytes @param {string} [label] @returns {import("./bars.mjs").Row} */
const row = (name, bytes, label = short(name)) => ({
  label,
  kind: kindOf(name),
  value: figure([bytes]),
  text: `${digits(bytes / 1000)} kB`,
});

/** @param {import("../sizes.mjs").Sizes} sizes @returns {import("./render.mjs").Chart} */
export function sizes({ packages }) {
  const installed = packages.flatMap(({ name, bytes, dependencies }) => [
    row(name, bytes),
    ...dependencies.map((one) => row(name, one.bytes, `of which ${one.name}`)),
  ]);
  return {
    title: "What each library brings along",
    note: "installed: all files, with those of the dependencies; bundled: what signs, minified and gzipped",
    description:
      "Bar chart of the installed size of each library and of its dependencies, and of its size in a bundle.",
    spec: bars(
      [
        { title: "Installed", rows: installed },
        { title: "Bundled and gzipped", rows: packages.map(({ name, gzipped }) => row(name, gzipped)) },
      ],
      "kB",
      { ours: "this package", rival: "others" },
    ),
  };
}
