// A site with a private film: "node examples/player/server.mjs", then open the address that it prints. PORT and
// CDN_PORT choose the ports, GRANT_SECONDS how long a grant lasts.
await import("./site.mjs").catch((error) => {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.error(
    `${error.message}\nRun "npm run build" in the repository first: it installs and builds all that this needs.`,
  );
  process.exit(1);
});
