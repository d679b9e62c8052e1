import type { SpawnOptions } from "./provider.ts";

/** How each browser starts with a page. */
export const startOptions: Readonly<Record<string, (path: string) => SpawnOptions>> = {
  chromium: (path) => ({
    command: [
      path,
      "--headless",
      "--no-sandbox", // root, as in most CI containers, cannot have a sandbox
      "--disable-gpu",
      "--disable-dev-shm-usage", // containers have only 64 MB of shared memory
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--user-data-dir={profile}",
      "{url}",
    ],
  }),
  firefox: (path) => ({ command: [path, "--headless", "--no-remote", "--profile", "{profile}", "{url}"] }),
  webkit: (path) => ({
    command: ["xvfb-run", "-a", path, "--private", "{url}"],
    env: { WEBKIT_DISABLE_COMPOSITING_MODE: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
  }),
};
