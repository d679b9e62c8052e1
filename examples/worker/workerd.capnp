# The Worker in workerd itself, as `wrangler dev` would run it: variables and secrets come from the environment.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  # The bundle of worker.js: npx esbuild worker.js --bundle --format=esm --outfile=bundle.js
  modules = [(name = "worker", esModule = embed "bundle.js")],
  compatibilityDate = "2026-01-01",
  bindings = [
    (name = "CLOUDFRONT_DOMAIN", fromEnvironment = "CLOUDFRONT_DOMAIN"),
    (name = "CLOUDFRONT_KEY_PAIR_ID", fromEnvironment = "CLOUDFRONT_KEY_PAIR_ID"),
    (name = "CLOUDFRONT_PRIVATE_KEY", fromEnvironment = "CLOUDFRONT_PRIVATE_KEY"),
    (name = "SESSION_TOKEN", fromEnvironment = "SESSION_TOKEN"),
  ],
);
