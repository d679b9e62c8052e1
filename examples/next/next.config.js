/** @type {import("next").NextConfig} */
export default {
  // next/image calls this file for every URL: nothing goes through /_next/image.
  images: { loader: "custom", loaderFile: "./cdn-loader.js" },
  // Stay in this folder, even if a folder above it has a lockfile.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
};
