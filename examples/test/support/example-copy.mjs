// A copy of an example as a user has it: beside the published files of the library and the command, and without what
// a developer's checkout has and a commit does not.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { examples } from "@cloudfront-sign-webcrypto/testing/folders";
import { install, pack } from "@cloudfront-sign-webcrypto/testing/pack";

const generated = ["node_modules", ".next", ".nuxt", ".output", ".svelte-kit", "build", "dist"];

/** The installed tarballs: those that the matrix has installed, or some that are packed now. @param {string} root */
async function installedPackages(root) {
  const app = process.env.PACKED_DIR ?? join(root, "app");
  if (!process.env.PACKED_DIR) await install(await pack(root), app);
  return join(app, "node_modules");
}

/**
 * Copies an example to a temporary folder, with the published files of the library where the example expects
 * packages/core and packages/media. `npx cloudfront-sign-cli` finds the command in the folder above. The packages of the example are not installed.
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
  const installed = await installedPackages(root);
  for (const [name, source] of Object.entries({ webcrypto: "core", media: "media" }))
    cpSync(join(installed, `cloudfront-sign-${name}`), join(root, "packages", source), { recursive: true });
  mkdirSync(join(root, "node_modules"));
  symlinkSync(join(installed, ".bin"), join(root, "node_modules/.bin"), "junction");
  return { folder, remove: () => rmSync(root, { recursive: true, force: true }) };
}
