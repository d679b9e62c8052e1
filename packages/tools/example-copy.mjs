// A copy of an example as a user has it: beside the published files of the package, and without what a
// developer's checkout has and a commit does not.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { examples } from "./folders.mjs";
import { install, pack } from "./pack.mjs";

const generated = ["node_modules", ".next", ".svelte-kit", "build", "dist"];

/** The unpacked tarball: the one that the matrix has installed, or one that is packed now. @param {string} root */
async function publishedFiles(root) {
  const app = process.env.PACKED_DIR ?? join(root, "app");
  if (!process.env.PACKED_DIR) await install(await pack(root), app);
  return join(app, "node_modules/cloudfront-sign-webcrypto");
}

/**
 * Copies an example to a temporary folder, with the published files of the package where the example expects
 * packages/core. Its packages are not installed.
 * @param {string} name
 * @returns {Promise<{ folder: string, remove: () => void }>}
 */
export async function copyExample(name) {
  const root = mkdtempSync(join(tmpdir(), `example-${name}-`));
  const folder = join(root, "examples", name);
  cpSync(join(examples, name), folder, {
    recursive: true,
    filter: (path) => !generated.some((part) => path.split(sep).includes(part)),
  });
  cpSync(await publishedFiles(root), join(root, "packages/core"), { recursive: true });
  return { folder, remove: () => rmSync(root, { recursive: true, force: true }) };
}
