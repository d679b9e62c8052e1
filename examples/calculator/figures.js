// Written by packages/benchmark/src/pages.mjs from the raw results. Changes by hand are overwritten.

/** Microseconds of one core. */
export const figures = {
  signature: { "RSA-2048": 266.202, "P-256": 42.0233 },
  grantUrl: 0.38607,
  runtime: "Node.js 24.21.0",
  cpu: "AMD EPYC",
  measuredAt: "2026-11-23, commit 40be3beed0c7, more than 200 commits of packages/core/src ago",
};
