// Tables of sizes, of single operations and of growing work.
import { digits, table, unique, withSpread } from "../text.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */

/** @param {number} bytes */
export const kilobytes = (bytes) => `${digits(bytes / 1000)} kB`;

/** @param {import("../sizes.mjs").Sizes} sizes */
export function sizesTable({ packages }) {
  const rows = packages.map(({ name, bytes, files, dependencies, minified, gzipped }) => [
    `\`${name}\``,
    kilobytes(bytes),
    files.toLocaleString("en"),
    dependencies.length,
    kilobytes(minified),
    kilobytes(gzipped),
  ]);
  return table(["package", "installed", "files", "dependencies", "bundled, minified", "gzipped"], rows);
}

/** The tree of dependencies of each package. @param {import("../sizes.mjs").Sizes} sizes */
export const sizeReasons = ({ packages }) =>
  packages
    .map(({ name, dependencies }) => {
      const tree = dependencies.map((one) => `\`${one.name}\` (${kilobytes(one.bytes)})`).join(", ");
      return `- \`${name}\`: ${tree || "no dependencies"}`;
    })
    .join("\n");

/** @param {Raw["operations"][number]} operations */
export function operationsTable({ results }) {
  const us = (/** @type {number} */ nanoseconds) => digits(nanoseconds / 1000);
  const rows = results.map(({ group, name, by, p25, p50, p75, p99 }) => [
    group,
    name,
    by,
    us(p50),
    `${us(p25)} – ${us(p75)}`,
    us(p99),
  ]);
  const head = ["group", "operation", "by", "p50 [µs]", "p25 – p75 [µs]", "p99 [µs]"];
  return table(head, rows, 3);
}

/** @param {Raw} raw @param {string} runtime */
export function growthTable({ growth }, runtime) {
  const rows = growth.filter((row) => row.runtime === runtime);
  const modes = unique(rows.map(({ mode }) => mode));
  const cells = [...new Set(rows.map(({ count }) => count))].map((count) => [
    count.toLocaleString("en"),
    ...modes.flatMap((mode) => {
      const found = rows.find((row) => row.mode === mode && row.count === count);
      if (!found?.microseconds) return [found?.problem ?? "–", ""];
      return [withSpread(found.microseconds), digits((found.peakBytes ?? 0) / 1e6)];
    }),
  ]);
  return table(["URLs", ...modes.flatMap((mode) => [`${mode} [µs per URL]`, "peak [MB]"])], cells, 0);
}
